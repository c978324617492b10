import { InTurn } from '../store/inTurn.ts';

/** What was asked for of a run's fan-outs and is not yet handed on to be run. A stop meanwhile reaches it. */
export class AskedFanOut {
  readonly run: string;
  /** Null until the plan is there that names it. */
  fanOut: string | null;
  /** The branches that are to run once it is made. */
  branches: readonly string[] = [];
  #isHalted: boolean;
  readonly #dropped = new Set<string>();

  constructor(run: string, fanOut: string | null, isHalted: boolean) {
    this.run = run;
    this.fanOut = fanOut;
    this.#isHalted = isHalted;
  }

  /** No more of it is made, and nothing of it begins. */
  get isHalted(): boolean {
    return this.#isHalted;
  }

  halt(): void {
    this.#isHalted = true;
  }

  /** This branch does not begin, whenever it is made. @returns whether it would have */
  drop(branch: string): boolean {
    const wasToRun = this.branches.includes(branch) && this.isToRun(branch);
    this.#dropped.add(branch);
    return wasToRun;
  }

  isToRun(branch: string): boolean {
    return !this.#isHalted && !this.#dropped.has(branch);
  }
}

/** What is asked about one run's fan-outs is done one after the other, so that each is planned against what is there. */
export class AskedFanOuts {
  readonly #turns = new Map<string, InTurn>();
  readonly #asked = new Set<AskedFanOut>();
  #isClosed = false;

  async inTurn<T>(run: string, fanOut: string | null, work: (asked: AskedFanOut) => Promise<T>): Promise<T> {
    const turn = this.#turns.get(run) ?? new InTurn();
    this.#turns.set(run, turn);
    const asked = new AskedFanOut(run, fanOut, this.#isClosed);
    this.#asked.add(asked);
    try {
      return await turn.run(() => work(asked));
    } finally {
      this.#asked.delete(asked);
    }
  }

  /** Halts what is asked about a run, or about one fan-out of it; gives what that was. */
  halt(run: string, fanOut?: string): AskedFanOut[] {
    const meant = this.#of(run).filter(asked => fanOut === undefined || asked.fanOut === fanOut);
    for (const asked of meant) asked.halt();
    return meant;
  }

  /** Keeps one branch of a run from beginning. @returns whether it would have */
  drop(run: string, branch: string): boolean {
    return this.#of(run).filter(asked => asked.drop(branch)).length > 0;
  }

  /** Halts everything; resolves when what was under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const asked of this.#asked) asked.halt();
    await Promise.all([...this.#turns.values()].map(turn => turn.run(async () => undefined)));
  }

  #of(run: string): AskedFanOut[] {
    return [...this.#asked].filter(asked => asked.run === run);
  }
}

import { ForkpointError, isForkpointError, type Problem, problemFromError } from '../../shared/errors.ts';
import {
  type FanOut,
  type FanOutBody,
  type FanOutPlan,
  type FanOutReceipt,
  fanOutsOf,
  restOf,
} from '../../shared/fanOut.ts';
import type { RunRows } from '../../shared/rows.ts';
import { SimulatedCrash } from '../harness/crash.ts';
import { InTurn } from '../store/inTurn.ts';
import type { RunStore } from '../store/runStore.ts';
import type { ActingRun } from './actingRun.ts';
import { forkBodyOf, planFanOut } from './fanOutPlan.ts';
import { FanOutSchedule } from './fanOutSchedule.ts';
import { forkRun } from './moveRun.ts';
import { plannedRun } from './prepareMove.ts';
import { locked } from './putBackFiles.ts';
import type { Runner } from './runner.ts';

export interface FanOutsParts {
  runner: Runner;
  /** @throws ForkpointError `no-such-run`, `read-only` */
  storeOf(run: string): Promise<RunStore>;
  /** What waits of a run has changed. */
  onChange(run: string): void;
  /** Takes errors that no branch can keep, for the log. */
  onError(error: unknown): void;
}

/** What was asked for here and is not yet handed on to be run. A stop meanwhile halts it. */
interface Asked {
  run: string;
  /** Null until the plan is there that names it. */
  fanOut: string | null;
  isHalted: boolean;
}

type Made = FanOutReceipt['branches'][number];

/** How much of a plan's digest names the fan-out that is made of it. */
const ID_DIGITS = 12;

/**
 * Fan-outs: several forks from one scene that go on side by side. Each fork is made by the one way to make forks, and
 * says in its own `branch.json` which fan-out it belongs to; which of them wait for their turn is known here alone.
 */
export class FanOuts {
  readonly #parts: FanOutsParts;
  readonly #schedule: FanOutSchedule;
  /** Those that are being made: who asks twice gets the same answer. Afterwards the branches tell. */
  readonly #making = new Map<string, Promise<FanOutReceipt>>();
  readonly #turns = new Map<string, InTurn>();
  readonly #asked = new Set<Asked>();
  #isClosed = false;

  constructor(parts: FanOutsParts) {
    this.#parts = parts;
    this.#schedule = new FanOutSchedule({
      runner: parts.runner,
      onChange: run => parts.onChange(run),
      onRefused: (run, branch, error) => this.#keepRefusal(run, branch, error),
    });
  }

  /**
   * Makes the branches one after the other, then lets them run. One that cannot be made is reported, and the others go
   * on; after a stop no more are made, and none is started. A plan's digest makes one fan-out, however often it is sent.
   * @throws ForkpointError `plan-changed`, `fan-out-live`, and what plans throw
   */
  make(run: ActingRun, branch: string, body: FanOutBody): Promise<FanOutReceipt> {
    if (body.digest === undefined)
      return this.#inTurn(run.id, null, asked => this.#makeNew(run, branch, body, asked));
    const id = body.digest.slice(0, ID_DIGITS);
    const key = `${run.id} ${id}`;
    const known = this.#making.get(key);
    if (known) return known;
    const made = this.#inTurn(run.id, id, async asked => {
      const before = groupIn(await run.store.rows(), id);
      return before ? this.#repeated(run.id, before) : await this.#makeNew(run, branch, body, asked);
    });
    this.#making.set(key, made);
    const forget = () => this.#making.delete(key);
    made.then(forget, forget);
    return made;
  }

  /** The branches of a run that wait for their turn in this process. */
  waiting(run: string): string[] {
    return this.#schedule.waiting(run);
  }

  /** Resolves once a branch neither waits for its turn nor is started or run in this process. */
  rested(run: string, branch: string): Promise<void> {
    return this.#schedule.rested(run, branch);
  }

  /**
   * Nothing of a run's fan-outs begins any more: what waits is taken out of the queue, and what is being made is halted.
   * With a branch, only that one no longer waits.
   * @returns whether anything was kept from beginning
   */
  drop(run: string, branch?: string): boolean {
    const hasHalted = branch === undefined && this.#halt(asked => asked.run === run);
    return this.#schedule.drop(run, branch).length > 0 || hasHalted;
  }

  /**
   * Nothing of a fan-out waits or runs any more.
   * @returns the branches that were stopped, and those that had waited
   * @throws ForkpointError `no-such-fan-out`
   */
  async stop(run: string, id: string): Promise<{ stopped: string[]; dropped: string[] }> {
    const hasHalted = this.#halt(asked => asked.run === run && asked.fanOut === id);
    const group = groupIn(await (await this.#parts.storeOf(run)).rows(), id);
    if (!group && !hasHalted) throw new ForkpointError('no-such-fan-out', { run, fanOut: id });
    return await this.#schedule.stop(run, id, group ? namesOf(group) : []);
  }

  /**
   * Starts what has not begun, and what was stopped or cut off where nothing has to be decided first. Of a fan-out that
   * is still being made it waits for the last branch.
   * @returns the branches that run now or wait for their turn
   * @throws ForkpointError `no-such-fan-out`
   */
  startRest(run: string, id: string, options: { paceMs?: number }): Promise<string[]> {
    return this.#inTurn(run, id, async asked => {
      const rows = await (await this.#parts.storeOf(run)).rows();
      const group = groupIn(rows, id);
      if (!group) throw new ForkpointError('no-such-fan-out', { run, fanOut: id });
      if (asked.isHalted) return [];
      const busy = this.#parts.runner.running(run);
      const rest = restOf(rows, group)
        .map(row => row.name)
        .filter(name => !busy.includes(name));
      this.#schedule.add({ ...toRun(run, group), branches: rest, ...options });
      return rest;
    });
  }

  /** Nothing is made or started any more; resolves when the fork that is being made, and each start, has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#halt(() => true);
    const turns = [...this.#turns.values()].map(turn => turn.run(async () => undefined));
    await Promise.all([this.#schedule.close(), ...turns]);
  }

  #halt(isMeant: (asked: Asked) => boolean): boolean {
    const meant = [...this.#asked].filter(isMeant);
    for (const asked of meant) asked.isHalted = true;
    return meant.length > 0;
  }

  async #makeNew(run: ActingRun, branch: string, body: FanOutBody, asked: Asked): Promise<FanOutReceipt> {
    const plan = await planFanOut(plannedRun(run), branch, body);
    if (body.digest !== undefined && body.digest !== plan.digest)
      throw new ForkpointError('plan-changed', { branch });
    const id = plan.digest.slice(0, ID_DIGITS);
    asked.fanOut = id;
    const made: Made[] = [];
    for (const [index, wish] of body.branches.entries()) {
      const problem = asked.isHalted ? haltedProblem : (plan.branches[index]?.problem ?? null);
      const mark = { id, place: index + 1, of: body.branches.length, atOnce: plan.atOnce };
      made.push(
        problem ? notMade(wish.name, problem) : await this.#fork(run, branch, forkBodyOf(body, wish), mark),
      );
    }
    const isToRun = body.go !== false && !asked.isHalted;
    const branches = isToRun ? this.#letRun(run.id, id, plan, made, body.paceMs) : made;
    return { run: run.id, fanOut: id, branches, isRepeat: false };
  }

  async #fork(...[run, branch, body, mark]: Required<Parameters<typeof forkRun>>): Promise<Made> {
    const { name } = body;
    try {
      const receipt = await forkRun(run, branch, body, mark);
      return { name, receipt: { ...receipt, started: false }, isWaiting: false, problem: null };
    } catch (error) {
      // As if killed: what is there by then waits for a person, and nothing more is made.
      if (error instanceof SimulatedCrash)
        throw new ForkpointError('simulated-crash', { label: error.label }, { cause: error });
      if (!isForkpointError(error)) this.#parts.onError(error);
      return notMade(name, problemFromError(error));
    }
  }

  /** Hands on what was made; says which of it is started now and which waits. */
  #letRun(
    run: string,
    fanOut: string,
    { atOnce }: FanOutPlan,
    made: readonly Made[],
    paceMs?: number,
  ): Made[] {
    const branches = made.filter(entry => entry.receipt !== null).map(entry => entry.name);
    const pace = paceMs === undefined ? {} : { paceMs };
    this.#schedule.add({ run, fanOut, atOnce, members: branches, branches, ...pace });
    const waiting = this.#schedule.waiting(run);
    return made.map(entry => {
      const isWaiting = waiting.includes(entry.name);
      const receipt = entry.receipt && { ...entry.receipt, started: !isWaiting };
      return { ...entry, receipt, isWaiting };
    });
  }

  #repeated(run: string, group: FanOut): FanOutReceipt {
    const waiting = this.#schedule.waiting(run);
    const branches = namesOf(group).map(name => ({
      name,
      receipt: null,
      isWaiting: waiting.includes(name),
      problem: null,
    }));
    return { run, fanOut: group.id, branches, isRepeat: true };
  }

  /**
   * What is asked about one run's fan-outs is done one after the other, so that each is planned against what is there.
   * From the asking on, a stop reaches it.
   */
  async #inTurn<T>(run: string, fanOut: string | null, work: (asked: Asked) => Promise<T>): Promise<T> {
    const turn = this.#turns.get(run) ?? new InTurn();
    this.#turns.set(run, turn);
    const asked: Asked = { run, fanOut, isHalted: this.#isClosed };
    this.#asked.add(asked);
    try {
      return await turn.run(() => work(asked));
    } finally {
      this.#asked.delete(asked);
    }
  }

  /**
   * A branch that could not even begin keeps why as its end, so that it is seen wherever the branch is. One that somebody
   * else runs meanwhile is that one's.
   */
  async #keepRefusal(run: string, branch: string, error: unknown): Promise<void> {
    if (error instanceof SimulatedCrash) return;
    if (isSomebodyElses(error)) return;
    if (!isForkpointError(error)) this.#parts.onError(error);
    try {
      const store = (await this.#parts.storeOf(run)).branch(branch);
      await locked(store, async () => {
        const head = await store.loadLatest();
        if (head === null) return;
        const problem = problemFromError(error);
        const at = new Date().toISOString();
        await store.update({ outcome: { scene: head.row.id, state: 'failed', problem, at } });
      });
    } catch (unkept) {
      if (!isSomebodyElses(unkept)) this.#parts.onError(unkept);
    }
  }
}

function groupIn({ branches }: RunRows, id: string): FanOut | null {
  return fanOutsOf(branches).find(group => group.id === id) ?? null;
}

function namesOf({ branches }: FanOut): string[] {
  return branches.map(row => row.name);
}

const haltedProblem: Problem = { code: 'fan-out-stopped', params: {} };

function notMade(name: string, problem: Made['problem']): Made {
  return { name, receipt: null, isWaiting: false, problem };
}

function isSomebodyElses(error: unknown): boolean {
  return isForkpointError(error, 'run-busy') || isForkpointError(error, 'branch-locked');
}

function toRun(run: string, group: FanOut) {
  return { run, fanOut: group.id, atOnce: group.atOnce, members: namesOf(group) };
}

import { ForkpointError } from '../../shared/errors.ts';
import {
  type FanOut,
  type FanOutBody,
  type FanOutPlan,
  type FanOutReceipt,
  fanOutsOf,
  restOf,
} from '../../shared/fanOut.ts';
import type { RunRows } from '../../shared/rows.ts';
import type { RunStore } from '../store/runStore.ts';
import type { ActingRun } from './actingRun.ts';
import { type AskedFanOut, AskedFanOuts } from './askedFanOuts.ts';
import { planFanOut } from './fanOutPlan.ts';
import { FanOutSchedule } from './fanOutSchedule.ts';
import { keepRefusal } from './keepRefusal.ts';
import { type Made, makeBranches } from './makeBranches.ts';
import { plannedRun } from './prepareMove.ts';
import type { Runner } from './runner.ts';
import type { Stopped } from './stopRun.ts';
import type { WaitingMarks } from './waitingMarks.ts';

export interface FanOutsParts {
  runner: Runner;
  marks: WaitingMarks;
  /** @throws ForkpointError `no-such-run`, `read-only` */
  storeOf(run: string): Promise<RunStore>;
  /** What waits of a run has changed. */
  onChange(run: string): void;
  /** Takes errors that no branch can keep, for the log. */
  onError(error: unknown): void;
}

/** How much of a plan's digest names the fan-out that is made of it. */
const ID_DIGITS = 12;

/**
 * Fan-outs: several forks from one scene that go on side by side. Each fork is made by the one way to make forks, and
 * says in its own `branch.json` which fan-out it belongs to; the order in which they wait is known here alone.
 */
export class FanOuts {
  readonly #parts: FanOutsParts;
  readonly #schedule: FanOutSchedule;
  readonly #asked = new AskedFanOuts();
  /** Those that are being made: who asks twice gets the same answer. Afterwards the branches tell. */
  readonly #making = new Map<string, Promise<FanOutReceipt>>();
  /** Marks that are being taken away. */
  readonly #releasing = new Set<Promise<void>>();

  constructor(parts: FanOutsParts) {
    this.#parts = parts;
    this.#schedule = new FanOutSchedule({
      runner: parts.runner,
      onChange: run => parts.onChange(run),
      onLeft: (run, branch) => this.#release(run, [branch]),
      onRefused: (run, branch, error) =>
        keepRefusal(async () => (await parts.storeOf(run)).branch(branch), error, parts.onError),
    });
  }

  /**
   * Makes the branches one after the other, then lets them run. One that cannot be made is reported, and the others go
   * on; after a stop no more are made, and none is started. A plan's digest makes one fan-out, however often it is sent.
   * @throws ForkpointError `plan-changed`, `fan-out-live`, and what plans throw
   */
  make(run: ActingRun, branch: string, body: FanOutBody): Promise<FanOutReceipt> {
    if (body.digest === undefined)
      return this.#asked.inTurn(run.id, null, asked => this.#makeNew(run, branch, body, asked));
    const id = body.digest.slice(0, ID_DIGITS);
    const key = `${run.id} ${id}`;
    const known = this.#making.get(key);
    if (known) return known;
    const made = this.#asked.inTurn(run.id, id, async asked => {
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
   * With a branch, only that one does not begin.
   * @returns the branches that waited or were to, and whether a making was halted
   */
  async drop(run: string, branch?: string): Promise<{ dropped: string[]; hasHalted: boolean }> {
    const halted = branch === undefined ? this.#asked.halt(run) : [];
    const kept = branch !== undefined && this.#asked.drop(run, branch) ? [branch] : [];
    const dropped = [...kept, ...this.#schedule.drop(run, branch)];
    this.#release(run, [...kept, ...halted.flatMap(asked => asked.branches)]);
    await Promise.all(this.#releasing);
    return { dropped, hasHalted: halted.length > 0 };
  }

  /**
   * Nothing of a fan-out waits or runs any more.
   * @returns the branches that were stopped, and those that had waited
   * @throws ForkpointError `no-such-fan-out`
   */
  async stop(run: string, id: string): Promise<Stopped> {
    const halted = this.#asked.halt(run, id);
    const group = groupIn(await (await this.#parts.storeOf(run)).rows(), id);
    if (!group && halted.length === 0) throw new ForkpointError('no-such-fan-out', { run, fanOut: id });
    return await this.#schedule.stop(run, id, group ? namesOf(group) : []);
  }

  /**
   * Starts what has not begun, and what was stopped or cut off where nothing has to be decided first. Of a fan-out that
   * is still being made it waits for the last branch.
   * @returns the branches that run now or wait for their turn
   * @throws ForkpointError `no-such-fan-out`
   */
  startRest(run: string, id: string, options: { paceMs?: number }): Promise<string[]> {
    return this.#asked.inTurn(run, id, async asked => {
      const rows = await (await this.#parts.storeOf(run)).rows();
      const group = groupIn(rows, id);
      if (!group) throw new ForkpointError('no-such-fan-out', { run, fanOut: id });
      const idle = (names: readonly string[]) =>
        names.filter(name => asked.isToRun(name) && !this.#parts.runner.running(run).includes(name));
      const marked = await this.#marked(run, idle(restOf(rows, group).map(row => row.name)));
      const rest = idle(marked);
      this.#schedule.add({ ...toRun(run, group), branches: rest, ...options });
      this.#release(
        run,
        marked.filter(name => !rest.includes(name)),
      );
      return rest;
    });
  }

  /** Nothing is made or started any more; resolves when the fork that is being made, and each start, has ended. */
  async close(): Promise<void> {
    await Promise.all([this.#schedule.close(), this.#asked.close()]);
    await Promise.all(this.#releasing);
  }

  async #makeNew(
    run: ActingRun,
    branch: string,
    body: FanOutBody,
    asked: AskedFanOut,
  ): Promise<FanOutReceipt> {
    const plan = await planFanOut(plannedRun(run), branch, body);
    if (body.digest !== undefined && body.digest !== plan.digest)
      throw new ForkpointError('plan-changed', { branch });
    const id = plan.digest.slice(0, ID_DIGITS);
    asked.fanOut = id;
    asked.branches = body.go === false ? [] : body.branches.map(({ name }) => name);
    const making = makeBranches(run, branch, body, plan, {
      id,
      isHalted: () => asked.isHalted,
      onMade: async name => {
        if (asked.branches.includes(name) && asked.isToRun(name)) await this.#parts.marks.hold(run.id, name);
      },
      onError: this.#parts.onError,
    });
    const made = await this.#orReleased(run.id, asked.branches, making);
    const branches = body.go === false ? made : this.#letRun(asked, id, plan, made, body.paceMs);
    return { run: run.id, fanOut: id, branches, isRepeat: false };
  }

  /** Hands on what was made and not stopped since; says which of it is started now and which waits. */
  #letRun(
    asked: AskedFanOut,
    fanOut: string,
    { atOnce }: FanOutPlan,
    made: readonly Made[],
    paceMs?: number,
  ): Made[] {
    const { run } = asked;
    const members = made.filter(entry => entry.receipt !== null).map(entry => entry.name);
    const branches = members.filter(name => asked.isToRun(name));
    const pace = paceMs === undefined ? {} : { paceMs };
    this.#schedule.add({ run, fanOut, atOnce, members, branches, ...pace });
    this.#release(
      run,
      members.filter(name => !branches.includes(name)),
    );
    const waiting = this.#schedule.waiting(run);
    return made.map(entry => {
      const isWaiting = waiting.includes(entry.name);
      const started = branches.includes(entry.name) && !isWaiting;
      return { ...entry, receipt: entry.receipt && { ...entry.receipt, started }, isWaiting };
    });
  }

  /** Marks branches as waiting; gives those that wait in no other process. */
  async #marked(run: string, branches: readonly string[]): Promise<string[]> {
    // A mark that is only just being taken away is not another process's.
    await Promise.all(this.#releasing);
    const holding = branches.map(branch => this.#parts.marks.hold(run, branch));
    // Also where one fails: each has ended before any is released.
    const ended = Promise.allSettled(holding).then(() => Promise.all(holding));
    const isHeld = await this.#orReleased(run, branches, ended);
    return branches.filter((_, index) => isHeld[index]);
  }

  /** Where the work on branches fails, those that are not in the queue wait no longer. */
  async #orReleased<T>(run: string, branches: readonly string[], work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const queued = this.#schedule.waiting(run);
      this.#release(
        run,
        branches.filter(name => !queued.includes(name)),
      );
      await Promise.all(this.#releasing);
      throw error;
    }
  }

  #release(run: string, branches: readonly string[]): void {
    for (const branch of branches) {
      const released = this.#parts.marks.release(run, branch).catch(error => this.#parts.onError(error));
      this.#releasing.add(released);
      released.finally(() => this.#releasing.delete(released));
    }
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
}

function groupIn({ branches }: RunRows, id: string): FanOut | null {
  return fanOutsOf(branches).find(group => group.id === id) ?? null;
}

function namesOf({ branches }: FanOut): string[] {
  return branches.map(row => row.name);
}

function toRun(run: string, group: FanOut) {
  return { run, fanOut: group.id, atOnce: group.atOnce, members: namesOf(group) };
}

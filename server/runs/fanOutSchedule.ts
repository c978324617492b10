import type { Runner } from './runner.ts';

/** Branches of one fan-out that are to run, a few at a time. */
export interface ToRun {
  run: string;
  fanOut: string;
  /** All branches of the fan-out: one that a person resumed by hand takes a place, too. */
  members: readonly string[];
  atOnce: number;
  /** Those that wait for their turn, in order. */
  branches: readonly string[];
  paceMs?: number;
}

export interface ScheduleParts {
  runner: Pick<Runner, 'start' | 'stop' | 'running' | 'onRest'>;
  /** A branch that could not be started. It is not tried again. */
  onRefused(run: string, branch: string, error: unknown): Promise<void>;
  /** What waits of a run has changed. */
  onChange(run: string): void;
  /** A branch waits no longer: it was started or refused, or taken out of the queue. */
  onLeft(run: string, branch: string): void;
}

interface Group extends Omit<ToRun, 'branches' | 'members'> {
  members: Set<string>;
  waiting: string[];
  starting: Map<string, Promise<void>>;
}

/**
 * Lets the branches of fan-outs run side by side, in each so many at once as was asked for. A branch that comes to rest,
 * also at the gate or because it failed, frees its place for the next. What waits here is not on the disk: after a crash
 * a branch that has not begun waits for a person.
 */
export class FanOutSchedule {
  readonly #parts: ScheduleParts;
  readonly #groups = new Map<string, Group>();
  readonly #stopListening: () => void;
  /** Asked again whenever a branch may have come to rest. */
  readonly #watchers = new Set<() => void>();
  #isClosed = false;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
    this.#stopListening = parts.runner.onRest((run, branch) => {
      for (const group of this.#groupsOf(run)) if (group.members.has(branch)) this.#startSome(group);
      this.#tellWatchers();
    });
  }

  /** Puts branches behind those that wait already, and starts as many as may run now. */
  add({ branches, members, ...own }: ToRun): void {
    if (this.#isClosed) return;
    const key = keyOf(own.run, own.fanOut);
    const known = this.#groups.get(key) ?? { waiting: [], starting: new Map() };
    // The same object as before: a start that is on its way goes on with it.
    const group: Group = Object.assign(known, own, { members: new Set(members) });
    this.#groups.set(key, group);
    const isKnown = (branch: string) => group.waiting.includes(branch) || group.starting.has(branch);
    group.waiting.push(...branches.filter(branch => !isKnown(branch)));
    this.#startSome(group);
    this.#parts.onChange(own.run);
  }

  /** The branches of a run that wait for their turn. */
  waiting(run: string): string[] {
    return this.#groupsOf(run).flatMap(group => group.waiting);
  }

  /** Takes branches of a run out of the queue, or one of them; gives those that waited. */
  drop(run: string, branch?: string): string[] {
    return this.#groupsOf(run).flatMap(group =>
      this.#dropFrom(group, name => branch === undefined || name === branch),
    );
  }

  /**
   * Empties the queue of a fan-out and stops what runs of it; resolves when all of it stands still.
   * @returns the branches that were stopped, and those that had waited
   */
  async stop(
    run: string,
    fanOut: string,
    members: readonly string[],
  ): Promise<{ stopped: string[]; dropped: string[] }> {
    const group = this.#groups.get(keyOf(run, fanOut));
    const dropped = group ? this.#dropFrom(group, () => true) : [];
    const begun = [...(group?.starting.values() ?? [])];
    const stopped = await Promise.all(members.map(branch => this.#parts.runner.stop(run, branch)));
    // One that was refused keeps why.
    await Promise.all(begun);
    return { stopped: stopped.flat(), dropped };
  }

  /** Resolves once a branch neither waits for its turn nor is started or run in this process. */
  rested(run: string, branch: string): Promise<void> {
    return new Promise(resolve => {
      const look = () => {
        if (this.#isAtWork(run, branch)) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Nothing waits any more, and nothing is started; resolves when the starts that were on their way have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopListening();
    for (const group of this.#groups.values()) this.#dropFrom(group, () => true);
    const begun = [...this.#groups.values()].flatMap(group => [...group.starting.values()]);
    this.#groups.clear();
    await Promise.all(begun);
  }

  #isAtWork(run: string, branch: string): boolean {
    const isQueued = this.#groupsOf(run).some(
      ({ waiting, starting }) => waiting.includes(branch) || starting.has(branch),
    );
    return isQueued || this.#parts.runner.running(run).includes(branch);
  }

  #tellWatchers(): void {
    for (const look of [...this.#watchers]) look();
  }

  #groupsOf(run: string): Group[] {
    return [...this.#groups.values()].filter(group => group.run === run);
  }

  #dropFrom(group: Group, isMeant: (branch: string) => boolean): string[] {
    const dropped = group.waiting.filter(isMeant);
    group.waiting = group.waiting.filter(branch => !isMeant(branch));
    for (const branch of dropped) this.#parts.onLeft(group.run, branch);
    if (dropped.length > 0) this.#parts.onChange(group.run);
    this.#tellWatchers();
    return dropped;
  }

  #startSome(group: Group): void {
    while (!this.#isClosed && this.#busy(group) < group.atOnce) {
      const branch = group.waiting.shift();
      if (branch === undefined) return;
      group.starting.set(branch, this.#start(group, branch));
      this.#parts.onChange(group.run);
    }
  }

  #busy({ run, members, starting }: Group): number {
    const running = this.#parts.runner.running(run).filter(branch => members.has(branch));
    return new Set([...running, ...starting.keys()]).size;
  }

  async #start(group: Group, branch: string): Promise<void> {
    const { run, paceMs } = group;
    try {
      await this.#parts.runner.start(run, branch, paceMs === undefined ? {} : { paceMs });
    } catch (error) {
      await this.#parts.onRefused(run, branch, error);
    } finally {
      group.starting.delete(branch);
      this.#parts.onLeft(run, branch);
      this.#startSome(group);
      this.#tellWatchers();
    }
  }
}

function keyOf(run: string, fanOut: string): string {
  return `${run} ${fanOut}`;
}

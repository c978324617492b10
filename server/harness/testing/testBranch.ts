import { type BranchRecord, MAIN } from '../../../shared/branch.ts';
import type { Checkpoint } from '../../../shared/checkpoint.ts';
import type { Effect, JournalLine } from '../../../shared/effect.ts';
import type { SceneRow } from '../../../shared/rows.ts';
import type { MemoryBranchData } from '../../store/memoryBranch.ts';
import { MemoryRun, newMemoryRun } from '../../store/memoryStore.ts';
import type { BranchStore, CheckpointDraft } from '../../store/runStore.ts';
import { testRunRecord } from '../../store/testing/playTurns.ts';

/** A branch in memory that notes every write in order, and fails where a test wants it to. */
export interface TestBranch extends BranchStore {
  /** `lock`, `save 1-A`, `open t1`, `ended t1`, `effect t1`, `outcome done`, `release`. */
  trace: string[];
  /** Errors by what they happen at, named as in `trace`. */
  faults: Map<string, Error>;
  /** What else happens right after a write, named as in `trace`. */
  after: Map<string, () => void>;
  /** What is stored. */
  scenes: { row: SceneRow; checkpoint: Checkpoint }[];
  journal: JournalLine[];
  effects: Effect[];
  /** The last scene's checkpoint. */
  head(): Checkpoint;
  /** Another process takes over. */
  loseLock(): void;
  /** Puts a scene there as if an earlier start had saved it. */
  seed(draft: Partial<CheckpointDraft>): Promise<string>;
}

/** A new branch in memory. @param change what its record says otherwise */
export function testBranch(change: Partial<BranchRecord> = {}, name = MAIN): TestBranch {
  const { data, store } = memoryBranch(name, change);
  const trace: string[] = [];
  const faults = new Map<string, Error>();
  const after = new Map<string, () => void>();
  const noted = async <T>(what: string, write: () => Promise<T>): Promise<T> => {
    const fault = faults.get(what);
    if (fault) throw fault;
    const result = await write();
    trace.push(what);
    after.get(what)?.();
    return result;
  };

  return Object.assign(Object.create(store) as BranchStore, {
    trace,
    faults,
    after,
    scenes: data.scenes,
    journal: data.journal,
    effects: data.effects,
    head() {
      const last = data.scenes.at(-1);
      if (!last) throw new Error('no scene yet');
      return last.checkpoint;
    },
    loseLock() {
      data.lock = Symbol('another process');
    },
    async seed(draft: Partial<CheckpointDraft>) {
      const full = { turn: 0, point: 'B' as const, task: 'task', messages: [], tokensUsed: 0, ...draft };
      return (await store.saveCheckpoint(full, data.scenes.at(-1)?.row.id ?? null)).row.id;
    },
    update: (part: Parameters<BranchStore['update']>[0]) =>
      part.outcome === undefined
        ? store.update(part)
        : noted(`outcome ${part.outcome?.state ?? null}`, () => store.update(part)),
    saveCheckpoint: (draft: CheckpointDraft, expectedHead: string | null) =>
      noted(`save ${draft.turn}-${draft.point}`, () => store.saveCheckpoint(draft, expectedHead)),
    appendJournal: (line: JournalLine) =>
      noted(`${line.event} ${line.callId}`, () => store.appendJournal(line)),
    saveEffect: (effect: Effect) => noted(`effect ${effect.tool_use_id}`, () => store.saveEffect(effect)),
    lock: async () => {
      const lock = await noted('lock', () => store.lock());
      const release = () => noted('release', () => lock.release());
      return { silentOwner: null, check: () => lock.check(), release, giveBack: release };
    },
  });
}

function memoryBranch(
  name: string,
  change: Partial<BranchRecord>,
): { data: MemoryBranchData; store: BranchStore } {
  const run = newMemoryRun(testRunRecord(), { effects: 'live' });
  const main = run.branches.get(MAIN);
  if (!main) throw new Error('a new run has no main');
  const data = { ...main, record: { ...main.record, ...change, name } };
  run.branches.set(name, data);
  return { data, store: new MemoryRun(run).branch(name) };
}

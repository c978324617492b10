import type { BranchRecord } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { Draft } from '../../shared/runEvent.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import type { BranchRun } from '../harness/branchRun.ts';
import { SimulatedCrash } from '../harness/crash.ts';
import { runBranch } from '../harness/runBranch.ts';
import type { RunStore } from '../store/runStore.ts';
import type { Runner } from './runner.ts';

/** What a branch runs with: made for it by the composition root. */
export type Prepared = Pick<
  BranchRun,
  'model' | 'tools' | 'settings' | 'limits' | 'context' | 'price' | 'captureFiles' | 'crashPoint'
>;

/** What a branch is prepared from. `run` is the id it is known by, which may be another than its record says. */
export interface ToPrepare {
  run: string;
  record: RunRecord;
  branch: BranchRecord;
}

export interface InProcessRunnerParts {
  /** @throws ForkpointError `no-such-run`, `read-only` */
  openStore(run: string): Promise<RunStore>;
  /** `options` are those of the start: a scripted model that nobody waits for need not type slowly. */
  prepare(wanted: ToPrepare, options: Pick<BranchRun, 'paceMs'>): Promise<Prepared>;
  /** Takes errors that no branch can keep, for the log. */
  log(message: string, error: unknown): void;
}

interface RunningBranch {
  run: string;
  branch: string;
  stop: AbortController;
  /** Resolves, and never rejects, when the branch stands still. */
  finished: Promise<void>;
}

/** Runs branches in this process, each once at a time; different branches of a run may run side by side. */
export function inProcessRunner(parts: InProcessRunnerParts): Runner {
  const running = new Set<RunningBranch>();
  const listeners = new Set<(run: string, branch: string, draft: Draft | null) => void>();
  const restListeners = new Set<(run: string, branch: string) => void>();

  const find = (run: string, branch?: string) =>
    [...running].filter(entry => entry.run === run && (branch === undefined || entry.branch === branch));

  const stopThem = async (entries: readonly RunningBranch[]) => {
    for (const entry of entries) entry.stop.abort();
    await Promise.all(entries.map(entry => entry.finished));
    return entries.map(entry => entry.branch);
  };

  const play = async (
    run: string,
    branch: string,
    own: Pick<BranchRun, 'signal' | 'paceMs' | 'onStarted'>,
  ) => {
    const store = await parts.openStore(run);
    const branchStore = store.branch(branch);
    const record = await store.record();
    const prepared = await parts.prepare({ run, record, branch: await branchStore.record() }, own);
    await runBranch({
      ...prepared,
      ...own,
      branch: branchStore,
      task: record.task,
      onDraft: draft => {
        for (const listener of listeners) listener(run, branch, draft);
      },
      onUnexpected: error => parts.log(`branch ${branch} of run ${run}`, error),
    });
  };

  return {
    start(run, branch, { paceMs } = {}) {
      if (find(run, branch).length > 0) return Promise.reject(new ForkpointError('run-busy', { run }));
      return new Promise<void>((resolve, reject) => {
        let isStarted = false;
        const onStarted = () => {
          isStarted = true;
          resolve();
        };
        const stop = new AbortController();
        const settings = { signal: stop.signal, onStarted, ...(paceMs === undefined ? {} : { paceMs }) };
        const finished = play(run, branch, settings)
          .catch((error: unknown) => {
            if (isStarted && !(error instanceof SimulatedCrash))
              parts.log(`branch ${branch} of run ${run}`, error);
            reject(error);
          })
          .finally(() => {
            running.delete(entry);
            for (const listener of restListeners) listener(run, branch);
          });
        const entry = { run, branch, stop, finished };
        running.add(entry);
      });
    },
    running: run => find(run).map(entry => entry.branch),
    onRest(listener) {
      restListeners.add(listener);
      return () => restListeners.delete(listener);
    },
    stop: (run, branch) => stopThem(find(run, branch)),
    async stopAll() {
      await stopThem([...running]);
    },
    onDraft(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

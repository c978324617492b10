import { join } from 'node:path';
import type { About } from '../../shared/api.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import type { CheckReport } from '../check/checkPath.ts';
import type { Environment } from '../config.ts';
import { EventHub } from '../live/eventHub.ts';
import { LiveRuns } from '../live/liveRuns.ts';
import { type CommandParts, type RunCommands, runCommands } from '../runs/commands.ts';
import { RunIndex } from '../runs/runIndex.ts';
import type { Runner } from '../runs/runner.ts';
import { obeyingStopRequests } from '../runs/stopRequests.ts';
import type { RunSource } from '../sources/runSource.ts';
import type { MainOptions } from '../store/fileStore.ts';
import type { RunStore } from '../store/runStore.ts';

/** The parts that the server is made of; `main.ts` chooses them, tests give their own. */
export interface Parts
  extends Pick<CommandParts, 'findScenario' | 'prepareWorkspace' | 'importRun' | 'toolNames'> {
  version: string;
  openRun(folder: string, options: KnownAs & { readOnly: boolean }): RunStore;
  openSource(path: string, options: KnownAs): Promise<RunSource>;
  createRun(
    dataFolder: string,
    record: RunRecord,
    options: MainOptions & Pick<KnownAs, 'cacheFolder'>,
  ): Promise<RunStore>;
  listScenarios(): Promise<About['scenarios']>;
  checkPath(path: string): Promise<CheckReport>;
  createRunner(options: RunnerOptions): Runner;
  onError(error: unknown): void;
}

/** The id of a run, and where its rows are kept between starts. */
interface KnownAs {
  id: string;
  cacheFolder: string | null;
}

export interface RunnerOptions {
  dataFolder: string;
  /** @throws ForkpointError `no-such-run`, `read-only` */
  openRun(run: string): Promise<RunStore>;
  defaultModel: string;
  onError(error: unknown): void;
}

/** Everything that acts on one data folder, the same below the page and the command line. */
export interface Services {
  version: string;
  onError(error: unknown): void;
  index: RunIndex;
  hub: EventHub;
  live: LiveRuns;
  runner: Runner;
  commands: RunCommands;
  about(): Promise<About>;
  /** Stops the runs of this process at scenes that can be resumed, then lets go of everything. */
  close(): Promise<void>;
}

/** @param dataFolder absolute, links resolved */
export function createServices(dataFolder: string, environment: Environment, parts: Parts): Services {
  const { hasKey, defaultModel } = environment;
  const { onError } = parts;
  const cacheFolder = join(dataFolder, '.cache');
  const index = new RunIndex(dataFolder, {
    openRun: (folder, id) => parts.openRun(folder, { id, cacheFolder, readOnly: false }),
    openSource: (path, id) => parts.openSource(path, { id, cacheFolder }),
    onError,
  });
  const createRun: CommandParts['createRun'] = (folder, record, main) =>
    parts.createRun(folder, record, { ...main, cacheFolder });
  const hub = new EventHub();
  const live = new LiveRuns({ hub, onError, openSource: run => index.source(run) });
  const plainRunner = parts.createRunner({
    dataFolder,
    defaultModel,
    onError,
    openRun: run => index.store(run),
  });
  const runner = obeyingStopRequests(plainRunner, run => join(dataFolder, run), onError);
  const stopDrafts = runner.onDraft((run, branch, draft) => live.draft(run, branch, draft));
  index.onChange(() => hub.publish('runs', {}));
  index.onGone(run => live.forget(run));
  return {
    version: parts.version,
    onError,
    index,
    hub,
    live,
    runner,
    commands: runCommands({ ...parts, createRun, dataFolder, index, runner, hasKey, defaultModel }),
    about: async () => ({
      version: parts.version,
      dataFolder,
      hasKey,
      defaultModel,
      scenarios: await parts.listScenarios(),
    }),
    async close() {
      await runner.stopAll();
      stopDrafts();
      live.close();
      index.close();
    },
  };
}

import type { About } from '../../shared/api.ts';
import type { ReadingProgress } from '../../shared/readingProgress.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import type { CheckReport } from '../check/checkPath.ts';
import type { CrashPoint } from '../harness/crash.ts';
import type { ImportProgress } from '../import/importRun.ts';
import type { CommandParts } from '../runs/commands.ts';
import type { Runner } from '../runs/runner.ts';
import type { CacheFolder } from '../sources/cacheFolder.ts';
import type { RunSource } from '../sources/runSource.ts';
import type { ReadingThread } from '../sources/thread/readingThread.ts';
import type { MainOptions, RunStore } from '../store/runStore.ts';
import type { RunFiles } from '../workspace/runFiles.ts';
import type { WorkspacePlaces } from '../workspace/workspaceRoot.ts';
import type { PrepareParts } from './prepareBranch.ts';

/** The parts that the server is made of; `realParts.ts` chooses them, tests may give their own. */
export interface Parts extends Pick<CommandParts, 'findScenario' | 'prepareWorkspace' | 'toolNames'> {
  version: string;
  importRun(
    path: string,
    dataFolder: string,
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<string>;
  openRun(folder: string, options: KnownAs & { readOnly: boolean; crashPoint: CrashPoint }): RunStore;
  openSource(
    path: string,
    options: KnownAs & { onProgress(progress: ReadingProgress): void; thread?: ReadingThread | undefined },
  ): Promise<RunSource>;
  createRun(
    dataFolder: string,
    record: RunRecord,
    options: MainOptions & Pick<KnownAs, 'cacheFolder'>,
  ): Promise<RunStore>;
  listScenarios(): Promise<About['scenarios']>;
  /** The files of a run's branches. */
  openFiles(places: WorkspacePlaces, crashPoint: CrashPoint): RunFiles;
  checkPath(path: string): Promise<CheckReport>;
  createRunner(options: RunnerOptions): Runner;
  /** What must never be given away: the keys of this process and the data folder's secret. */
  knownSecrets(dataFolder: string): Promise<string[]>;
  onError(error: unknown): void;
}

/** The id of a run, and where its rows are kept between starts. */
interface KnownAs {
  id: string;
  cacheFolder: CacheFolder | null;
}

export interface RunnerOptions extends PrepareParts {
  /** @throws ForkpointError `no-such-run`, `read-only` */
  openRun(run: string): Promise<RunStore>;
  onError(error: unknown): void;
}

import { join } from 'node:path';
import type { About } from '../../shared/api.ts';
import type { RunImport } from '../../shared/importProgress.ts';
import type { ReadingProgress } from '../../shared/readingProgress.ts';
import { RunAdoptions } from '../adopt/runAdoptions.ts';
import { RunComparisons } from '../compare/runComparisons.ts';
import type { Environment } from '../config.ts';
import { SceneDiffs } from '../diff/sceneDiffs.ts';
import { EventHub } from '../live/eventHub.ts';
import { LiveRuns } from '../live/liveRuns.ts';
import { nowAndThen } from '../live/nowAndThen.ts';
import { placeInDataFolder, placeInRun } from '../notes/notesPlace.ts';
import { RunNotes } from '../notes/runNotes.ts';
import { PricesFile } from '../prices/pricesFile.ts';
import { RunReports } from '../report/runReports.ts';
import { branchRecordOf } from '../runs/branchRecordOf.ts';
import { type CommandParts, type RunCommands, runCommands } from '../runs/commands.ts';
import { type Crashes, crashesOf } from '../runs/crashes.ts';
import { FanOuts } from '../runs/fanOuts.ts';
import { finishMoveLocked } from '../runs/putBackFiles.ts';
import { RunIndex } from '../runs/runIndex.ts';
import type { Runner } from '../runs/runner.ts';
import { obeyingStopRequests } from '../runs/stopRequests.ts';
import { WaitingLocks } from '../runs/waitingMarks.ts';
import { RunSearches } from '../search/runSearches.ts';
import { CacheFolder } from '../sources/cacheFolder.ts';
import type { RunFiles } from '../workspace/runFiles.ts';
import type { Parts } from './parts.ts';
import { deskOf } from './prepareBranch.ts';

/** Everything that acts on one data folder, the same below the page and the command line. */
export interface Services {
  version: string;
  onError(error: unknown): void;
  index: RunIndex;
  hub: EventHub;
  live: LiveRuns;
  runner: Runner;
  commands: RunCommands;
  searches: RunSearches;
  notes: RunNotes;
  adoptions: RunAdoptions;
  comparisons: RunComparisons;
  diffs: SceneDiffs;
  reports: RunReports;
  about(): Promise<About>;
  /** Stops the runs of this process at scenes that can be resumed, then lets go of everything. */
  close(): Promise<void>;
}

/**
 * @param dataFolder absolute, links resolved
 * @param isAlone whether the process acts for one run only: a simulated crash then ends it
 */
export function createServices(
  dataFolder: string,
  environment: Environment,
  parts: Parts,
  isAlone: boolean,
): Services {
  const { hasKey, defaultModel } = environment;
  const { onError } = parts;
  const cacheFolder = new CacheFolder(join(dataFolder, '.cache'));
  const crashes = crashesOf(environment.crashAfter, isAlone);
  const hub = new EventHub();
  const index = new RunIndex(dataFolder, {
    openRun: (folder, id, isOwn) =>
      parts.openRun(folder, { id, cacheFolder, readOnly: !isOwn, crashPoint: crashes.of(id) }),
    openSource: (path, id) => {
      const onProgress = (progress: ReadingProgress) => hub.tell('reading', { run: id, ...progress });
      return parts.openSource(path, { id, cacheFolder, onProgress });
    },
    onError,
  });
  const createRun: CommandParts['createRun'] = (folder, record, main) =>
    parts.createRun(folder, record, { ...main, cacheFolder });
  const live = new LiveRuns({ hub, onError, openSource: run => index.source(run) });
  const searches = new RunSearches(run => index.source(run));
  const folderOf = (run: string) => index.folderOf(run);
  const prices = new PricesFile(dataFolder);
  const readPrices = () => prices.read();
  const comparisons = new RunComparisons({
    rowsOf: run => live.state(run),
    openSource: run => index.source(run),
    folderOf,
    recordOf: (run, branch) => branchRecordOf(index, run, branch),
    readPrices,
  });
  const notes = new RunNotes({
    placeOf: async run => {
      const isInRun = await index.isOwn(run);
      const place = isInRun ? placeInRun(await folderOf(run)) : placeInDataFolder(dataFolder, run);
      return { ...place, isInRun };
    },
    onChange: run => hub.publish('notes', { run }),
  });
  const diffs = new SceneDiffs({ rowsOf: run => live.state(run), openSource: run => index.source(run) });
  const reports = new RunReports({
    compare: (run, sides) => comparisons.compare(run, sides),
    compareFile: (run, sides, path) => comparisons.file(run, sides, path),
    checkpointOf: (run, address) => diffs.checkpoint({ run, address }),
    opinionsOf: async run => (await notes.read(run)).record.branches,
    secrets: () => parts.knownSecrets(dataFolder),
    now: () => new Date(),
  });
  const filesOf = filesOfRuns(dataFolder, index, crashes, parts);
  const importRun: CommandParts['importRun'] = async (path, folder) => {
    const opened = await index.openedFrom(path);
    const tell = (progress: Omit<RunImport, 'run'>) => {
      if (opened !== null) hub.tell('importing', { run: opened, ...progress });
    };
    const run = await parts
      .importRun(path, folder, nowAndThen(tell))
      .finally(() => tell({ scenes: 0, ofScenes: 0 }));
    // The copy is whole without them: it stands, whatever becomes of its notes.
    await carryNotes(path, run, index, notes).catch(onError);
    return run;
  };
  const acting = async (run: string) => ({
    id: run,
    folder: await folderOf(run),
    store: await index.store(run),
    files: await filesOf(run),
    crashPoint: crashes.of(run),
  });
  const plainRunner = parts.createRunner({
    finishMove: async (run, branch) => finishMoveLocked(await acting(run), branch),
    defaultModel,
    crashes,
    folderOf,
    filesOf,
    readPrices,
    onError,
    openRun: run => index.store(run),
  });
  const runner = obeyingStopRequests(plainRunner, folderOf, onError, run => dropFrom(run));
  const dropFrom = (run: string, branch?: string) => {
    fanOuts.drop(run, branch).catch(onError);
  };
  const fanOuts = new FanOuts({
    runner,
    marks: new WaitingLocks({ folderOf, onStop: dropFrom, onError }),
    storeOf: run => index.store(run),
    onChange: run => hub.publish('fan-outs', { run }),
    onError,
  });
  const stopDrafts = runner.onDraft((run, branch, draft) => live.draft(run, branch, draft));
  index.onChange(() => hub.publish('runs', {}));
  index.onGone(run => live.forget(run));
  index.onGone(run => searches.forget(run));
  index.onGone(run => notes.forget(run));
  index.onGone(run => comparisons.forget(run));
  return {
    version: parts.version,
    onError,
    index,
    hub,
    live,
    runner,
    searches,
    notes,
    adoptions: new RunAdoptions({ dataFolder, acting }),
    comparisons,
    reports,
    diffs,
    commands: runCommands({
      ...parts,
      createRun,
      importRun,
      dataFolder,
      index,
      runner,
      fanOuts,
      crashes,
      acting,
      deskOf: async (run, branch) => {
        const store = await index.store(run);
        const [record, own] = [await store.record(), await store.branch(branch).record()];
        return deskOf(record, own, await folderOf(run), await filesOf(run));
      },
      hasKey,
      defaultModel,
    }),
    about: async () => ({
      version: parts.version,
      dataFolder,
      hasKey,
      defaultModel,
      scenarios: await parts.listScenarios(),
    }),
    async close() {
      await Promise.all([fanOuts.close(), runner.stopAll()]);
      stopDrafts();
      live.close();
      notes.close();
      index.close();
      await cacheFolder.close();
    },
  };
}

/** Only what was opened can have been noted on. */
async function carryNotes(path: string, run: string, index: RunIndex, notes: RunNotes): Promise<void> {
  const from = await index.openedFrom(path);
  if (from === null) return;
  await notes.carry(from, run, async id => (await index.source(id)).rows());
}

/** One keeper of files per run, so that what is done to a workspace is done one after the other. */
function filesOfRuns(
  dataFolder: string,
  index: RunIndex,
  crashes: Crashes,
  parts: Pick<Parts, 'openFiles'>,
): (run: string) => Promise<RunFiles> {
  const known = new Map<string, { folder: string; ownFolder: string | null; files: RunFiles }>();
  return async run => {
    const runFolder = await index.folderOf(run);
    const { workspace: ownFolder } = await (await index.store(run)).record();
    const present = known.get(run);
    if (present?.folder === runFolder && present.ownFolder === ownFolder) return present.files;
    const files = parts.openFiles({ dataFolder, runFolder, ownFolder }, crashes.of(run));
    known.set(run, { folder: runFolder, ownFolder, files });
    return files;
  };
}

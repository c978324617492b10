import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { branchFolderName } from '../../shared/branch.ts';
import type { Checkpoint } from '../../shared/checkpoint.ts';
import type { Effect, JournalLine } from '../../shared/effect.ts';
import { findProblems } from '../../shared/findProblems.ts';
import type { LegalityProblem } from '../../shared/legality.ts';
import { slugFromTitle } from '../../shared/name.ts';
import { isMarked } from '../../shared/newProblems.ts';
import type { RunRows } from '../../shared/rows.ts';
import { RUN_VERSION, type RunRecord } from '../../shared/runRecord.ts';
import { listIfThere, statIfThere } from '../disk/readIfThere.ts';
import { renameWithRetries, syncFolder, writeFileAtomic } from '../disk/writeFileAtomic.ts';
import { openSource } from '../sources/openPath.ts';
import type { RunSource } from '../sources/runSource.ts';
import { createRun, makeDataFolder, refuseTaken } from '../store/fileStore.ts';
import { type CopyOptions, copyRun } from './copyRun.ts';
import { checkpointBytes, refuseWithoutRoom } from './importSize.ts';
import { type ImportPlan, type LeftOut, type PlannedBranch, planImport } from './planImport.ts';

/** What an import did. */
export interface ImportReport {
  run: string;
  /** Scenes that were saved. */
  imported: number;
  leftOut: LeftOut[];
  illegal: IllegalMessage[];
}

/** What the API would refuse in the messages that a branch goes on from; they are copied as they are. */
export interface IllegalMessage extends Pick<LegalityProblem, 'code' | 'messageIndex' | 'callId'> {
  branch: string;
}

/** Of each branch: a history that is broken all through need not be told in full. */
const PROBLEMS_KEPT = 100;

/** How far an import has come. */
export interface ImportProgress {
  scenes: number;
  ofScenes: number;
}

/**
 * Copies what lies at a path (a transcript, a folder of checkpoints) into the data folder as a run of ours, and gives
 * the new run's id. @throws ForkpointError as `openSource` and `importSource` do
 */
export async function importRun(
  path: string,
  dataFolder: string,
  onProgress: (progress: ImportProgress) => void = () => undefined,
): Promise<string> {
  const absolute = resolve(path);
  const source = await openSource(absolute, { id: 'import', cacheFolder: null });
  return (await importSource(source, dataFolder, { onProgress })).run;
}

/**
 * Makes a run of ours from any source. It is built under a dotted name and renamed last, so that an import that fails
 * or is killed leaves no half of a run. Where it came from, what was left out and what the API would refuse in it stands
 * in `run.json`.
 * @throws ForkpointError `no-room` before anything is written; `name-taken`, `disk-full`, `write-failed`, and what the
 *   source throws
 */
export async function importSource(
  source: RunSource,
  dataFolder: string,
  { onProgress }: { onProgress?: (progress: ImportProgress) => void } = {},
): Promise<ImportReport> {
  const rows = await source.rows();
  const plan = planImport(rows);
  await makeDataFolder(dataFolder);
  await sweepUnfinished(dataFolder);
  const { illegal, neededBytes } = await lookAhead(source, plan.branches);
  await refuseWithoutRoom(dataFolder, neededBytes);
  const record = recordOf(rows, plan, illegal);
  const workshop = join(dataFolder, `${unfinishedPrefix}${randomBytes(6).toString('hex')}`);
  try {
    const folder = join(workshop, record.id);
    await mkdir(workshop);
    const model = rows.branches.find(branch => branch.kind === 'main')?.model;
    const settings = model ? { model } : {};
    const store = await createRun(workshop, record, { settings, cacheFolder: null });
    const writeRecords = recordsInto(folder);
    const imported = await copyRun(source, store, plan, {
      writeRecords,
      onProgress: (scenes, ofScenes) => onProgress?.({ scenes, ofScenes }),
    });
    await publish(folder, dataFolder, record.id);
    return { run: record.id, imported, leftOut: plan.leftOut, illegal };
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** What the last scene of each branch tells of all of them. One is held at a time: they may be large. */
async function lookAhead(source: RunSource, branches: readonly PlannedBranch[]) {
  const illegal: IllegalMessage[] = [];
  let neededBytes = 0;
  for (const { name, scenes } of branches) {
    const last = scenes.at(-1);
    const checkpoint = last ? (await source.scene(last.id)).checkpoint : null;
    if (!checkpoint) continue;
    illegal.push(...illegalIn(name, checkpoint));
    neededBytes += checkpointBytes(scenes, checkpoint.messages);
  }
  return { illegal, neededBytes };
}

function illegalIn(name: string, { messages, stopReason = null }: Checkpoint): IllegalMessage[] {
  return findProblems(messages, { stopReason })
    .filter(isMarked)
    .slice(0, PROBLEMS_KEPT)
    .map(({ code, messageIndex, callId }) => ({ branch: name, code, messageIndex, callId }));
}

function recordOf({ run }: RunRows, { leftOut }: ImportPlan, illegal: IllegalMessage[]): RunRecord {
  return {
    version: RUN_VERSION,
    id: `${slugFromTitle(run.title, 'import')}-${randomBytes(3).toString('hex')}`,
    title: run.title,
    task: run.task,
    created: run.created ?? new Date().toISOString(),
    scenario: null,
    workspace: null,
    checks: [],
    tools: [],
    limits: { turns: null, tokens: null, seconds: null, costUsd: null },
    importedFrom: { path: run.path, kind: run.kind, at: new Date().toISOString(), leftOut, illegal },
  };
}

/** Ledger and journal in one write each: nobody else sees the folder yet. */
function recordsInto(folder: string): NonNullable<CopyOptions['writeRecords']> {
  return async (branch: string, effects: Effect[], journal: JournalLine[]) => {
    const branchFolder = join(folder, branchFolderName(branch));
    await writeFileAtomic(join(branchFolder, 'effects.json'), JSON.stringify(effects, null, 2));
    if (journal.length === 0) return;
    const lines = journal.map(line => `${JSON.stringify(line)}\n`).join('');
    await writeFileAtomic(join(branchFolder, 'calls.jsonl'), lines);
  };
}

async function publish(folder: string, dataFolder: string, id: string): Promise<void> {
  await refuseTaken(dataFolder, id);
  await renameWithRetries(folder, join(dataFolder, id));
  await syncFolder(dataFolder);
}

const unfinishedPrefix = '.import-';
const unfinishedAfterMs = 24 * 60 * 60 * 1000;

/** What a killed import left. Younger ones may still be at work in another process. */
async function sweepUnfinished(dataFolder: string): Promise<void> {
  for (const { name } of (await listIfThere(dataFolder)) ?? []) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const path = join(dataFolder, name);
    const found = await statIfThere(path);
    const ageMs = found === null ? 0 : Date.now() - Number(found.mtimeMs);
    if (ageMs > unfinishedAfterMs) await rm(path, { recursive: true, force: true });
  }
}

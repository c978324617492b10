import { join } from 'node:path';
import { branchFolderName } from '../../shared/branch.ts';
import type { Problem } from '../../shared/errors.ts';
import type { CarriedProblem } from '../../shared/errorWords.ts';
import type { RunRows } from '../../shared/rows.ts';
import { listIfThere, statIfThere } from '../disk/readIfThere.ts';
import { isTemporaryName } from '../disk/temporaryName.ts';
import { checkCaptures, type NamedCapture } from '../workspace/checkCaptures.ts';
import { moveReportPath } from '../workspace/moveReport.ts';
import { problemsOfMoves, untidiedBranches } from './checkMoves.ts';

/** An act that a crash cut short. The next act on the branch finishes it; until then nothing is lost. */
export interface Unfinished {
  branch: string;
  /** `files`: a move stands, its files are not all put back. `tidying`: scenes do not lie where the moves say. */
  what: 'files' | 'tidying';
}

/** What a run of ours holds beside its scenes, and what of it is broken. */
export interface RunFolderReport {
  /** Captures that scenes, moves and branches name. */
  captures: number;
  /** Ledger and journal included. */
  broken: CarriedProblem[];
  unfinished: Unfinished[];
  /** Half-made files and folders of killed writers, by their paths below the run: swept by later acts. */
  leftovers: string[];
}

/** Looks at everything in the folder of a run that its rows do not show. Writes nothing. @throws ForkpointError */
export async function checkRun(rows: RunRows, folder: string): Promise<RunFolderReport> {
  const captures = await checkCaptures(folder, capturesNamedIn(rows));
  const broken: CarriedProblem[] = [
    ...rows.problems,
    ...problemsOfMoves(rows),
    ...captures.lost.map((params): Problem => ({ code: 'lost-capture', params })),
    ...captures.unreadable.map((params): Problem => ({ code: 'bad-shape', params })),
  ];
  const files = new Set([...captures.unfinished, ...(await branchesWithoutReport(rows, folder))]);
  return {
    captures: captures.named,
    broken,
    unfinished: [
      ...[...files].map((branch): Unfinished => ({ branch, what: 'files' })),
      ...untidiedBranches(rows).map((branch): Unfinished => ({ branch, what: 'tidying' })),
    ],
    leftovers: await leftoversIn(folder, rows),
  };
}

function capturesNamedIn({ scenes, branches }: RunRows): NamedCapture[] {
  const ofScenes = scenes.map(({ file, capture }) => ({
    where: file,
    captures: [capture?.id, capture?.since],
  }));
  const ofBranches = branches.flatMap(({ name, moves, restCaptures = [] }) => [
    ...moves.map(move => ({
      where: `move ${move.number} of ${name}`,
      captures: [move.filesBefore, move.filesTaken],
    })),
    ...restCaptures.map(rest => ({ where: `a rest of ${name}`, captures: [rest.from, rest.capture] })),
  ]);
  return [...ofScenes, ...ofBranches].flatMap(({ where, captures }) =>
    captures.flatMap(capture => (capture == null ? [] : [{ where, capture }])),
  );
}

async function branchesWithoutReport({ branches }: RunRows, folder: string): Promise<string[]> {
  const cut = await Promise.all(
    branches.map(async ({ name, moves }) => {
      const last = moves.at(-1);
      if (!last || last.filesTaken == null) return [];
      const report = await statIfThere(join(folder, moveReportPath(name, last.number)));
      return report === null ? [name] : [];
    }),
  );
  return cut.flat();
}

/** Only where ours are made: what lies in workspaces is the agent's. */
async function leftoversIn(folder: string, rows: RunRows): Promise<string[]> {
  const branches = new Set(rows.branches.map(({ name }) => name));
  const superseded = await Promise.all(
    rows.branches.map(({ name }) => foldersBelow(folder, `${branchFolderName(name)}/superseded`)),
  );
  const kept = await foldersBelow(folder, 'captures');
  const reports = await foldersBelow(folder, 'captures/moves');
  const places = [
    '',
    'workspaces',
    ...rows.branches.map(({ name }) => branchFolderName(name)),
    ...superseded.flat(),
    'captures',
    ...kept,
    ...reports,
  ];
  const found = await Promise.all(places.map(place => temporariesIn(folder, place)));
  const copies = (await foldersBelow(folder, 'workspaces')).filter(path => {
    const name = path.slice('workspaces/'.length);
    return !name.startsWith('.') && !branches.has(name);
  });
  return [...found.flat(), ...copies].sort();
}

async function temporariesIn(folder: string, place: string): Promise<string[]> {
  const entries = (await listIfThere(join(folder, place))) ?? [];
  return entries.flatMap(({ name }) =>
    isTemporaryName(name) ? [place === '' ? name : `${place}/${name}`] : [],
  );
}

async function foldersBelow(folder: string, place: string): Promise<string[]> {
  const entries = (await listIfThere(join(folder, place))) ?? [];
  return entries.flatMap(entry => (entry.isDirectory() ? [`${place}/${entry.name}`] : []));
}

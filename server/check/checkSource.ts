import type { CarriedProblem } from '../../shared/errorWords.ts';
import { findProblems } from '../../shared/findProblems.ts';
import type { LegalityProblem } from '../../shared/legality.ts';
import type { BranchRow, CallRow, RunInfo, RunRows } from '../../shared/rows.ts';
import { buildRunGraph, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import type { RunSource } from '../sources/runSource.ts';
import { checkRun, type RunFolderReport, type Unfinished } from './checkRun.ts';

/** A problem with the line it stands at, for files of lines. */
export interface CheckProblem extends CarriedProblem {
  line: number | null;
}

/** What is in a folder of checkpoints, and what is wrong with it. */
export interface RunReport {
  kind: RunInfo['kind'];
  path: string;
  scenes: number;
  turns: number;
  branches: number;
  /** Files that cannot be read. */
  damaged: number;
  /** Turns that no head and no move leads to. */
  orphaned: number;
  superseded: number;
  /** Calls without a result at the heads of branches. */
  dangling: number;
  effects: number;
  /** Why the API would refuse what the branches go on from, were it sent as it is stored. */
  illegal: IllegalMessage[];
  problems: CheckProblem[];
  /**
   * Of a run of ours: captures, scenes and moves that something names and that cannot be used, ledgers and journals that
   * cannot be read. Each is a problem too.
   */
  broken: number;
  captures: number;
  unfinished: Unfinished[];
  leftovers: string[];
}

/** A problem of the messages at a branch's head, which is sent mended. */
export interface IllegalMessage extends Pick<LegalityProblem, 'code' | 'messageIndex' | 'callId'> {
  branch: string;
}

/** Counts what a source's rows tell. @param path where it lies */
export async function checkSource(source: RunSource, path: string): Promise<RunReport> {
  const rows = await source.rows();
  const turns = [...buildRunGraph(rows).turns.values()];
  const damaged = rows.scenes.filter(row => row.problem !== null);
  const { broken, ...folder } =
    rows.run.kind === 'run' ? await checkRun(rows, path) : { ...nothingBeside, broken: rows.problems };
  return {
    kind: rows.run.kind,
    path,
    scenes: rows.scenes.length - damaged.length,
    turns: turns.length,
    branches: rows.branches.length,
    damaged: damaged.length,
    orphaned: turns.filter(turn => turn.state === 'orphaned').length,
    superseded: turns.filter(turn => turn.state === 'superseded').length,
    dangling: turns.filter(turn => turn.headOf.length > 0).flatMap(danglingOf).length,
    effects: rows.effects.length,
    illegal: await illegalOf(source),
    problems: [...broken, ...problemsOfParts(rows)].map(toCheckProblem),
    ...folder,
    broken: rows.run.kind === 'run' ? broken.length : 0,
  };
}

/** Other programs' folders hold scenes and nothing that we would know how to look at. */
const nothingBeside: Omit<RunFolderReport, 'broken'> = { captures: 0, unfinished: [], leftovers: [] };

/** The problems of `messages` at the heads of a source's branches. */
export async function illegalOf(source: RunSource): Promise<IllegalMessage[]> {
  const { branches } = await source.rows();
  return (await Promise.all(branches.map(branch => illegalAt(source, branch)))).flat();
}

/** Open calls are counted by themselves, and a branch that is done rests on a reply. */
async function illegalAt(source: RunSource, { name, head }: BranchRow): Promise<IllegalMessage[]> {
  const checkpoint = head === null ? null : (await source.scene(head)).checkpoint;
  if (checkpoint === null) return [];
  return findProblems(checkpoint.messages, { stopReason: checkpoint.stopReason ?? null })
    .filter(({ severity, code }) => severity === 'error' && !codesOfRest.includes(code))
    .map(({ code, messageIndex, callId }) => ({ branch: name, code, messageIndex, callId }));
}

const codesOfRest: readonly LegalityProblem['code'][] = ['dangling-call', 'ends-on-assistant'];

function danglingOf(turn: TurnNode): CallRow[] {
  const calls = sceneOfTurn(turn, null)?.calls ?? [];
  return calls.filter(call => call.state === 'dangling');
}

function problemsOfParts(rows: RunRows): CarriedProblem[] {
  const ofScenes = rows.scenes.flatMap(row => row.problem ?? []);
  const ofBranches = rows.branches.flatMap(branch => branch.problem ?? []);
  return [...ofBranches, ...ofScenes];
}

/** The problem with its line where it names one. */
export function toCheckProblem({ code, params }: CarriedProblem): CheckProblem {
  return { code, params, line: typeof params.line === 'number' ? params.line : null };
}

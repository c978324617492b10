import type { Problem } from '../../shared/errors.ts';
import type { CallRow, RunInfo, RunRows } from '../../shared/rows.ts';
import { buildRunGraph, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import type { RunSource } from '../sources/runSource.ts';

/** A problem with the line it stands at, for files of lines. */
export type CheckProblem = { code: string; params: Record<string, unknown>; line: number | null };

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
  problems: CheckProblem[];
}

/** Counts what a source's rows tell. @param path where it lies */
export async function checkSource(source: RunSource, path: string): Promise<RunReport> {
  const rows = await source.rows();
  const turns = [...buildRunGraph(rows).turns.values()];
  const damaged = rows.scenes.filter(row => row.problem !== null);
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
    problems: problemsOf(rows).map(toCheckProblem),
  };
}

function danglingOf(turn: TurnNode): CallRow[] {
  const calls = sceneOfTurn(turn, null)?.calls ?? [];
  return calls.filter(call => call.state === 'dangling');
}

function problemsOf(rows: RunRows): { code: string; params: Record<string, unknown> }[] {
  const ofScenes = rows.scenes.flatMap(row => row.problem ?? []);
  const ofBranches = rows.branches.flatMap(branch => branch.problem ?? []);
  return [...rows.problems, ...ofBranches, ...ofScenes];
}

/** The problem with its line where it names one. */
export function toCheckProblem(
  problem: Problem | { code: string; params: Record<string, unknown> },
): CheckProblem {
  const params: Record<string, unknown> = problem.params;
  return { code: problem.code, params, line: typeof params.line === 'number' ? params.line : null };
}

import type { Problem } from './errors.ts';
import { totalTokensOf } from './message.ts';
import type { BranchRow, BranchState, RunInfo, RunRows, RunSummary } from './rows.ts';
import { buildRunGraph, type RunGraph, type TurnNode } from './runGraph.ts';

/** The line of a run in the list: turns and tokens of all its branches, superseded turns included. */
export function summaryOf(rows: RunRows): RunSummary {
  return {
    ...rows.run,
    isBeingRead: false,
    state: stateOf(rows.branches),
    branches: rows.branches.length,
    ...countsOf(buildRunGraph(rows)),
    changedAt: rows.scenes.reduce<string | null>((latest, row) => later(latest, row.savedAt), null),
    problem: rows.problems[0] ?? null,
  };
}

/** Turns and tokens of all branches of a graph; those of subagents are within the calls that they work for. */
export function countsOf(graph: RunGraph): Pick<RunSummary, 'turns' | 'tokens'> {
  const turns = [...graph.turns.values()].filter(
    node => node.turn > 0 && graph.branches.get(node.branch)?.kind !== 'subagent',
  );
  const tokens = turns.reduce((sum, node) => sum + tokensOf(node), 0) || mostTokens(graph);
  return { turns: turns.length, tokens };
}

/** The line of a run that cannot be opened: its folder and why. Without a problem: of one that is still being read. */
export function summaryOfUnread(
  run: Pick<RunInfo, 'id' | 'path' | 'readOnly'>,
  problem: Problem | null,
): RunSummary {
  return {
    ...run,
    isBeingRead: problem === null,
    title: run.id,
    task: '',
    kind: 'folder',
    created: null,
    scenario: null,
    state: 'invalid',
    branches: 0,
    turns: 0,
    tokens: 0,
    changedAt: null,
    problem,
  };
}

/** What runs or waits anywhere comes first; else how `main`, the first branch, came to rest. */
function stateOf(branches: readonly BranchRow[]): BranchState {
  const states = branches.map(branch => branch.state);
  if (states.includes('running')) return 'running';
  if (states.includes('waiting')) return 'waiting';
  return branches.find(branch => branch.kind === 'main')?.state ?? states[0] ?? 'interrupted';
}

function tokensOf(node: TurnNode): number {
  const usage = node.a?.usage ?? node.b?.usage;
  return usage ? totalTokensOf(usage) : 0;
}

/** Other programs keep only the sum along the line. */
function mostTokens({ scenes }: RunGraph): number {
  return [...scenes.values()].reduce((most, row) => Math.max(most, row.tokensUsed), 0);
}

/** ISO times in UTC compare as text. */
function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

import { commandEnd, saysNotRun } from '../../shared/commandEnd.ts';
import { type FanOut, hasBegun, restOf } from '../../shared/fanOut.ts';
import { isOpenQuestion } from '../../shared/gate.ts';
import { lineOf } from '../../shared/lineOf.ts';
import { isTestCommand } from '../../shared/lookHere/checkFacts.ts';
import type { BranchRow, BranchState, CallRow, SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import type { RunGraph } from '../../shared/runGraph.ts';

/** Where a branch of a fan-out is: as any branch, or not yet begun. */
export type BoardState = BranchState | 'queued' | 'not-started';

/** What the board shows of one branch. */
export interface BoardRow {
  branch: BranchRow;
  state: BoardState;
  /** It stands inside a call: a person has to say how it goes on. */
  needsPerson: boolean;
  /** Turns and tokens after the fork. */
  turns: number;
  tokens: number;
  /** The last test that it ran after the fork, or null. */
  test: { isGreen: boolean; command: string; result: string } | null;
  effects: { done: number; simulated: number; waiting: number };
  /** First words of what the model said last; null before its first reply. */
  words: string | null;
  head: SceneRow | null;
}

/**
 * The branches of a fan-out as they are now, from the rows alone.
 * @param waiting branches that wait for their turn in the server
 */
export function boardRows(
  state: RunState,
  graph: RunGraph,
  group: FanOut,
  waiting: readonly string[],
): BoardRow[] {
  const rest = new Set(restOf(state, group).map(row => row.name));
  return group.branches.map(branch => {
    const head = graph.scenes.get(branch.head ?? '') ?? null;
    const own = ownScenes(graph, branch);
    const origin = graph.scenes.get(branch.origin ?? '');
    const shown = stateOf(state, branch, waiting);
    const isAtRest = shown === 'interrupted' || shown === 'stopped';
    return {
      branch,
      state: shown,
      needsPerson: isAtRest && !rest.has(branch.name),
      turns: new Set(own.map(scene => scene.turn)).size,
      tokens: Math.max(0, (head?.tokensUsed ?? 0) - (origin?.tokensUsed ?? 0)),
      test: lastTest(own),
      effects: effectsOf(state, branch, own),
      words: own.length === 0 ? null : (own.findLast(scene => scene.words !== '')?.words ?? null),
      head,
    };
  });
}

/** How many branches have come to their end, however they did, and how many wait for the person. */
export function countRows(rows: readonly BoardRow[]): { ended: number; waiting: number } {
  const open: readonly BoardState[] = ['queued', 'not-started', 'running', 'waiting'];
  return {
    ended: rows.filter(row => !open.includes(row.state)).length,
    waiting: rows.filter(row => row.state === 'waiting').length,
  };
}

/** The scenes on a fork's line that are its own: later than the one it began with. */
function ownScenes(graph: RunGraph, { name, head, origin }: BranchRow): SceneRow[] {
  const start = graph.scenes.get(origin ?? '');
  return lineOf(graph.scenes, head ?? '')
    .flatMap(id => graph.scenes.get(id) ?? [])
    .filter(scene => scene.branch === name && !(scene.turn === start?.turn && scene.point === start.point));
}

function stateOf(state: RunState, branch: BranchRow, waiting: readonly string[]): BoardState {
  if (branch.owner !== null) return 'running';
  if (waiting.includes(branch.name)) return 'queued';
  return hasBegun(state, branch) ? branch.state : 'not-started';
}

function lastTest(scenes: readonly SceneRow[]): BoardRow['test'] {
  const calls = scenes.flatMap(scene => scene.calls).filter(isEndedTest);
  const call = calls.at(-1);
  if (!call) return null;
  const result = call.result ?? '';
  return { isGreen: commandEnd(call, result).state === 'passed', command: call.detail, result };
}

function isEndedTest({ toolClass, state, detail, result }: CallRow): boolean {
  return (
    toolClass === 'command' && state !== 'dangling' && isTestCommand(detail) && !saysNotRun(result ?? '')
  );
}

function effectsOf(state: RunState, { name }: BranchRow, own: readonly SceneRow[]): BoardRow['effects'] {
  return {
    done: state.effects.filter(row => row.branch === name && row.toolClass === 'external').length,
    simulated: new Set(own.filter(scene => scene.flags.includes('simulated')).map(scene => scene.turn)).size,
    waiting: state.questions.filter(row => row.branch === name && isOpenQuestion(row)).length,
  };
}

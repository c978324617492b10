import { describe, expect, test } from 'vitest';
import type { Draft, RunState } from '../../shared/runEvent.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { everyTurn } from '../../shared/turnFilter.ts';
import { type CardContext, draftPlace, type GraphFlowNode, turnFlowNode } from './flowNodes.ts';
import { followTargetOf } from './followTarget.ts';
import { keptNodes } from './keptNodes.ts';
import { layoutOf } from './layout/graphLayout.ts';
import { drawnRun } from './layout/testing/drawnRun.ts';

function drawn(drawing: string): CardContext & { state: RunState } {
  const rows = drawnRun(drawing);
  const graph = buildRunGraph(rows);
  const layout = layoutOf(graph);
  const state = { ...rows, drafts: [], cursor: { epoch: 'e', seq: 0 } };
  return {
    state,
    graph,
    layout,
    level: 'cards',
    filter: everyTurn,
    selectedScene: null,
    diffed: null,
    tabbable: null,
  };
}

const nodesOf = (context: CardContext): GraphFlowNode[] =>
  context.graph.order.flatMap(id => turnFlowNode(id, context) ?? []);

const draft = (branch: string, parent: string, turn: number): Draft => ({
  branch,
  parent,
  turn,
  thinking: '',
  text: '',
  calls: [],
  wait: null,
});

describe('cards', () => {
  test('that did not change are the same objects as before, though the graph was built anew', () => {
    const first = drawn('main: 0 1 2');
    const before = nodesOf(first);
    const rows = { ...drawnRun('main: 0 1 2'), scenes: [...first.state.scenes] };
    const again = { ...first, graph: buildRunGraph(rows) };
    const after = keptNodes(nodesOf(again), new Map(before.map(node => [node.id, node])));
    expect(after.every((node, index) => node === before[index])).toBe(true);
  });

  test('one that is chosen is a new object, the others are kept', () => {
    const context = drawn('main: 0 1 2');
    const before = nodesOf(context);
    const chosen = nodesOf({ ...context, selectedScene: 'main/1' });
    const after = keptNodes(chosen, new Map(before.map(node => [node.id, node])));
    expect(after.map((node, index) => node === before[index])).toEqual([true, false, true]);
    expect(after[1]?.data).toMatchObject({ selected: 'B' });
  });

  test('the head is shown where a branch can go on, not where a subagent ended', () => {
    const context = drawn('main: 0 1\ns in main/1: 1');
    expect(turnFlowNode('main/1', context)?.data.heads).toBe('main');
    expect(turnFlowNode('s/1', context)?.data.heads).toBe('');
  });
});

describe('a draft', () => {
  const { graph, layout, state } = drawn('main: 0 1 2\nplan-b from main/1:');

  test('stands after its parent on the row of its branch, though that has no turn yet', () => {
    expect(draftPlace(draft('main', 'main/2', 3), graph, layout)).toEqual({ column: 3, row: 0 });
    expect(draftPlace(draft('plan-b', 'main/1', 2), graph, layout)).toEqual({ column: 2, row: 1 });
  });

  test('goes once its turn is saved, even before it is withdrawn', () => {
    expect(draftPlace(draft('main', 'main/1', 2), graph, layout)).toBe(null);
  });

  test('is what the graph follows; else the head of what runs, else of the first branch', () => {
    const follow = (change: Partial<RunState>) => followTargetOf({ ...state, ...change }, graph, layout);
    expect(follow({ drafts: [draft('main', 'main/2', 3)] })).toEqual({ turn: null, column: 3, row: 0 });
    expect(follow({})).toEqual({ turn: 'main/2', column: 2, row: 0 });
    const running = state.branches.map(row =>
      row.name === 'plan-b' ? { ...row, state: 'running' as const } : row,
    );
    expect(follow({ branches: running })).toEqual({ turn: 'main/1', column: 1, row: 0 });
  });
});

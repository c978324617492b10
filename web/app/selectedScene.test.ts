import { expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawnRun } from '../graph/layout/testing/drawnRun.ts';
import { selectedScenesOf } from './selectedScene.ts';

const rows = drawnRun('main: 0 1 2\nplan-b from main/1: 2 3');
const state = { ...rows, drafts: [], cursor: { epoch: 'e', seq: 0 } };
const graph = buildRunGraph(rows);

test('without a choice the head is shown', () => {
  expect(selectedScenesOf(state, graph, { scene: null, diff: null })).toMatchObject({
    chosen: null,
    shown: { id: 'main/2' },
    problem: null,
  });
});

test('without a choice and with nothing running, the branch that was written last is shown', () => {
  const savedAt = (id: string) => (id === 'plan-b/3' ? '2026-11-30T11:00:00Z' : '2026-11-30T10:00:00Z');
  const scenes = rows.scenes.map(row => ({ ...row, savedAt: savedAt(row.id) }));
  const written = { ...state, scenes };
  const found = selectedScenesOf(written, buildRunGraph(written), { scene: null, diff: null });
  expect(found.shown?.id).toBe('plan-b/3');
});

test('an address leads to its scene, a fork’s earlier turns being its ancestors’', () => {
  const { chosen, shown, diff } = selectedScenesOf(state, graph, { scene: 'plan-b:1', diff: 'plan-b:3-B' });
  expect([chosen?.id, shown?.id, diff?.id]).toEqual(['main/1', 'main/1', 'plan-b/3']);
});

test.each([
  { scene: 'main:77', diff: null },
  { scene: 'main:1', diff: 'main:77' },
])('an address that leads nowhere is a problem that names it', selection => {
  expect(selectedScenesOf(state, graph, selection).problem).toEqual({
    code: 'no-such-scene',
    params: { run: 'drawn', address: 'main:77' },
  });
});

test('a scene of another run is not looked up in this one', () => {
  const found = selectedScenesOf(state, graph, { scene: 'main:1', diff: 'other/main:77' });
  expect(found).toMatchObject({
    diff: null,
    diffElsewhere: { run: 'other', address: 'main:77' },
    problem: null,
  });
});

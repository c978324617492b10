import { expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawnRun } from '../graph/layout/testing/drawnRun.ts';
import { branchOfSelection } from './branchOfSelection.ts';

const rows = drawnRun(`
  main: 0 1 2
  main~1 from main/1: 2 3
  plan-b from main/1:
  plan-c from main/1: 2`);
const graph = buildRunGraph(rows);

test.each([
  { address: 'plan-b:1-B', scene: 'main/1', branch: 'plan-b', why: 'a fork at its fork point' },
  { address: 'main:1-B', scene: 'main/1', branch: 'main', why: 'the same scene as its own branch’s' },
  { address: 'plan-c:1', scene: 'main/1', branch: 'plan-c', why: 'a turn before the fork' },
  { address: 'main:3-B~1', scene: 'main~1/3', branch: 'main', why: 'what a rewind left' },
  { address: '@x', scene: 'main/1', branch: 'main', why: 'a scene by its id' },
  { address: null, scene: 'plan-c/2', branch: 'plan-c', why: 'the head that is followed' },
  { address: 'plan-b:2-B', scene: 'main/2', branch: 'main', why: 'a scene that is not on the named line' },
  { address: 'gone:1-B', scene: 'main/1', branch: 'main', why: 'a branch that is not there' },
])('$why: $address means $branch', ({ address, scene, branch }) => {
  const row = graph.scenes.get(scene);
  if (!row) throw new Error(`no scene ${scene}`);
  expect(branchOfSelection(graph, address, row)).toBe(branch);
});

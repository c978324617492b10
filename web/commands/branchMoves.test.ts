import { expect, test } from 'vitest';
import type { Move } from '../../shared/branch.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { lastRewind, rewindableBranches } from './branchMoves.ts';

const rewind = (number: number): Move => ({ number, kind: 'rewind', left: 'x', taken: 'y', at: '' });
const undo = (number: number, undoes: number): Move => ({ ...rewind(number), kind: 'undo', undoes });

test('the latest rewind that no undo has taken back', () => {
  expect(lastRewind([])).toBeNull();
  expect(lastRewind([rewind(1), rewind(2)])?.number).toBe(2);
  expect(lastRewind([rewind(1), rewind(2), undo(3, 2)])?.number).toBe(1);
  expect(lastRewind([rewind(1), undo(2, 1)])).toBeNull();
  expect(lastRewind([rewind(1), undo(2, 1), rewind(3)])?.number).toBe(3);
});

test('a scene can be gone back to on its own branch first, and on what was forked from it', () => {
  const graph = buildRunGraph(
    drawRun('main 0B 1B 2B\nplan-b main/1B > 2B\nplan-c plan-b/2B > 3B\nother main/1B > 2B'),
  );
  expect(rewindableBranches(graph, 'plan-b').map(row => row.name)).toEqual(['plan-b', 'plan-c']);
  expect(rewindableBranches(graph, 'main')[0]?.name).toBe('main');
});

import { expect, test } from 'vitest';
import type { RunRows, SceneRow } from '../../shared/rows.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { blankBranch, blankRun, blankScene } from '../../shared/testing/blankRows.ts';
import { messageTurnsOf } from './messageTurns.ts';

/** A line of scenes B, one per turn, with how many messages each holds. */
function turnsOf(counts: readonly number[], changes: Record<number, Partial<SceneRow>> = {}, first = 0) {
  const scenes = counts.map((messageCount, index): SceneRow => {
    const turn = first + index;
    const parent = index === 0 ? null : `${turn - 1}`;
    return {
      ...blankScene,
      id: `${turn}`,
      branch: 'main',
      turn,
      point: 'B',
      parent,
      file: '',
      messageCount,
      ...changes[turn],
    };
  });
  const last = scenes.at(-1);
  if (!last) throw new Error('a line has a scene');
  const rows: RunRows = {
    run: blankRun,
    branches: [
      {
        ...blankBranch,
        name: 'main',
        kind: 'main',
        parent: null,
        origin: null,
        head: last.id,
        moves: [],
        state: 'done',
      },
    ],
    scenes,
    effects: [],
    journal: [],
    questions: [],
    problems: [],
  };
  return messageTurnsOf(buildRunGraph(rows), last);
}

test('each message belongs to the turn whose scene first holds it', () => {
  expect(turnsOf([1, 3, 5, 6])).toEqual([0, 1, 1, 2, 2, 3]);
});

test('before a compaction nothing is known of where messages came from', () => {
  expect(turnsOf([1, 3, 2, 4])).toEqual([null, null, 3, 3]);
  expect(turnsOf([1, 3, 4, 6], { 2: { flags: ['compaction'] } })).toEqual([null, null, null, null, 3, 3]);
});

test('what came with a damaged file, or before the first file, belongs to no turn that is known', () => {
  const problem = { code: 'empty-file', params: {} };
  expect(turnsOf([1, 3, 0, 7, 9], { 2: { problem, messageCount: 0 } })).toEqual([
    0,
    1,
    1,
    null,
    null,
    null,
    null,
    4,
    4,
  ]);
  expect(turnsOf([5, 7], {}, 8)).toEqual([null, null, null, null, null, 9, 9]);
});

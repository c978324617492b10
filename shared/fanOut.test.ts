import { expect, test } from 'vitest';
import { fanOutsOf, hasBegun, restOf } from './fanOut.ts';
import type { BranchRow, CallRow, RunRows, SceneRow } from './rows.ts';
import { blankBranch, blankScene } from './testing/blankRows.ts';

function branch(name: string, place: number, change: Partial<BranchRow> = {}): BranchRow {
  return {
    ...blankBranch,
    name,
    kind: 'fork',
    parent: 'main',
    origin: 'main/3B',
    head: 'main/3B',
    moves: [],
    state: 'interrupted',
    fanOut: { id: 'f', place, of: 4, atOnce: 2 },
    ...change,
  };
}

/** Rows of forks from 3-B, each with so many scenes of its own behind it. */
function rowsWith(
  ends: Record<string, { own: number; calls?: CallRow[] }>,
): Pick<RunRows, 'scenes' | 'journal'> {
  const scenes = Object.entries(ends).flatMap(([name, { own, calls = [] }]) =>
    Array.from({ length: own + 1 }, (_, index): SceneRow => {
      const id = index === 0 ? 'main/3B' : `${name}/${3 + index}A`;
      const file = `checkpoints-${name}/${index}`;
      const isLast = index === own;
      return {
        ...blankScene,
        ...{ id, branch: name, turn: 3 + index, point: 'A', parent: null, file },
        calls: isLast ? calls : [],
      };
    }),
  );
  return { scenes, journal: [] };
}

const call = (state: CallRow['state']): CallRow => ({
  ...{ id: 't1', name: 'read_file', detail: '', toolClass: 'read', result: null },
  state,
});

test('branches of one fan-out stand together, by their places', () => {
  const other = { id: 'g', place: 1, of: 2, atOnce: 1 };
  const { fanOut: _none, ...alone } = branch('alone', 1);
  const groups = fanOutsOf([branch('c', 3), alone, branch('x', 1, { fanOut: other }), branch('a', 1)]);
  expect(groups.map(group => [group.id, group.of, group.atOnce])).toEqual([
    ['f', 4, 2],
    ['g', 2, 1],
  ]);
  expect(groups.map(group => group.branches.map(row => row.name))).toEqual([['a', 'c'], ['x']]);
});

test('a fork has begun with its first scene, its first call, an owner or an end', () => {
  const rows = rowsWith({ a: { own: 0 }, b: { own: 1 } });
  expect(hasBegun(rows, branch('a', 1))).toBe(false);
  // From the end of a finished turn, with words that still have to be sent.
  expect(hasBegun(rows, branch('a', 1, { state: 'done' }))).toBe(false);
  expect(hasBegun(rows, branch('a', 1, { state: 'failed' }))).toBe(true);
  expect(hasBegun(rows, branch('a', 1, { owner: 'process 1' }))).toBe(true);
  expect(hasBegun(rows, branch('b', 2))).toBe(true);
  const opened = { id: 'a/main/3B/0', branch: 'a', scene: 'main/3B', callId: 't1', name: 'read_file' };
  const journal = [{ ...opened, state: 'open' as const, ok: null, openedAt: '', durationMs: null }];
  expect(hasBegun({ ...rows, journal }, branch('a', 1))).toBe(true);
});

test('the rest is what can go on without a decision', () => {
  const rows = rowsWith({
    fresh: { own: 0 },
    stopped: { own: 1, calls: [call('answered')] },
    cut: { own: 1, calls: [call('dangling')] },
    done: { own: 1 },
    failed: { own: 1 },
    waiting: { own: 1, calls: [call('dangling')] },
  });
  const at = (name: string, state: BranchRow['state']) => branch(name, 1, { head: `${name}/4A`, state });
  const group = {
    ...{ id: 'f', of: 6, atOnce: 2 },
    branches: [
      branch('fresh', 1),
      at('stopped', 'stopped'),
      at('cut', 'interrupted'),
      at('done', 'done'),
      at('failed', 'failed'),
      at('waiting', 'waiting'),
    ],
  };
  expect(restOf(rows, group).map(row => row.name)).toEqual(['fresh', 'stopped']);
});

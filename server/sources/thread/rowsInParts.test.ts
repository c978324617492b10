import { expect, test } from 'vitest';
import type { BranchRow, RunRows, SceneRow } from '../../../shared/rows.ts';
import { blankBranch, blankRun, blankScene } from '../../../shared/testing/blankRows.ts';
import { partsOfRows, RowsFromParts } from './rowsInParts.ts';

function sceneAt(turn: number): SceneRow {
  return { ...blankScene, id: `s${turn}`, branch: 'main', turn, point: 'B', parent: null, file: 'a.jsonl' };
}

const main: BranchRow = {
  ...blankBranch,
  name: 'main',
  kind: 'main',
  parent: null,
  origin: null,
  head: null,
  moves: [],
  state: 'done',
};

function rowsWith(count: number, more: Partial<RunRows> = {}): RunRows {
  const scenes = Array.from({ length: count }, (_, turn) => sceneAt(turn));
  return {
    run: blankRun,
    branches: [main],
    scenes,
    effects: [],
    journal: [],
    questions: [],
    problems: [],
    ...more,
  };
}

/** What arrives of these rows at one who has the rows before; copied, as between threads. */
function received(before: RunRows | null, known: RunRows | null, after: RunRows) {
  const collected = new RowsFromParts(known);
  const parts = [...partsOfRows(before, after)];
  for (const part of structuredClone(parts)) collected.add(part);
  return { rows: collected.rows, parts };
}

test('rows arrive whole, in parts of which none is large', () => {
  const rows = rowsWith(1_000);
  const { rows: arrived, parts } = received(null, null, rows);
  expect(arrived).toEqual(rows);
  expect(parts.length).toBeGreaterThan(3);
});

test('rows that did not change are not sent again and stay the very rows they were', () => {
  const before = rowsWith(500);
  const known = structuredClone(before);
  const changed = { ...sceneAt(7), words: 'other words' };
  const added = sceneAt(500);
  const after = rowsWith(0, { scenes: [...structuredClone(before.scenes).with(7, changed), added] });
  const { rows, parts } = received(before, known, after);
  expect(rows).toEqual(after);
  expect(rows?.scenes[8]).toBe(known.scenes[8]);
  expect(rows?.scenes[7]).not.toBe(known.scenes[7]);
  expect(rows?.branches[0]).toBe(known.branches[0]);
  const items = parts.flatMap(part => (part.list === 'scenes' ? part.items : []));
  expect(items.filter(item => typeof item !== 'number')).toEqual([changed, added]);
});

test('of the same lists nothing is sent, and the rows are the ones that are known', () => {
  const before = rowsWith(3);
  const { rows, parts } = received(before, before, { ...before, problems: [] });
  expect(parts).toEqual([]);
  expect(rows).toBe(before);
});

test('until the last part is there the rows are those before', () => {
  const before = rowsWith(1);
  const collected = new RowsFromParts(before);
  for (const part of partsOfRows(null, rowsWith(2))) {
    expect(collected.rows).toBe(before);
    collected.add(part);
  }
  expect(collected.rows?.scenes).toHaveLength(2);
});

import { describe, expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawCall, drawRun } from '../../shared/testing/drawRun.ts';
import { lanesOf } from '../graph/layout/lanes.ts';
import { outlineRowsOf } from './outlineRows.ts';
import { rowsOfTyped, type Typed, typedWith } from './typedRow.ts';

const rows = drawRun(`
  main    0B 1B 2B 3B 4B
  plan-b  main/2B > 3B`);
for (const scene of rows.scenes) {
  if (scene.id === 'main/1B') scene.words = 'I will look at the Tests first';
  if (scene.id === 'main/3B') scene.calls = [drawCall('c', { name: 'run_command', detail: 'node --test' })];
}
const graph = buildRunGraph(rows);
const rowsIn = (run: typeof graph) =>
  outlineRowsOf(run, lanesOf(run), { isOpen: () => true, toggled: () => ({ quiet: false, opened: [] }) });
const outline = rowsIn(graph);
const outlineOf = (drawing: string) => rowsIn(buildRunGraph(drawRun(drawing)));

/** What was typed with a row of keys, and the rows that it means. */
function typing(keys: string, from = 0) {
  let typed: Typed | null = null;
  let at = from;
  for (const key of keys.split(' ')) {
    typed = typedWith(typed, key === '_' ? ' ' : key, at);
    at = (typed && rowsOfTyped(outline, typed)[0]) ?? at;
  }
  return { typed, found: typed && rowsOfTyped(outline, typed), at: outline[at]?.id };
}

describe('digits', () => {
  test('are the number of a turn', () => {
    expect(typing('3').found).toHaveLength(2);
    expect(typing('9').found).toEqual([]);
  });

  test('mean the very number before a longer one, then the nearest from where they were typed', () => {
    const many = outlineOf('main 0B 1B 2B 10B 11B 12B');
    const found = (text: string, from: number) => rowsOfTyped(many, { text, isWords: false, from })[0];
    expect([found('1', 0), found('11', 0), found('1', 4), found('9', 0)]).toEqual([1, 4, 1, undefined]);
    expect(found('1', 2)).toBe(1);
    expect(rowsOfTyped(many, { text: '1', isWords: false, from: 4 }).slice(1)).toEqual([4, 5, 3]);
  });

  test('letters are left to the commands of the page', () => {
    expect(typing('t').typed).toBeNull();
    expect(typedWith({ text: '1', isWords: false, from: 0 }, 'o', 0)).toBeNull();
  });
});

describe('words', () => {
  test('are found in what a turn says, in its tools and in what its calls are about, in any case', () => {
    expect(typing("' t e s t s").at).toBe('main/1B');
    expect(typing("' r u n _ c o").found).toEqual([]);
    expect(typing("' n o d e _ - -").at).toBe('main/3B');
    expect(typing("' p l a n").found).toHaveLength(1);
  });

  test('the sign again goes to the next one, round to the first', () => {
    const found = typing("' t e s t").found ?? [];
    expect(found.map(index => outline[index]?.id)).toEqual(['main/1B', 'main/3B']);
    expect(typing("' t e s t '").at).toBe('main/3B');
    expect(typing("' t e s t ' '").at).toBe('main/1B');
  });

  test('are taken back letter by letter, and end with a key that is none', () => {
    expect(typing("' t x Backspace").typed?.text).toBe('t');
    expect(typing("' t ArrowDown").typed).toBeNull();
  });
});

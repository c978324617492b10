import { describe, expect, test } from 'vitest';
import type { ComparedRow, TurnCell } from '../../shared/compare/comparison.ts';
import { differingRows, keyOfRow, turnItems } from './turnItems.ts';

const cell = (turn: number): TurnCell => ({
  at: { address: `main:${turn}-B`, scene: `s${turn}`, turn },
  words: '',
  input: null,
  calls: [],
  tokens: null,
  durationMs: null,
  marks: [],
  differences: [],
});

const kinds = { '=': 'same', '~': 'alike', x: 'different', '-': 'one-sided' } as const;

/** A sign per row: `=` same, `~` alike, `x` different, `-` one-sided. */
const drawn = (signs: string): ComparedRow[] =>
  [...signs].map((sign, index) => ({
    kind: kinds[sign as keyof typeof kinds],
    differences: [],
    cells: sign === '-' ? [null, cell(index)] : [cell(index), cell(index)],
  }));

const viewOf = (change: { folds?: string[]; rows?: string[]; onlyDifferences?: boolean } = {}) => ({
  onlyDifferences: change.onlyDifferences ?? true,
  openedFolds: new Set(change.folds),
  openedRows: new Set(change.rows),
});

const items = (signs: string, change?: Parameters<typeof viewOf>[0]) =>
  turnItems(drawn(signs), viewOf(change))
    .map(item => (item.kind === 'row' ? signs[item.row] : `${item.isOpen ? '▾' : '▸'}${item.count}`))
    .join(' ');

describe('the list of turns', () => {
  test('folds stretches that are the same, with their number; a single row stays', () => {
    expect(items('==x===-=~')).toBe('▸2 x ▸3 - = ~');
  });

  test('an opened fold shows its rows below its sign', () => {
    expect(items('x==', { folds: ['fold 0:1'] })).toBe('x ▾2 = =');
  });

  test('shows all on request', () => {
    expect(items('==x==', { onlyDifferences: false })).toBe('= = x = =');
  });

  test('folds nothing that differs, whatever the order', () => {
    for (const signs of ['x~-x', '=x=~=-=', '====', '']) {
      const shown = new Set(
        turnItems(drawn(signs), viewOf()).flatMap(item => (item.kind === 'row' ? item.row : [])),
      );
      expect(differingRows(drawn(signs)).filter(row => !shown.has(row))).toEqual([]);
    }
  });

  test('what is looked into is not folded away when it turns out to be the same', () => {
    expect(items('=====', { rows: ['0:2'] })).toBe('▸2 = ▸2');
    expect(items('===', { rows: ['0:1'] })).toBe('= = =');
    expect(items('=====', { rows: ['0:2'], folds: ['fold 0:0'] })).toBe('▾5 = = = = =');
  });

  test('a row is named by its first turn and the column that it stands in', () => {
    expect(drawn('=-').map(keyOfRow)).toEqual(['0:0', '1:1']);
  });
});

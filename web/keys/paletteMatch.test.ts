import { describe, expect, test } from 'vitest';
import { bestFits, fitOf } from './paletteMatch.ts';

const entries = [
  { label: 'Rewind to here' },
  { label: 'Fork from here' },
  { label: 'Turn 1', more: 'main reads the test' },
  { label: 'Turn 14', more: 'main run_command npm test' },
  { label: 'Turn 114', more: 'plan-b edit_file src/tax.mjs' },
];
const found = (search: string) => bestFits(entries, search).map(({ label }) => label);

describe('what a search finds', () => {
  test('everything, in its order, while nothing is searched for', () => {
    expect(found(' ')).toEqual(entries.map(({ label }) => label));
  });

  test('a number is that turn first', () => {
    expect(found('14')).toEqual(['Turn 14', 'Turn 114']);
    expect(found('turn 1')).toEqual(['Turn 1', 'Turn 14', 'Turn 114']);
  });

  test('letters in their order, though others stand between them', () => {
    expect(found('rwd')).toEqual(['Rewind to here']);
    expect(found('frkhr')).toEqual(['Fork from here']);
  });

  test('what a turn called or said, whole words only in pieces', () => {
    expect(found('edit tax')).toEqual(['Turn 114']);
    expect(found('NPM')).toEqual(['Turn 14']);
    expect(found('rnc')).toEqual([]);
  });

  test('every word has to fit', () => {
    expect(found('turn rewind')).toEqual([]);
  });
});

test('a name weighs more than what else an entry is found by', () => {
  expect(fitOf('fork', 'Fork from here')).toBeGreaterThan(fitOf('fork', 'Turn 3', 'fork') ?? 0);
});

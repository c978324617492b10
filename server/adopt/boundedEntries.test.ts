import { describe, expect, test } from 'vitest';
import type { RestoreEntry } from '../../shared/capture.ts';
import { boundedEntries } from './boundedEntries.ts';

function changed(path: string, before: string | null, after: string | null): RestoreEntry {
  return { path, action: 'write', why: null, change: 'changed', before, after };
}
const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, n) => `${word} ${n}\n`).join('');

describe('files to be adopted, for looking at', () => {
  test('are whole where they are short', () => {
    const entries = [changed('a.txt', 'one\n', 'two\n'), changed('b.bin', null, null)];
    expect(boundedEntries(entries)).toEqual(entries);
  });

  test('begin a little before the first difference where they are long, and say what is left out', () => {
    const same = lines(10_000, 'same');
    const [entry] = boundedEntries([changed('a.txt', `${same}old\n`, `${same}new\n`)]);
    expect(entry?.before).toBe('same 9997\nsame 9998\nsame 9999\nold\n');
    expect(entry?.after).toBe('same 9997\nsame 9998\nsame 9999\nnew\n');
    expect(entry?.leftOut).toBe(same.length + 4 - (entry?.after?.length ?? 0));
  });

  test('begin with an empty first line where only that was put there', () => {
    const text = lines(10_000, 'same');
    const [entry] = boundedEntries([changed('a.txt', `\n${text}`, text)]);
    expect(entry?.before).toMatch(/^\nsame 0\n/);
    expect(entry?.after).toMatch(/^same 0\n/);
  });

  test('end with a whole line', () => {
    const [entry] = boundedEntries([changed('a.txt', null, lines(10_000, 'new'))]);
    expect(entry?.after?.length).toBeGreaterThan(19_900);
    expect(entry?.after?.length).toBeLessThanOrEqual(20_000);
    expect(entry?.after).toMatch(/^new 0\nnew 1\n[\s\S]*\n$/);
    expect(entry?.before).toBeNull();
  });

  test('of one line only are cut between characters', () => {
    const [entry] = boundedEntries([changed('a.txt', '', `x${'🪴'.repeat(20_000)}`)]);
    expect(entry?.after).toMatch(/🪴$/u);
    expect(entry?.after).toHaveLength(19_999);
  });

  test('are not shown once there is no room for more of them; each says how much it is', () => {
    const text = lines(2_000, 'line');
    const bounded = boundedEntries(Array.from({ length: 200 }, (_, n) => changed(`${n}.txt`, null, text)));
    const all = bounded.reduce((sum, { after }) => sum + (after?.length ?? 0), 0);
    expect(all).toBeLessThanOrEqual(1_000_000);
    expect(bounded.at(-1)).toMatchObject({ after: null, leftOut: text.length });
    expect(bounded.map(({ path }) => path)).toHaveLength(200);
  });
});

import { expect, test } from 'vitest';
import type { CompareJob } from './comparing.ts';
import { keptOutcomes } from './keptOutcomes.ts';

const same = { kind: 'found', found: { kind: 'same' } } as const;
const text = (left: string, change: Partial<Extract<CompareJob, { kind: 'text' }>> = {}): CompareJob => ({
  kind: 'text',
  left,
  right: 'other',
  byLines: true,
  ignoreSpace: false,
  ...change,
});

test('what was compared is known to whoever asks for the same again, and to nobody else', () => {
  const kept = keptOutcomes(4);
  kept.keep(text('one'), same);
  expect(kept.of(text('one'))).toBe(same);
  expect(kept.of(text('two'))).toBeNull();
  expect(kept.of(text('one', { ignoreSpace: true }))).toBeNull();
  expect(kept.of(text('one', { byLines: false }))).toBeNull();
  expect(kept.of({ kind: 'output', left: 'one', right: 'other', ignoreSpace: false })).toBeNull();
});

test('values are the same where they are the same objects', () => {
  const kept = keptOutcomes(4);
  const [left, right] = [{ a: 1 }, { a: 2 }];
  kept.keep({ kind: 'json', left, right, ignoreSpace: false }, same);
  expect(kept.of({ kind: 'json', left, right, ignoreSpace: false })).toBe(same);
  expect(kept.of({ kind: 'json', left: { ...left }, right, ignoreSpace: false })).toBeNull();
});

test('the latest are kept; that there was no thread is not', () => {
  const kept = keptOutcomes(2);
  kept.keep(text('failed'), { kind: 'failed' });
  expect(kept.of(text('failed'))).toBeNull();
  for (const left of ['one', 'two', 'two', 'three']) kept.keep(text(left), { kind: 'too-slow' });
  const known = ['one', 'two', 'three'].filter(left => kept.of(text(left)) !== null);
  expect(known).toEqual(['two', 'three']);
});

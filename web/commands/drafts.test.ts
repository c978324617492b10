import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { keepDraft, keptDraft } from './drafts.ts';

const schema = z.object({ say: z.string() });
let stored: Map<string, string>;
let isFull = false;

beforeEach(() => {
  stored = new Map();
  isFull = false;
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem(key: string, text: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, text);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('what was kept under a key comes back, under another there is none', () => {
  keepDraft('run main s1', { say: 'Try again.' });
  expect(keptDraft('run main s1', schema)).toEqual({ say: 'Try again.' });
  expect(keptDraft('run main s2', schema)).toBeNull();
});

test('null forgets it', () => {
  keepDraft('k', { say: 'x' });
  keepDraft('k', null);
  expect(keptDraft('k', schema)).toBeNull();
  expect(stored.size).toBe(0);
});

test('what another version kept, or nobody can read, is none', () => {
  keepDraft('k', { says: 1 });
  expect(keptDraft('k', schema)).toBeNull();
  for (const key of stored.keys()) stored.set(key, '{');
  expect(keptDraft('k', schema)).toBeNull();
});

test('where the browser has no room the older draft does not come back in its place', () => {
  keepDraft('k', { say: 'old' });
  isFull = true;
  keepDraft('k', { say: 'new' });
  expect(keptDraft('k', schema)).toBeNull();
});

import { expect, test } from 'vitest';
import { contextWindowOf } from './contextWindow.ts';

test.each([
  ['claude-haiku-4-5-20251001', 200_000],
  ['claude-sonnet-4-6', 200_000],
  ['claude-opus-5-5', 1_000_000],
  ['claude-3-7-sonnet-20250219', 200_000],
  ['scripted', null],
])('%s has a window of %s tokens', (model, tokens) => {
  expect(contextWindowOf(model, 1000)).toBe(tokens);
});

test('a request above the small window shows that the model had the large one', () => {
  expect(contextWindowOf('claude-opus-4-6', 350_000)).toBe(1_000_000);
});

test('a request above every window leaves the window unknown', () => {
  expect(contextWindowOf('claude-opus-5', 1_200_000)).toBeNull();
});

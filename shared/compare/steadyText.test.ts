import { expect, test } from 'vitest';
import { saysTheSame } from './steadyText.ts';

test.each([
  ['✔ a line holds its tax (2.80ms)', '✔ a line holds its tax (10.918577ms)'],
  ['ℹ duration_ms 61.2', 'ℹ duration_ms 60.9'],
  ['started 2026-01-02T10:00:00Z', 'started 2026-11-30 21:00:00.123+01:00'],
  ['at /data/run/workspaces/plan-b/src/a.ts:3', 'at /data/run/workspaces/plan-c/src/a.ts:3'],
])('“%s” says the same as “%s”', (x, y) => {
  expect(saysTheSame(x, y)).toBe(true);
});

test.each([
  ['9 pass', '8 pass'],
  ['expected 1043.57', 'expected 1043.58'],
  ['a', null],
])('“%s” says something else than “%s”', (x, y) => {
  expect(saysTheSame(x, y)).toBe(false);
});

import { expect, test } from 'vitest';
import { pauses } from './pauses.ts';

function workFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('others get their turn once a slice is used up, and not before', async () => {
  const pause = pauses();
  let turns = 0;
  const other = () => {
    turns += 1;
    if (turns < 3) setImmediate(other);
  };
  setImmediate(other);
  await pause();
  expect(turns).toBe(0);
  for (let step = 0; step < 3; step++) {
    workFor(10);
    await pause();
  }
  expect(turns).toBeGreaterThan(0);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneAfterTheOther } from './oneAfterTheOther.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('calls in a burst are one; calls while it acts are one more, after it', async () => {
  const ends: (() => void)[] = [];
  const ask = oneAfterTheOther(500, () => new Promise(resolve => ends.push(resolve)));
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(500);
  expect(ends).toHaveLength(1);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(500);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends).toHaveLength(2);
  ask();
  await vi.advanceTimersByTimeAsync(500);
  expect(ends).toHaveLength(3);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CacheFolder } from './cacheFolder.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function folderWithCache() {
  const cache = { save: vi.fn(async () => undefined) };
  return { folder: new CacheFolder('/nowhere'), cache };
}

test('many changes are written once, a while later', async () => {
  const { folder, cache } = folderWithCache();
  for (let change = 0; change < 5; change += 1) folder.saveLater(cache);
  expect(cache.save).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(cache.save).toHaveBeenCalledTimes(1);
});

test('closing writes what is due and waits for what is being written', async () => {
  const { folder, cache } = folderWithCache();
  let end: () => void = () => undefined;
  cache.save.mockReturnValueOnce(
    new Promise(resolve => {
      end = () => resolve(undefined);
    }),
  );
  folder.saveLater(cache);
  const isClosed = vi.fn();
  const closed = folder.close().then(isClosed);
  await vi.runAllTimersAsync();
  expect(cache.save).toHaveBeenCalledTimes(1);
  expect(isClosed).not.toHaveBeenCalled();
  end();
  await closed;
});

test('nothing is written after closing', async () => {
  const { folder, cache } = folderWithCache();
  await folder.close();
  folder.saveLater(cache);
  await vi.runAllTimersAsync();
  expect(cache.save).not.toHaveBeenCalled();
});

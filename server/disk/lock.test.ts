import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { acquireLock, liveOwner, STALE_AFTER_MS } from './lock.ts';
import { ownProcess } from './processIdentity.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'lock');
});
afterEach(() => {
  vi.useRealTimers();
});

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const lockOf = (change: object) =>
  JSON.stringify({ token: '00112233aabbccdd', ...ownProcess(), heartbeatAt: secondsAgo(1), ...change });
const elsewhere = { pid: 4711, host: 'another-machine', startTicks: undefined };

/** The number of a process that ran a moment ago. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('a lock', () => {
  test('is held by one: the next one is told by whom', async () => {
    await acquireLock(path, 'main');
    await expect(acquireLock(path, 'main')).rejects.toMatchObject({
      code: 'branch-locked',
      params: { subject: 'main', owner: `process ${process.pid} on ${hostname()}` },
    });
  });

  test('is free again after its release, and nothing lies there', async () => {
    const lock = await acquireLock(path, 'main');
    await lock.check();
    await lock.release();
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
    await (await acquireLock(path, 'main')).release();
  });

  test('says who holds it, and since when', async () => {
    await acquireLock(path, 'main');
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      token: expect.any(String),
      pid: process.pid,
      host: hostname(),
      startedAt: expect.any(String),
      heartbeatAt: expect.any(String),
    });
    expect(await liveOwner(path)).toBe(`process ${process.pid} on ${hostname()}`);
  });

  test('of many takers of a free lock one wins', async () => {
    expect(await winners(8)).toBe(1);
  });
});

describe('a stale lock', () => {
  test.each([
    ['the heart of another machine stopped', () => ({ ...elsewhere, heartbeatAt: secondsAgo(11) })],
    ['its process is dead', () => ({ pid: deadPid() })],
    ['its number belongs to another process by now', () => ({ startTicks: '1' })],
    ['its clock ran far ahead', () => ({ ...elsewhere, heartbeatAt: secondsAgo(-3600) })],
  ])('is taken over: %s', async (_, change) => {
    await writeFile(path, lockOf(change()));
    expect(await liveOwner(path)).toBeNull();
    const lock = await acquireLock(path, 'main');
    await lock.check();
    expect(await readdir(folder)).toEqual(['lock']);
  });

  test('of a process that is alive all the same is given back as it was', async () => {
    const silent = lockOf({ heartbeatAt: secondsAgo(60) });
    await writeFile(path, silent);
    const lock = await acquireLock(path, 'main');
    expect(lock.silentOwner).toMatchObject({ pid: process.pid });
    await lock.giveBack();
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(JSON.parse(silent));
    await expect(lock.check()).rejects.toMatchObject({ code: 'lock-lost' });
  });

  test('of a dead process has no silent owner, and is released', async () => {
    await writeFile(path, lockOf({ pid: deadPid() }));
    const lock = await acquireLock(path, 'main');
    expect(lock.silentOwner).toBeNull();
    await lock.giveBack();
    expect(await readdir(folder)).toEqual([]);
  });

  test('another machine whose heart beats is left alone', async () => {
    await writeFile(path, lockOf(elsewhere));
    await expect(acquireLock(path, 'main')).rejects.toMatchObject({
      params: { owner: 'process 4711 on another-machine' },
    });
  });

  test('of many takers one wins', async () => {
    for (let round = 0; round < 20; round++) {
      await writeFile(path, lockOf({ ...elsewhere, heartbeatAt: secondsAgo(60) }));
      expect(await winners(12, 6)).toBe(1);
      await rm(path);
    }
  });

  test('a taker that died on the way is no obstacle, nor one that died taking over from it', async () => {
    const dead = { pid: deadPid() };
    await writeFile(path, lockOf({ ...elsewhere, heartbeatAt: secondsAgo(60) }));
    await writeFile(
      join(folder, '.lock.00112233aabbccdd.taken'),
      lockOf({ ...dead, token: '1111111111111111' }),
    );
    await writeFile(
      join(folder, '.lock.1111111111111111.taken'),
      lockOf({ ...dead, token: '2222222222222222' }),
    );
    await (await acquireLock(path, 'main')).check();
    expect(await readdir(folder)).toEqual(['lock']);
  });

  test('one that cannot be parsed is as old as its file', async () => {
    await writeFile(path, '');
    await expect(acquireLock(path, 'main')).rejects.toMatchObject({ code: 'branch-locked' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + STALE_AFTER_MS + 1000 });
    await (await acquireLock(path, 'main')).check();
  });

  test('a token from elsewhere is no path', async () => {
    await writeFile(path, lockOf({ ...elsewhere, token: '../../x', heartbeatAt: secondsAgo(60) }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + STALE_AFTER_MS + 1000 });
    await acquireLock(path, 'main');
    expect(await readdir(folder)).toEqual(['lock']);
  });
});

describe('the holder', () => {
  test('finds out that it was taken over, and then leaves the new lock alone', async () => {
    const lock = await acquireLock(path, 'main');
    const taken = lockOf(elsewhere);
    await rm(path);
    await writeFile(path, taken);
    await expect(lock.check()).rejects.toMatchObject({ code: 'lock-lost', params: { subject: 'main' } });
    await lock.release();
    expect(await readFile(path, 'utf8')).toBe(taken);
  });

  test('finds out that its lock was removed', async () => {
    const lock = await acquireLock(path, 'main');
    await rm(path);
    await expect(lock.check()).rejects.toMatchObject({ code: 'lock-lost' });
  });

  test('keeps its heart beating, by the clock and with each check', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    const lock = await acquireLock(path, 'main');
    vi.setSystemTime(Date.now() + STALE_AFTER_MS * 3);
    expect(await liveOwner(path)).toBeNull();
    await lock.check();
    expect(await liveOwner(path)).not.toBeNull();
    vi.setSystemTime(Date.now() + STALE_AFTER_MS * 3);
    vi.advanceTimersByTime(2_000);
    await vi.waitFor(async () => expect(await liveOwner(path)).not.toBeNull(), { timeout: 60_000 });
  });
});

/** How many of `count` that try within some milliseconds get the lock. */
async function winners(count: number, withinMs = 0): Promise<number> {
  const tries = Array.from({ length: count }, async (_value, index) => {
    await sleep((index / count) * withinMs);
    return await acquireLock(path, 'main');
  });
  const results = await Promise.allSettled(tries);
  const locks = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  for (const lock of locks) await lock.check();
  return locks.length;
}

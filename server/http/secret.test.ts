import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DiskCalls, realDisk } from '../disk/diskCalls.ts';
import { isSameSecret, secretOf } from './secret.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkpoint-secret-'));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async () => (await stat(join(folder, 'secret'))).mode & 0o777;

test('is made once, for the person alone, and nothing is left beside it', async () => {
  const secret = await secretOf(folder, undefined);
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(await secretOf(folder, undefined)).toBe(secret);
  expect(await modeOf()).toBe(0o600);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('is the same for processes that start at once', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(folder, undefined)));
  expect(new Set(secrets).size).toBe(1);
});

test('that power loss left empty is made anew, never accepted', async () => {
  await writeFile(join(folder, 'secret'), '');
  const secret = await secretOf(folder, undefined);
  expect(secret.length).toBeGreaterThan(32);
  expect(await secretOf(folder, undefined)).toBe(secret);
});

test('that others could read is closed to them', async () => {
  await secretOf(folder, undefined);
  await chmod(join(folder, 'secret'), 0o644);
  await secretOf(folder, undefined);
  expect(await modeOf()).toBe(0o600);
});

test('of the person’s own is taken as it is, is never written, and must not be short', async () => {
  expect(await secretOf(folder, 'a long enough secret')).toBe('a long enough secret');
  expect(await readdir(folder)).toEqual([]);
  await expect(secretOf(folder, 'short')).rejects.toThrow('bad-request');
});

test('compares whole', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true);
  expect(isSameSecret('ab', 'abc')).toBe(false);
  expect(isSameSecret('', 'abc')).toBe(false);
});

test.each(['EROFS', 'ENOSPC'])(
  'is one for this start where the folder takes no file (%s), and nothing is left',
  async code => {
    const failing = () => Promise.reject(Object.assign(new Error(code), { code }));
    const full: DiskCalls = {
      ...realDisk,
      async open(path, flags, mode) {
        if (code === 'EROFS') return await failing();
        const handle = await realDisk.open(path, flags, mode);
        handle.writeFile = failing;
        return handle;
      },
    };
    expect(await secretOf(folder, undefined, full)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await readdir(folder)).toEqual([]);
  },
);

test('that is closed already is not touched: its disk may be for reading only', async () => {
  await secretOf(folder, undefined);
  const before = await stat(join(folder, 'secret'), { bigint: true });
  await secretOf(folder, undefined);
  expect((await stat(join(folder, 'secret'), { bigint: true })).ctimeNs).toBe(before.ctimeNs);
});

test('that cannot be read is told, with its file', async () => {
  await mkdir(join(folder, 'secret'));
  await expect(secretOf(folder, undefined)).rejects.toMatchObject({
    code: 'unreadable-file',
    params: { where: join(folder, 'secret') },
  });
});

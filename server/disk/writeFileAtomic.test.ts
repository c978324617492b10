import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { type DiskCalls, realDisk } from './diskCalls.ts';
import { writeFileAtomic, writeFileExclusive } from './writeFileAtomic.ts';

const failing = (code: string) => Object.assign(new Error(`${code}: as the test wants it`), { code });

/** The real disk, on which one call fails `times` times with a code. */
function brokenDisk(call: 'rename' | 'link', code: string, times = Number.POSITIVE_INFINITY): DiskCalls {
  let left = times;
  return {
    ...realDisk,
    [call]: async (from: string, to: string) => {
      if (left-- > 0) throw failing(code);
      await realDisk[call](from, to);
    },
  };
}

/** A disk on which the bytes of a new file do not fit. */
const fullDisk: DiskCalls = {
  ...realDisk,
  open: async (path, flags) => {
    const handle = await realDisk.open(path, flags);
    if (flags === 'wx') handle.writeFile = () => Promise.reject(failing('ENOSPC'));
    return handle;
  },
};

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'run.json');
});

describe('writeFileAtomic', () => {
  test('replaces the whole file and leaves nothing beside it', async () => {
    await writeFile(path, 'a much longer old text');
    await writeFileAtomic(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['run.json']);
  });

  test('writes to a dotted name in the same folder, and syncs it before the rename and the folder after', async () => {
    const steps: string[] = [];
    const disk: DiskCalls = {
      ...realDisk,
      open: async (file, flags) => {
        const handle = await realDisk.open(file, flags);
        const sync = handle.sync.bind(handle);
        handle.sync = async () => {
          steps.push(`sync ${file === folder ? 'folder' : 'file'}`);
          await sync();
        };
        return handle;
      },
      rename: async (from, to) => {
        steps.push(
          `rename ${String(from).startsWith(join(folder, '.run.json.')) ? 'dotted beside' : 'elsewhere'}`,
        );
        await realDisk.rename(from, to);
      },
    };
    await writeFileAtomic(path, 'new', disk);
    expect(steps).toEqual(['sync file', 'rename dotted beside', 'sync folder']);
  });

  test.each(['EPERM', 'EBUSY', 'EACCES'])('a rename held up by %s is tried again', async code => {
    await writeFileAtomic(path, 'new', brokenDisk('rename', code, 3));
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  test('a rename that never works is an error; the old file stays and no temporary one', async () => {
    await writeFile(path, 'old');
    const write = writeFileAtomic(path, 'new', brokenDisk('rename', 'EPERM'));
    await expect(write).rejects.toMatchObject({ code: 'write-failed', params: { where: path } });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['run.json']);
  });

  test('other failures of a rename are not tried again', async () => {
    let renames = 0;
    const disk = { ...realDisk, rename: async () => Promise.reject(failing(`EIO${renames++}`)) };
    await expect(writeFileAtomic(path, 'new', disk)).rejects.toMatchObject({ code: 'write-failed' });
    expect(renames).toBe(1);
  });

  test('a full disk is said; the old file stays and no temporary one', async () => {
    await writeFile(path, 'old');
    await expect(writeFileAtomic(path, 'new', fullDisk)).rejects.toMatchObject({
      code: 'disk-full',
      params: { where: path },
    });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['run.json']);
  });
});

describe.each([
  ['with hard links', realDisk],
  ['where the disk has no hard links', brokenDisk('link', 'EPERM')],
])('writeFileExclusive %s', (_, disk) => {
  test('writes a new file and leaves nothing beside it', async () => {
    await writeFileExclusive(path, 'new', disk);
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['run.json']);
  });

  test('never replaces one', async () => {
    await writeFile(path, 'old');
    const write = writeFileExclusive(path, 'new', disk);
    await expect(write).rejects.toMatchObject({ code: 'already-saved', params: { file: path } });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['run.json']);
  });

  test('of many writers one wins', async () => {
    const writes = Array.from({ length: 8 }, (_value, index) => writeFileExclusive(path, `${index}`, disk));
    const results = await Promise.allSettled(writes);
    const winners = results.flatMap((result, index) => (result.status === 'fulfilled' ? [`${index}`] : []));
    expect(winners).toEqual([await readFile(path, 'utf8')]);
  });
});

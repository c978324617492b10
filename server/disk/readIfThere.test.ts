import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ForkpointError } from '../../shared/errors.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { systemCode } from './diskCalls.ts';
import { readIfThere } from './readIfThere.ts';

describe('reading a file that may be absent', () => {
  test('gives its bytes, or null only where there is none', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), 'text');
    expect((await readIfThere(join(folder, 'file')))?.toString()).toBe('text');
    expect(await readIfThere(join(folder, 'none'))).toBeNull();
    await expect(readIfThere(join(folder, 'file', 'below'))).rejects.toMatchObject({
      code: 'unreadable-file',
      params: { detail: 'ENOTDIR' },
    });
  });

  test('a folder is no file, and a pipe that nobody writes into is not waited for', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const name of ['folder', 'pipe']) {
      await expect(readIfThere(join(folder, name))).rejects.toMatchObject({
        code: 'unreadable-file',
        params: { where: join(folder, name), detail: 'it is not a regular file' },
      });
    }
  });
});

test('only errors of the system have a system code, not ours', () => {
  expect(systemCode(Object.assign(new Error('full'), { code: 'ENOSPC' }))).toBe('ENOSPC');
  expect(systemCode(new ForkpointError('unreadable-file', { where: 'x', detail: 'y' }))).toBeNull();
});

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CacheFolder } from './cacheFolder.ts';
import { detectRunFolder } from './folderLayout.ts';
import { openSource } from './openPath.ts';
import { drawFolder } from './testing/drawFolder.ts';
import { temporaryFolder } from './testing/temporaryFolder.ts';

const options = { id: 'r', cacheFolder: null };

/** Every name, kind, time and byte below a folder. */
async function fingerprint(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const path = join(folder, name);
    const stats = await stat(path);
    hash.update(`${name} ${stats.mode} ${stats.mtimeMs} ${stats.ctimeMs}`);
    if (stats.isFile()) hash.update(await readFile(path));
  }
  return hash.digest('hex');
}

describe('what lies at a path', () => {
  test.each([
    ['run', 'run.json =\ncheckpoints/branch.json = {}', ''],
    ['branches', 'checkpoints | 0-B', ''],
    ['branches', 'checkpoints-b | 0-B', ''],
    ['branches', 'run.json.txt = {}\ncheckpoints | 0-B', ''],
    ['turns', 'checkpoints | 0-B', 'checkpoints'],
    ['turns', 'turn-5.json = {}', ''],
    ['turns', 'run.json = {"name": "of another program"}\n. | 0-B', ''],
    ['single', 'checkpoint.json = {}', ''],
    ['single', 'checkpoint.json = {}', 'checkpoint.json'],
    [undefined, 'run.json = {"name": "of another program"}', ''],
    [undefined, 'checkpoints/notes.txt = x', ''],
    [undefined, 'turn-000-B.json = {}', 'turn-000-B.json'],
    [undefined, 'a.txt = x', 'gone'],
  ])('%s: %j', async (kind, drawing, below) => {
    const root = await temporaryFolder();
    await drawFolder(root, drawing);
    expect((await detectRunFolder(join(root, below)))?.kind).toBe(kind);
  });

  test('is opened, or the reason is said', async () => {
    const root = await temporaryFolder();
    await drawFolder(root, 'run/checkpoints | 0-B\nnotes/a.txt = x');
    const source = await openSource(join(root, 'run'), options);
    expect((await source.rows()).run).toMatchObject({ id: 'r', kind: 'folder', readOnly: true });
    await expect(openSource(join(root, 'notes'), options)).rejects.toMatchObject({ code: 'unknown-format' });
    await expect(openSource(join(root, 'notes/a.txt'), options)).rejects.toMatchObject({
      code: 'unknown-format',
    });
    await expect(openSource(join(root, 'gone'), options)).rejects.toMatchObject({ code: 'no-such-path' });
  });

  test('a path that no disk could hold leads nowhere', async () => {
    for (const path of ['/tmp/a\0b', `/${'a'.repeat(5_000)}`]) {
      await expect(openSource(path, options)).rejects.toMatchObject({ code: 'no-such-path' });
    }
  });

  test.skipIf(!existsSync('/proc/self/mem'))(
    'a file that gives no bytes is said to be unreadable',
    async () => {
      await expect(openSource('/proc/self/mem', options)).rejects.toMatchObject({ code: 'unreadable-file' });
    },
  );

  test('may be a transcript', async () => {
    const root = await temporaryFolder();
    const record = {
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      sessionId: 's',
      timestamp: '2026-01-02T03:04:05.000Z',
      message: { role: 'user', content: 'hello' },
    };
    await writeFile(join(root, 's.jsonl'), `${JSON.stringify(record)}\n`);
    const source = await openSource(join(root, 's.jsonl'), options);
    expect((await source.rows()).run.kind).toBe('transcript');
  });
});

test('looking writes nothing', async () => {
  const root = await temporaryFolder();
  await drawFolder(
    root,
    `
    checkpoints                    | 0-B..3-B 4-A!cut 5-A
    checkpoints/superseded/1       | 3-A
    checkpoints/.turn-006-A.json.0123456789ab.tmp = {
    checkpoints/effects.json       = [{
    checkpoints/calls.jsonl        = {"event"
    checkpoints/lock               = {}
    checkpoints-b                  | 2-B
    run.json                       =
  `,
  );
  await mkdir(join(root, '.checkpoints-c.0123456789ab.tmp'));
  const before = await fingerprint(root);
  const source = await openSource(root, {
    id: 'r',
    cacheFolder: new CacheFolder(join(await temporaryFolder(), 'cache')),
  });
  onTestFinished(source.watch(() => null));
  const { scenes } = await source.rows();
  for (const row of scenes) await source.scene(row.id);
  await source.effects('main');
  await source.rows();
  expect(await fingerprint(root)).toBe(before);
});

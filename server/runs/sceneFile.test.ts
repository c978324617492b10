import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { sceneFile } from './sceneFile.ts';

let folder: string;
const [drawn] = drawRun('main 0B').scenes;
if (!drawn) throw new Error('the drawing has no scene');
const base = drawn;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'forkpoint-scene-file-')));
});
afterEach(() => rm(folder, { recursive: true }));

const ofRun = (file: string) =>
  sceneFile({ kind: 'run', path: folder }, { row: { ...base, file }, lines: [], newFrom: 0 });

describe('sceneFile', () => {
  test('a checkpoint is given as it lies there, with its whole size', async () => {
    await mkdir(join(folder, 'checkpoints'));
    await writeFile(join(folder, 'checkpoints/turn-001-B.json'), '{ "messages":\n[] }');
    expect(await ofRun('checkpoints/turn-001-B.json')).toEqual({
      path: join(folder, 'checkpoints/turn-001-B.json'),
      sizeBytes: 18,
      parts: [{ line: null, text: '{ "messages":\n[] }', leftOutBytes: 0 }],
    });
  });

  test('of a large one the first part, and how much is left out', async () => {
    await writeFile(join(folder, 'turn-001-B.json'), 'x'.repeat(1_000_100));
    const { parts } = await ofRun('turn-001-B.json');
    expect(parts[0]?.text).toHaveLength(1_000_000);
    expect(parts[0]?.leftOutBytes).toBe(100);
  });

  test('of a transcript the lines of the turn', async () => {
    const path = join(folder, 'session.jsonl');
    await writeFile(path, 'one\ntwo\nthree\nfour\n');
    const row = { ...base, provenance: { file: 'session.jsonl', line: 2 } };
    const { parts } = await sceneFile({ kind: 'transcript', path }, { row, lines: [1, 2, 4], newFrom: 1 });
    expect(parts).toEqual([
      { line: 2, text: 'two', leftOutBytes: 0 },
      { line: 4, text: 'four', leftOutBytes: 0 },
    ]);
  });

  test('a file that is gone, and a link to a place outside', async () => {
    await expect(ofRun('turn-009-B.json')).rejects.toMatchObject({ code: 'no-such-path' });
    await symlink('/etc/hostname', join(folder, 'turn-001-B.json'));
    await expect(ofRun('turn-001-B.json')).rejects.toMatchObject({ code: 'unreadable-file' });
  });
});

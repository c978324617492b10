import { appendFile, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { acquireLock } from '../disk/lock.ts';
import { RunFolderSource } from './runFolder.ts';
import { drawFolder } from './testing/drawFolder.ts';
import { temporaryFolder } from './testing/temporaryFolder.ts';
import { watchRunFolder } from './watchRunFolder.ts';

async function watchedFolder(drawing: string, below = '') {
  const root = await temporaryFolder();
  await drawFolder(root, drawing);
  const onChange = vi.fn();
  onTestFinished(watchRunFolder(join(root, below), onChange));
  const told = async (change: () => Promise<unknown>) => {
    onChange.mockClear();
    await change();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { timeout: 60_000 });
  };
  return { root, onChange, told };
}

describe('a change is told', () => {
  test('of a scene that is saved, changed in place or moved by a rewind', async () => {
    const { root, told } = await watchedFolder('checkpoints | 0-B..1-B');
    await told(() => drawFolder(root, 'checkpoints | 2-A'));
    await told(() => appendFile(join(root, 'checkpoints/turn-002-A.json'), '\n'));
    await told(() => mkdir(join(root, 'checkpoints/superseded/1'), { recursive: true }));
    const name = 'turn-002-A.json';
    await told(() => rename(join(root, 'checkpoints', name), join(root, 'checkpoints/superseded/1', name)));
    await told(() => rm(join(root, 'checkpoints/superseded/1', name)));
  });

  test('of a ledger, a journal, a record, and a new branch with its scenes', async () => {
    const { root, told } = await watchedFolder('checkpoints | 0-B..1-B');
    await told(() => writeFile(join(root, 'checkpoints/effects.json'), '[]'));
    await told(() => writeFile(join(root, 'effects.json'), '[]'));
    await told(() => appendFile(join(root, 'checkpoints/calls.jsonl'), '{}\n'));
    await told(() => writeFile(join(root, 'checkpoints/branch.json'), '{}'));
    await told(() => writeFile(join(root, 'gate.json'), '{}'));
    await told(() => mkdir(join(root, 'checkpoints-b')));
    await told(() => drawFolder(root, 'checkpoints-b | 1-B'));
  });

  test('of a ledger beside the folder that was opened', async () => {
    const { root, told } = await watchedFolder('checkpoints | 0-B..1-B', 'checkpoints');
    await told(() => writeFile(join(root, 'effects.json'), '[]'));
  });

  test('of a folder that goes and comes again', async () => {
    const { root, told } = await watchedFolder('run/checkpoints | 0-B', 'run');
    await told(() => rm(join(root, 'run'), { recursive: true }));
    await told(() => drawFolder(root, 'run/checkpoints | 0-B'));
    await told(() => drawFolder(root, 'run/checkpoints | 1-A'));
  });

  test('of a branch folder that another took the place of', async () => {
    const { root, told } = await watchedFolder('checkpoints | 0-B');
    await drawFolder(root, 'other | 0-B..1-B');
    await told(async () => {
      await rename(join(root, 'checkpoints'), join(root, 'old'));
      await rename(join(root, 'other'), join(root, 'checkpoints'));
    });
    await told(() => drawFolder(root, 'checkpoints | 2-A'));
  });
});

test('the beat of a lock and files that are no part of a run are not told', async () => {
  const { root, onChange, told } = await watchedFolder('checkpoints | 0-B');
  const later = await watchedFolder('checkpoints | 0-B');
  await told(() => writeFile(join(root, 'checkpoints/lock'), '{}'));
  onChange.mockClear();
  await utimes(join(root, 'checkpoints/lock'), 1, 1);
  await writeFile(join(root, 'checkpoints/.turn-001-A.json.tmp'), '{');
  await writeFile(join(root, 'checkpoints/notes.txt'), 'x');
  // Changes are told in their order: those before this one would have been told by now.
  await later.told(() => drawFolder(later.root, 'checkpoints | 1-A'));
  expect(onChange).not.toHaveBeenCalled();
});

test('a run is looked at again while it is running, so that a dead owner is noticed', async () => {
  const root = await temporaryFolder();
  await drawFolder(root, 'checkpoints | 0-B');
  const lock = await acquireLock(join(root, 'checkpoints/lock'), 'main');
  onTestFinished(() => lock.release());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const source = new RunFolderSource({ folder: root, id: 'r', cacheFolder: null, readOnly: true });
  const onChange = vi.fn();
  onTestFinished(source.watch(onChange));
  vi.advanceTimersByTime(15_000);
  expect(onChange).not.toHaveBeenCalled();
  await source.rows();
  vi.advanceTimersByTime(15_000);
  expect(onChange).toHaveBeenCalled();
});

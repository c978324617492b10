import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type * as readIfThere from '../disk/readIfThere.ts';
import { readBranchFolder } from './readBranchFolder.ts';
import { RowCache } from './rowCache.ts';
import { drawFolder } from './testing/drawFolder.ts';
import { temporaryFolder } from './testing/temporaryFolder.ts';

/** What another process does right before a folder is listed, by the end of its path; each once. */
const meanwhile = vi.hoisted(() => new Map<string, () => Promise<unknown>>());

vi.mock('../disk/readIfThere.ts', async importActual => {
  const actual = await importActual<typeof readIfThere>();
  return {
    ...actual,
    listIfThere: async (folder: string) => {
      const [end = ''] = [...meanwhile.keys()].filter(path => folder.replace(/\/$/, '').endsWith(path));
      const act = meanwhile.get(end);
      meanwhile.delete(end);
      await act?.();
      return actual.listIfThere(folder);
    },
  };
});

let root: string;
const inPlace = 'turn-002-A.json';

async function files(): Promise<string[]> {
  const folder = { branch: 'main', path: join(root, 'checkpoints'), inRun: 'checkpoints' };
  const context = { kind: 'run' as const, root, cache: new RowCache(root, null) };
  return (await readBranchFolder(folder, context, new Set())).checkpoints.map(found => found.file);
}

const moved = (from: string, to: string) => () =>
  rename(join(root, 'checkpoints', from, inPlace), join(root, 'checkpoints', to, inPlace));

beforeEach(async () => {
  root = await temporaryFolder();
  await drawFolder(root, 'checkpoints | 0-B 1-B');
  await mkdir(join(root, 'checkpoints/superseded/1'), { recursive: true });
});

test('a scene that a rewind moves between two listings is there once', async () => {
  await drawFolder(root, 'checkpoints | 2-A');
  meanwhile.set('superseded/1', moved('', 'superseded/1'));
  expect(await files()).toEqual([
    'checkpoints/turn-000-B.json',
    'checkpoints/turn-001-B.json',
    `checkpoints/superseded/1/${inPlace}`,
  ]);
});

test('a scene that an undo moves back between two listings is not missed', async () => {
  await drawFolder(root, 'checkpoints/superseded/1 | 2-A');
  meanwhile.set('superseded/1', moved('superseded/1', ''));
  expect(await files()).toContain(`checkpoints/${inPlace}`);
});

test('a name that another scene took meanwhile belongs to that one', async () => {
  await drawFolder(root, 'checkpoints | 2-A');
  meanwhile.set('superseded/1', async () => {
    // First nothing happens; the second listing finds the old scene moved and a new one in its place.
    meanwhile.set('superseded/1', async () => {
      await moved('', 'superseded/1')();
      await drawFolder(root, 'checkpoints | 2-A@new/2');
    });
  });
  expect(await files()).toEqual([
    'checkpoints/turn-000-B.json',
    'checkpoints/turn-001-B.json',
    `checkpoints/${inPlace}`,
    `checkpoints/superseded/1/${inPlace}`,
  ]);
});

test('a scene is not missed that comes to a folder which is not listed yet', async () => {
  await drawFolder(root, 'checkpoints | 2-A');
  meanwhile.set('superseded/1', async () => {
    meanwhile.set('superseded/1', async () => {
      await moved('', 'superseded/1')();
      await drawFolder(root, 'checkpoints/superseded/2 | 2-A@new/2');
    });
  });
  expect(await files()).toContain(`checkpoints/superseded/2/${inPlace}`);
});

test('a scene that is there twice stays twice, one that was deleted is gone', async () => {
  await drawFolder(root, 'checkpoints | 2-A\ncheckpoints/superseded/1 | 2-A');
  expect(await files()).toHaveLength(4);
  meanwhile.set('superseded/1', moved('', '..'));
  expect(await files()).toHaveLength(3);
});

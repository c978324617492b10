import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { openRun } from '../store/fileStore.ts';
import { drawnId } from './testing/drawFolder.ts';
import { lineOfBranch, openedFolder } from './testing/openedFolder.ts';

test('order is by parent and turn, whatever the clocks of fields and files say', async () => {
  const { root, source } = await openedFolder('checkpoints own | 0-B..11-B');
  const folder = join(root, 'checkpoints');
  const names = (await readdir(folder)).sort();
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    // The last save says that it is the oldest, and two say the same.
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, names.length - Math.max(index, 1)));
    const scene = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...scene, savedAt: at.toISOString() }));
    await utimes(path, at, at);
  }
  const rows = await source.rows();
  const head = drawnId(11, 'B');
  expect(rows.branches[0]?.head).toBe(head);
  expect(rows.scenes.find(row => row.id === head)?.savedAt).toBe('2026-01-01T00:00:01.000Z');
  const turns = Array.from({ length: 11 }, (_, index) => `${index + 1}-A ${index + 1}-B`).join(' ');
  expect(lineOfBranch(rows)).toBe(`0-B ${turns}`);
  const graph = buildRunGraph(rows);
  expect(graph.order.map(id => graph.turns.get(id)?.turn)).toEqual(Array.from({ length: 12 }, (_, n) => n));
  const store = openRun(root, { id: 'r', cacheFolder: null, readOnly: false });
  expect((await store.branch('main').loadLatest())?.row.id).toBe(head);
});

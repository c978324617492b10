import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildRunGraph } from '../../../shared/runGraph.ts';
import { temporaryFolder } from '../../sources/testing/temporaryFolder.ts';
import { ClaudeCodeSource } from '../../sources/transcript/claudeCodeSource.ts';
import { writeLargeTranscript } from './writeLargeTranscript.ts';

test('a large session has the turns, branches and calls that it was asked for, and no problem', async () => {
  const path = join(await temporaryFolder(), 'large.jsonl');
  const { sizeBytes, lines } = await writeLargeTranscript(path, { turns: 120, branches: 8, calls: 480 });
  const bytes = await readFile(path);
  expect(bytes.length).toBe(sizeBytes);
  expect(bytes.toString().split('\n')).toHaveLength(lines + 1);

  const rows = await new ClaudeCodeSource({ path, id: 'large' }).rows();
  expect(rows.problems).toEqual([]);
  expect(rows.branches.map(branch => branch.kind)).toEqual(['main', ...Array(7).fill('fork')]);
  expect([...buildRunGraph(rows).turns.values()].filter(node => node.turn > 0)).toHaveLength(120);
  const calls = rows.scenes.filter(row => row.point === 'A').flatMap(row => row.calls);
  expect(calls).toHaveLength(480);
  expect(rows.scenes.flatMap(row => row.flags)).not.toContain('illegal');
});

test('a heavy session holds results and images of the size that was asked for', async () => {
  const path = join(await temporaryFolder(), 'heavy.jsonl');
  await writeLargeTranscript(path, {
    turns: 6,
    branches: 1,
    calls: 6,
    bigResults: { everyTurns: 2, sizeBytes: 300_000 },
    images: { everyTurns: 3, sizeBytes: 200_000 },
  });
  const source = new ClaudeCodeSource({ path, id: 'heavy' });
  const last = (await source.rows()).scenes.at(-1);
  const { checkpoint } = await source.scene(last?.id ?? '');
  const results = checkpoint?.messages.flatMap(({ role, content }) =>
    role === 'user' && Array.isArray(content) ? [JSON.stringify(content).length] : [],
  );
  expect(results?.map(length => Math.round(length / 100_000))).toEqual([0, 3, 3, 3, 0, 3]);
});

test('the same seed gives the same bytes', async () => {
  const folder = await temporaryFolder();
  const shape = { turns: 10, branches: 2, calls: 20 };
  for (const [name, seed] of Object.entries({ one: 7, two: 7, other: 8 })) {
    await writeLargeTranscript(join(folder, name), { ...shape, seed });
  }
  const [one, two, other] = await Promise.all(
    ['one', 'two', 'other'].map(name => readFile(join(folder, name), 'utf8')),
  );
  expect(two).toBe(one);
  expect(other).not.toBe(one);
});

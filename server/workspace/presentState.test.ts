import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { capturableState } from './presentState.ts';
import { fastFolder } from './testing/fastFolder.ts';
import { isRoot } from './testing/rights.ts';

test('of a folder that cannot be listed, or is a repository of its own, a capture says nothing', async () => {
  const folder = await fastFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'own/.git'), { recursive: true });
  writeFileSync(join(folder, 'own/.git/HEAD'), 'ref: refs/heads/main');
  mkdirSync(join(folder, 'listed'));
  mkdirSync(join(folder, 'shut'));
  chmodSync(join(folder, 'shut'), 0);
  const seen = ['own', 'listed', 'shut'].map(path => capturableState(folder, path, 10));
  expect(seen.slice(0, 2)).toEqual([
    { kind: 'unknown', why: 'nested-repository' },
    expect.objectContaining({ kind: 'folder' }),
  ]);
  // Root lists whatever it likes.
  if (!isRoot) expect(seen[2]).toEqual({ kind: 'unknown', why: 'unreadable' });
});

test('below what a capture does not hold nothing is known; below a file that it holds there is nothing', async () => {
  const folder = await fastFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'large'), 'x'.repeat(11));
  writeFileSync(join(folder, 'small'), 'x');
  expect(capturableState(folder, 'large/a', 10)).toEqual({ kind: 'unknown', why: 'too-large' });
  expect(capturableState(folder, 'small/a', 10)).toEqual({ kind: 'absent' });
});

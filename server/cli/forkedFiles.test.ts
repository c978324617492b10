import { readdir } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { call, modelOf, replyWith, says } from '../harness/testing/scriptedParts.ts';
import { type ActedFolder, actedFolder } from './testing/actedRun.ts';

let acted: ActedFolder | null = null;
afterEach(async () => {
  await acted?.close();
  acted = null;
});

const write = (path: string) => replyWith([call(path, 'write_file', { path, content: path })]);

test('a fork puts back what turns made whose conversation alone was rewound', async () => {
  acted = await actedFolder(modelOf(write('a'), write('b'), says('Done.'), write('c'), says('Done.')));
  const { commands } = acted.services;
  await acted.play();
  await commands.rewind('run', 'main', { to: '1-B', restore: 'conversation', say: 'Other.', go: true });
  await acted.rested();
  await commands.fork('run', 'main', { to: '2-B', name: 'plan-b' });
  expect((await readdir(acted.file('', 'plan-b'))).sort()).toEqual(['a', 'b', 'c']);
  await commands.rewind('run', 'plan-b', { to: '1-B' });
  expect(await readdir(acted.file('', 'plan-b'))).toEqual(['a']);
});

test('a fork keeps what the run it came from made after it was forked off', async () => {
  acted = await actedFolder(modelOf(write('a'), says('Done.'), write('b'), says('Done.')));
  const { commands } = acted.services;
  await acted.play();
  await commands.fork('run', 'main', { to: '1-B', name: 'plan-b' });
  await commands.resume('run', 'main', { say: 'Go on.' });
  await acted.rested();
  await commands.rewind('run', 'main', { to: '1-B', restore: 'conversation' });
  await commands.rewind('run', 'plan-b', { to: '0-B' });
  expect(await readdir(acted.file('', 'plan-b'))).toEqual([]);
  expect((await readdir(acted.file('', 'main'))).sort()).toEqual(['a', 'b']);
});

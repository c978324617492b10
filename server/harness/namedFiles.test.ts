import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { namedFiles } from './namedFiles.ts';
import { toolOf } from './testing/scriptedParts.ts';

test.each([
  ['sh tools/deploy.sh --now', ['tools/deploy.sh']],
  ['cat a.txt|mail -s "x" team;rm \'a b.txt\'', ['a.txt']],
  ['curl -F file=@a.txt example.org', ['a.txt']],
  ['sed -i s/x/y/ a.txt:12', ['a.txt']],
  ['a b.txt', ['a b.txt']],
  ['cat ../outside.txt link.txt tools none.txt', []],
])('the files that “%s” names', async (command, paths) => {
  const folder = await temporaryFolder();
  const workspace = join(folder, 'workspace');
  await mkdir(join(workspace, 'tools'), { recursive: true });
  await writeFile(join(folder, 'outside.txt'), 'secret');
  await symlink(join(folder, 'outside.txt'), join(workspace, 'link.txt'));
  for (const name of ['a.txt', 'a b.txt', 'tools/deploy.sh']) await writeFile(join(workspace, name), name);
  const found = await namedFiles(workspace, toolOf('run'), { nested: [{ command }] });
  expect(found.map(({ path }) => path)).toEqual(paths);
  expect(found.every(({ digest }) => digest !== null)).toBe(true);
});

test('a file that the tool will make is named before it is there', async () => {
  const workspace = await temporaryFolder();
  const write = toolOf('write', { touches: input => [String(input.path)] });
  expect(await namedFiles(workspace, write, { path: 'new.txt' })).toEqual([
    { path: 'new.txt', digest: null },
  ]);
});

test('a long text is data: only its beginning is looked at', async () => {
  const workspace = await temporaryFolder();
  await writeFile(join(workspace, 'late.txt'), '');
  const body = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' ');
  expect(await namedFiles(workspace, toolOf('send'), { body: `${body} late.txt` })).toEqual([]);
});

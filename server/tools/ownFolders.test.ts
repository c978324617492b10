import { mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allTools } from './allTools.ts';
import { temporaryRun } from './testing/temporaryRun.ts';

/** A folder outside of the run, to which a link leads. */
async function elsewhere(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'forkpoint-elsewhere-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}

async function outcomeOf(name: string, input: Record<string, unknown>, context: Parameters<Run>[1]) {
  return await allTools({})
    .find(tool => tool.name === name)
    ?.run(input, context);
}
type Run = ReturnType<typeof allTools>[number]['run'];

const calls: [string, Record<string, unknown>][] = [
  ['write_file', { path: 'a.txt', content: 'x' }],
  ['run_command', { command: 'touch a.txt' }],
];

test.each(calls)('%s does nothing where the workspace was replaced by a link', async (name, input) => {
  for (const part of ['workspaces/main', 'workspaces']) {
    const { context, runFolder } = await temporaryRun();
    const target = await elsewhere();
    await mkdir(join(target, 'main'));
    await rename(join(runFolder, part), join(runFolder, 'moved'));
    await symlink(target, join(runFolder, part));
    const outcome = await outcomeOf(name, input, context);
    expect(outcome).toMatchObject({ isError: true, content: expect.stringContaining(`${part} in the run`) });
    expect(await readdir(target, { recursive: true })).toEqual(['main']);
  }
});

test('no mail is put through a link in place of the outbox', async () => {
  const { context, runFolder } = await temporaryRun();
  const target = await elsewhere();
  await symlink(target, join(runFolder, 'outbox'));
  const mail = { to: 'team@example.org', subject: 'x', body: 'y' };
  const outcome = await outcomeOf('send_email', mail, context);
  expect(outcome).toMatchObject({ isError: true, content: expect.stringContaining('outbox in the run') });
  expect(await readdir(target)).toEqual([]);
});

test('a folder of the person’s own may lie behind a link', async () => {
  const { context } = await temporaryRun();
  const target = await elsewhere();
  const workspace = join(await elsewhere(), 'own');
  await symlink(target, workspace);
  await outcomeOf('write_file', { path: 'a.txt', content: 'x' }, { ...context, workspace });
  expect(await readdir(target)).toEqual(['a.txt']);
});

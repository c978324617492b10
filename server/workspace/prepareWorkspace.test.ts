import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareWorkspace } from './prepareWorkspace.ts';

let folder: string;
let project: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkpoint-workspace-'));
  project = join(folder, 'project');
  await mkdir(join(project, 'empty'), { recursive: true });
  await writeFile(join(project, 'run.sh'), 'echo');
  await chmod(join(project, 'run.sh'), 0o755);
  await symlink('run.sh', join(project, 'link'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test('copies the project, links as links, and leaves nothing beside it', async () => {
  const runFolder = join(folder, 'run-1');
  const workspace = await prepareWorkspace({ projectFolder: project }, runFolder, 'main');
  expect(workspace).toBe(join(runFolder, 'workspaces', 'main'));
  expect((await readdir(workspace)).sort()).toEqual(['empty', 'link', 'run.sh']);
  expect(await readlink(join(workspace, 'link'))).toBe('run.sh');
  expect((await stat(join(workspace, 'run.sh'))).mode & 0o777).toBe(0o755);
  expect(await readdir(join(runFolder, 'workspaces'))).toEqual(['main']);
});

test('one that is there stays as it is', async () => {
  const runFolder = join(folder, 'run-2');
  const workspace = await prepareWorkspace({ projectFolder: project }, runFolder, 'main');
  await writeFile(join(workspace, 'run.sh'), 'changed');
  await prepareWorkspace({ projectFolder: project }, runFolder, 'main');
  expect(await readFile(join(workspace, 'run.sh'), 'utf8')).toBe('changed');
});

test('without a project it is empty; a name that would lead elsewhere is refused', async () => {
  const runFolder = join(folder, 'run-3');
  expect(await readdir(await prepareWorkspace(null, runFolder, 'plan-b'))).toEqual([]);
  await expect(prepareWorkspace(null, runFolder, '../x')).rejects.toMatchObject({ code: 'bad-name' });
});

test('a copy that fails leaves no half workspace', async () => {
  const runFolder = join(folder, 'run-4');
  const missing = prepareWorkspace({ projectFolder: join(folder, 'gone') }, runFolder, 'main');
  await expect(missing).rejects.toMatchObject({ code: 'write-failed' });
  expect(await readdir(join(runFolder, 'workspaces'))).toEqual([]);
});

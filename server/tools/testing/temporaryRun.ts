import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ToolContext } from '../tool.ts';

/** A run folder of a test, with one workspace. */
export interface TemporaryRun {
  context: ToolContext;
  workspace: string;
  runFolder: string;
  /** Absolute path of a file of the workspace. */
  at(path: string): string;
  read(path: string): Promise<string>;
}

/** Makes a run folder whose workspace holds `files`; it is removed when the test is over. */
export async function temporaryRun(files: Record<string, string> = {}): Promise<TemporaryRun> {
  const runFolder = await mkdtemp(join(tmpdir(), 'forkpoint-tools-'));
  onTestFinished(async () => await rm(runFolder, { recursive: true, force: true }));
  const workspace = join(runFolder, 'workspaces', 'main');
  const at = (path: string) => join(workspace, path);
  await mkdir(workspace, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), content);
  }
  const context = { workspace, runFolder, signal: new AbortController().signal, idempotencyKey: 'scene-1/0' };
  return { context, workspace, runFolder, at, read: async path => await readFile(at(path), 'utf8') };
}

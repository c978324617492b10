import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { defineTool } from './defineTool.ts';
import { onPath } from './toolFailure.ts';
import { formatBytes } from './workspaceFile.ts';
import { pathForReading } from './workspacePath.ts';

const ENTRY_LIMIT = 1000;

export const listDirTool = defineTool({
  name: 'list_dir',
  description:
    'Lists a folder of the workspace, one entry a line: folders end with a slash, files show their size.',
  toolClass: 'read',
  input: z.strictObject({
    path: z
      .string()
      .default('.')
      .describe('Folder relative to the workspace; the workspace itself if left out'),
  }),
  run: async ({ path }, { workspace }) => {
    const folder = await pathForReading(workspace, path);
    const names = (await onPath(path, async () => await readdir(folder))).sort();
    if (names.length === 0) return { content: `(${path} is empty)` };
    const shown = names.slice(0, ENTRY_LIMIT);
    const lines = await onPath(
      path,
      async () => await Promise.all(shown.map(name => entryLine(folder, name))),
    );
    if (names.length > ENTRY_LIMIT) lines.push(`(${ENTRY_LIMIT} of ${names.length} entries)`);
    return { content: lines.join('\n') };
  },
});

async function entryLine(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const stat = await lstat(path);
  if (stat.isDirectory()) return `${name}/`;
  if (stat.isSymbolicLink()) return `${name} -> ${await readlink(path)}`;
  return `${name} (${stat.isFile() ? formatBytes(stat.size) : 'not a plain file'})`;
}

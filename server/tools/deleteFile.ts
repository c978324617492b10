import { lstat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../disk/writeFileAtomic.ts';
import { defineTool } from './defineTool.ts';
import { onPath, ToolFailure } from './toolFailure.ts';
import { pathForWriting, touchedPaths } from './workspacePath.ts';

export const deleteFileTool = defineTool({
  name: 'delete_file',
  description: 'Deletes one file of the workspace. Of a link, only the link goes. Folders are refused.',
  toolClass: 'workspace',
  destructive: true,
  input: z.strictObject({ path: z.string().min(1).describe('Path relative to the workspace') }),
  target: ({ path }) => path,
  touches: ({ path }) => touchedPaths(path),
  run: async ({ path }, { workspace }) => {
    const absolute = await pathForWriting(workspace, path, { mayBeLink: true });
    await onPath(path, async () => {
      if ((await lstat(absolute)).isDirectory()) throw new ToolFailure(`${path} is a folder.`);
      await unlink(absolute);
      await syncFolder(dirname(absolute));
    });
    return { content: `Deleted ${path}.` };
  },
});

import { z } from 'zod';
import { defineTool } from './defineTool.ts';
import { countLines, formatBytes, writeWorkspaceFile } from './workspaceFile.ts';
import { touchedPaths } from './workspacePath.ts';

export const writeFileTool = defineTool({
  name: 'write_file',
  description: 'Writes a whole file of the workspace; makes it and its folders where they are missing.',
  toolClass: 'workspace',
  input: z.strictObject({
    path: z.string().min(1).describe('Path relative to the workspace'),
    content: z.string().describe('The whole new content'),
  }),
  target: ({ path }) => path,
  touches: ({ path }) => touchedPaths(path),
  run: async ({ path, content }, { workspace }) => {
    const isNew = await writeWorkspaceFile(workspace, path, content);
    const size = `${countLines(content)} lines, ${formatBytes(Buffer.byteLength(content))}`;
    return { content: `${isNew ? 'Made' : 'Replaced'} ${path} (${size}).` };
  },
});

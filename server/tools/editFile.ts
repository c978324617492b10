import { z } from 'zod';
import { defineTool } from './defineTool.ts';
import { ToolFailure } from './toolFailure.ts';
import { countLines, readWorkspaceText, writeWorkspaceFile } from './workspaceFile.ts';
import { pathForWriting, touchedPaths } from './workspacePath.ts';

export const editFileTool = defineTool({
  name: 'edit_file',
  description:
    'Replaces text in a file of the workspace. old_text must occur exactly once, letter for letter, unless replace_all is true.',
  toolClass: 'workspace',
  input: z.strictObject({
    path: z.string().min(1).describe('Path relative to the workspace'),
    old_text: z.string().min(1).describe('The text to replace'),
    new_text: z.string().describe('What stands there instead'),
    replace_all: z.boolean().optional().describe('Replace every occurrence'),
  }),
  target: ({ path }) => path,
  touches: ({ path }) => touchedPaths(path),
  run: async ({ path, old_text, new_text, replace_all }, { workspace }) => {
    await pathForWriting(workspace, path);
    const text = await readWorkspaceText(workspace, path);
    const count = countOccurrences(text, old_text);
    if (count === 0) {
      throw new ToolFailure(`old_text was not found in ${path}. Nothing was changed; read the file again.`);
    }
    if (count > 1 && !replace_all) {
      throw new ToolFailure(
        `old_text occurs ${count} times in ${path}. Nothing was changed; give more of its surroundings, or set replace_all.`,
      );
    }
    if (old_text === new_text)
      throw new ToolFailure('old_text and new_text are the same. Nothing was changed.');
    const pieces = text.split(old_text);
    await writeWorkspaceFile(workspace, path, pieces.join(new_text));
    return { content: wordsOfEdit(path, pieces, old_text, new_text) };
  },
});

/** Overlapping occurrences count too: each is a place that could have been meant. */
function countOccurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

function wordsOfEdit(path: string, pieces: string[], oldText: string, newText: string): string {
  const lines = `+${countLines(newText)} -${countLines(oldText)} lines`;
  if (pieces.length > 2) return `Edited ${path} in ${pieces.length - 1} places (each ${lines}).`;
  return `Edited ${path} at line ${pieces[0]?.split('\n').length ?? 1} (${lines}).`;
}

import { z } from 'zod';
import { defineTool } from './defineTool.ts';
import { ToolFailure } from './toolFailure.ts';
import { formatBytes, isBinary, readWorkspaceFile } from './workspaceFile.ts';

/** Characters of a file that one result holds at most. */
const RESULT_LIMIT_CHARACTERS = 100_000;

export const readFileTool = defineTool({
  name: 'read_file',
  description:
    'Reads a text file of the workspace. Long files are cut, and the result says where to go on; offset and limit choose lines.',
  toolClass: 'read',
  input: z.strictObject({
    path: z.string().min(1).describe('Path relative to the workspace'),
    offset: z.int().min(1).optional().describe('First line to read, counted from 1'),
    limit: z.int().min(1).optional().describe('How many lines to read'),
  }),
  run: async ({ path, offset, limit }, { workspace }) => {
    const bytes = await readWorkspaceFile(workspace, path);
    if (isBinary(bytes)) throw new ToolFailure(`${path} is a binary file (${formatBytes(bytes.length)}).`);
    if (bytes.length === 0) return { content: `(${path} is empty)` };
    return { content: linesOf(bytes.toString('utf8'), path, offset ?? 1, limit ?? Number.POSITIVE_INFINITY) };
  },
});

/** The chosen lines, and a note where they are not the whole file. */
function linesOf(text: string, path: string, offset: number, limit: number): string {
  const lines = text.split('\n');
  const total = lines.length - (text.endsWith('\n') ? 1 : 0);
  if (offset > total) throw new ToolFailure(`${path} has ${total} lines; there is no line ${offset}.`);
  if (offset === 1 && limit >= total && text.length <= RESULT_LIMIT_CHARACTERS) return text;

  const shown: string[] = [];
  let characters = 0;
  for (const line of lines.slice(offset - 1, Math.min(total, offset - 1 + limit))) {
    characters += line.length + 1;
    if (characters > RESULT_LIMIT_CHARACTERS) break;
    shown.push(line);
  }
  if (shown.length === 0) return cutLine(lines[offset - 1] ?? '', offset, total);
  return `${shown.join('\n')}\n${noteOf(offset, offset + shown.length - 1, total)}`;
}

function cutLine(line: string, number: number, total: number): string {
  const rest = line.length - RESULT_LIMIT_CHARACTERS;
  return `${line.slice(0, RESULT_LIMIT_CHARACTERS)}\n(line ${number} of ${total} is cut: ${rest} more characters)`;
}

function noteOf(first: number, last: number, total: number): string {
  const more = last < total ? `; go on with offset ${last + 1}` : '';
  return `(lines ${first} to ${last} of ${total}${more})`;
}

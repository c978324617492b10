import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool } from './defineTool.ts';
import { type LineTest, lineTest } from './searchText.ts';
import { failIfStopped, onPath, ToolFailure } from './toolFailure.ts';
import { walkFiles } from './walkFiles.ts';
import { isBinary, READ_LIMIT_BYTES, readWorkspaceFile } from './workspaceFile.ts';
import { pathForReading } from './workspacePath.ts';

const MATCH_LIMIT = 200;
const TIME_LIMIT_MS = 5_000;
const SHOWN_CHARACTERS = 300;
const LINES_BETWEEN_BREATHS = 2_000;

interface Search {
  test: LineTest;
  found: string[];
  skipped: number;
  /** Why it ended before the last file, or null. */
  cut: string | null;
  untilMs: number;
  signal: AbortSignal;
}

export const grepTool = defineTool({
  name: 'grep',
  description:
    'Searches the files of the workspace line by line for a JavaScript regular expression (without lookahead and back-references) or a literal text. Binary files, .git and node_modules are skipped.',
  toolClass: 'read',
  input: z.strictObject({
    pattern: z.string().min(1).max(1000).describe('Regular expression, or plain text with literal'),
    path: z.string().default('.').describe('File or folder to search; the whole workspace if left out'),
    literal: z.boolean().optional().describe('Take the pattern as plain text'),
    ignore_case: z.boolean().optional(),
  }),
  run: async ({ pattern, path, literal = false, ignore_case = false }, { workspace, signal }) => {
    const search: Search = {
      test: lineTest(pattern, { literal, ignoreCase: ignore_case }),
      found: [],
      skipped: 0,
      cut: null,
      untilMs: Date.now() + TIME_LIMIT_MS,
      signal,
    };
    const root = await realpath(workspace);
    const start = relative(root, await pathForReading(workspace, path)) || '.';
    await onPath(path, async () => await searchFrom(search, root, start));
    return { content: wordsOfSearch(search) };
  },
});

async function searchFrom(search: Search, root: string, start: string): Promise<void> {
  for await (const file of walkFiles(root, start)) {
    const text = await textToSearch(root, file);
    if (text === null) search.skipped += 1;
    else await searchLines(search, file, text);
    if (search.cut !== null) return;
  }
}

/** The text of a file, or null for one that is skipped: binary, too large, unreadable, gone. */
async function textToSearch(root: string, file: string): Promise<string | null> {
  try {
    const bytes = await readWorkspaceFile(root, file);
    return isBinary(bytes) ? null : bytes.toString('utf8');
  } catch (error) {
    if (error instanceof ToolFailure) return null;
    throw error;
  }
}

async function searchLines(search: Search, file: string, text: string): Promise<void> {
  for (const [index, line] of text.split('\n').entries()) {
    if (index % LINES_BETWEEN_BREATHS === 0) await breathe();
    failIfStopped(search.signal);
    if (Date.now() > search.untilMs) {
      search.cut = `stopped after ${TIME_LIMIT_MS / 1000} s, in ${file}: search a smaller folder`;
      return;
    }
    if (!search.test(line)) continue;
    if (search.found.length === MATCH_LIMIT) {
      search.cut = `the first ${MATCH_LIMIT} matches; more follow, from ${file} on`;
      return;
    }
    search.found.push(`${file}:${index + 1}:${shownLine(line)}`);
  }
}

function shownLine(line: string): string {
  const plain = line.replace(/\r$/, '');
  return plain.length <= SHOWN_CHARACTERS ? plain : `${plain.slice(0, SHOWN_CHARACTERS)}…`;
}

function wordsOfSearch({ found, skipped, cut }: Search): string {
  const notes = [];
  if (cut !== null) notes.push(`(${cut})`);
  if (skipped > 0) {
    const limitMb = READ_LIMIT_BYTES / 1_000_000;
    notes.push(`(${skipped} skipped: binary, above ${limitMb} MB, or not readable)`);
  }
  return [...(found.length === 0 ? ['No match.'] : found), ...notes].join('\n');
}

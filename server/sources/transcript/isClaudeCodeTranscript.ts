import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { readRecords } from './readRecords.ts';

/** What tells a record of Claude Code from any other line of JSON: a place in the tree, or a kind all its own. */
const knownRecord = z.union([
  z.object({ type: z.string(), uuid: z.string(), parentUuid: z.string().nullable(), sessionId: z.string() }),
  z.object({ type: z.literal('summary'), leafUuid: z.string() }),
  z.object({ type: z.literal('file-history-snapshot'), messageId: z.string() }),
  z.object({
    type: z.enum([
      'queue-operation',
      'last-prompt',
      'custom-title',
      'ai-title',
      'agent-name',
      'permission-mode',
    ]),
    sessionId: z.string(),
  }),
]);

/** Damaged lines at the top must not hide a transcript; a long file of something else must not be read whole. */
const maxLines = 50;

/**
 * Whether a file is a session of Claude Code, or of one of its subagents. Anything but a file is none.
 * @throws ForkpointError `unreadable-file` for a file that gives no bytes
 */
export async function isClaudeCodeTranscript(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return false;
  for await (const { line, records } of readRecords(path)) {
    if (records.some(({ value }) => knownRecord.safeParse(value).success)) return true;
    if (line >= maxLines) return false;
  }
  return false;
}

import { z } from 'zod';
import type { Remark } from './entry.ts';

const remarkSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('custom-title'), customTitle: z.string() }),
  z.looseObject({ type: z.literal('ai-title'), aiTitle: z.string() }),
  z.looseObject({ type: z.literal('summary'), summary: z.string(), leafUuid: z.string() }),
  z.looseObject({ type: z.literal('last-prompt'), leafUuid: z.string() }),
]);

/** What a record outside the tree says about the whole session, or null. */
export function remarkOfRecord(value: unknown, line: number): Remark | null {
  const read = remarkSchema.safeParse(value);
  if (!read.success) return null;
  const record = read.data;
  switch (record.type) {
    case 'custom-title':
      return { line, kind: 'title', rank: 3, text: record.customTitle, leaf: null };
    case 'ai-title':
      return { line, kind: 'title', rank: 2, text: record.aiTitle, leaf: null };
    case 'summary':
      return { line, kind: 'title', rank: 1, text: record.summary, leaf: record.leafUuid };
    case 'last-prompt':
      return { line, kind: 'leaf', uuid: record.leafUuid };
  }
}

/**
 * The title a person gave, else the one the program found, else the summary; of equals the last. Old versions wrote
 * summaries of other sessions to the top of a file: they name a leaf that is not in it.
 */
export function titleOf(remarks: readonly Remark[], hasRecord: (uuid: string) => boolean): string | null {
  let best: Extract<Remark, { kind: 'title' }> | null = null;
  for (const remark of remarks) {
    if (remark.kind !== 'title' || (remark.leaf !== null && !hasRecord(remark.leaf))) continue;
    if (remark.rank >= (best?.rank ?? 0)) best = remark;
  }
  return best?.text ?? null;
}

/** The last leaf that the session names as its live end, or null. */
export function leafOf(remarks: readonly Remark[]): string | null {
  const last = remarks.findLast(remark => remark.kind === 'leaf');
  return last?.uuid ?? null;
}

const sessionSchema = z.object({ sessionId: z.string() });

/** The session that a record names, or null. */
export function sessionOfRecord(value: unknown): string | null {
  return sessionSchema.safeParse(value).data?.sessionId ?? null;
}

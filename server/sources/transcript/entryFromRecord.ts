import { z } from 'zod';
import { messageSchema } from '../../../shared/message.ts';
import type { AsideEntry, Entry, EntryPlace } from './entry.ts';
import { type Base, type Head, headSchema, text } from './recordHead.ts';
import { replyEntry } from './replyEntry.ts';
import { attachmentEntry, saidEntry } from './saidEntry.ts';

const treeTypes = new Set(['user', 'assistant', 'system', 'progress', 'attachment']);

/** An entry, or why the record cannot be one; both null for records outside the tree and unknown ones. */
interface EntryRead {
  entry: Entry | null;
  problem: string | null;
}

/** Reads the light form of a record of the tree. A record without a uuid gets one from its place. */
export function entryFromRecord(value: unknown, place: EntryPlace): EntryRead {
  const read = headSchema.safeParse(value);
  if (!read.success || !isInTree(read.data)) return { entry: null, problem: null };
  const head = read.data;
  const base = {
    ...place,
    uuid: head.uuid ?? `at-${place.offset}`,
    parent: head.parentUuid,
    isSidechain: head.isSidechain === true,
    timestamp: head.timestamp ?? null,
  };
  if (head.type === 'user' || head.type === 'assistant') return messageEntry(head, base);
  if (head.type === 'attachment') return { entry: attachmentEntry(head, base), problem: null };
  if (head.subtype === 'compact_boundary') return { entry: boundaryEntry(head, base), problem: null };
  return { entry: { ...base, kind: 'aside', agent: agentOf(head) }, problem: null };
}

function isInTree(head: Head): boolean {
  const hasMessage = head.type === 'user' || head.type === 'assistant';
  return (
    hasMessage || (head.uuid !== undefined && (treeTypes.has(head.type) || head.parentUuid !== undefined))
  );
}

function messageEntry(head: Head, base: Base): EntryRead {
  const read = messageSchema.safeParse(head.message);
  if (!read.success || read.data.role !== head.type) {
    const detail = read.success ? 'role does not fit' : (read.error.issues[0]?.message ?? 'invalid');
    return { entry: { ...base, kind: 'aside', agent: null }, problem: `message: ${detail}` };
  }
  const entry =
    head.type === 'assistant' ? replyEntry(head, read.data, base) : saidEntry(head, read.data, base);
  return { entry, problem: null };
}

const uuids = z.array(z.string()).optional().catch(undefined);
const compactSchema = z.object({
  preservedSegment: z
    .object({ headUuid: text, anchorUuid: text, tailUuid: text })
    .optional()
    .catch(undefined),
  preservedMessages: z.object({ anchorUuid: text, uuids, allUuids: uuids }).optional().catch(undefined),
});

function boundaryEntry(head: Head, base: Base): Entry {
  const read = compactSchema.safeParse(head.compactMetadata);
  const segment = read.success ? read.data.preservedSegment : undefined;
  const messages = read.success ? read.data.preservedMessages : undefined;
  return {
    ...base,
    kind: 'boundary',
    logicalParent: head.logicalParentUuid ?? null,
    kept:
      segment || messages
        ? {
            anchor: messages?.anchorUuid ?? segment?.anchorUuid ?? null,
            head: segment?.headUuid ?? null,
            tail: segment?.tailUuid ?? null,
            uuids: messages?.uuids ?? messages?.allUuids ?? [],
          }
        : null,
  };
}

const progressSchema = z.object({ agentId: z.string() });

function agentOf(head: Head): AsideEntry['agent'] {
  const read = progressSchema.safeParse(head.data);
  if (!read.success || head.parentToolUseID === undefined) return null;
  return { id: read.data.agentId, callId: head.parentToolUseID };
}

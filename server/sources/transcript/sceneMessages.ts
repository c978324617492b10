import { z } from 'zod';
import { type Block, blocksOf, type Message, messageSchema } from '../../../shared/message.ts';
import { checked } from '../../../shared/schema.ts';
import type { Entry, EntryPlace, ResultHead } from './entry.ts';
import type { Part } from './parts.ts';

/** `messages` of a scene, and the line each message begins at. */
export interface SceneMessages {
  messages: Message[];
  lines: number[];
}

/** What is taken from a record: its message, or the words of a person that waited in the queue. */
const recordSchema = z.looseObject({
  message: messageSchema.optional(),
  attachment: z.looseObject({ prompt: messageSchema.shape.content.optional() }).optional(),
});

/** Where records come from. */
interface RecordReader {
  /** The record at a place again, whole. */
  read(place: EntryPlace): unknown;
  /** Results that answer no call: they stay where they stand. */
  orphans: ReadonlySet<ResultHead>;
}

/**
 * Puts `messages` together as the Messages API took and gave them: pieces of a reply in one message, block for block
 * as they came; the results of its calls in one user message, in the order of the calls; then what else was said.
 */
export function messagesOfParts(parts: readonly Part[], reader: RecordReader): SceneMessages {
  const messages: Message[] = [];
  const lines: number[] = [];
  let open: Message[] = [];
  const close = () => {
    const merged = mergedUser(open);
    if (merged) messages.push(merged);
    open = [];
  };
  for (const part of parts) {
    const message = messageOfPart(part, reader);
    if (part.role === 'assistant') {
      close();
      messages.push(message);
      lines.push(lineOf(part));
    } else {
      if (open.length === 0) lines.push(lineOf(part));
      open.push(message);
    }
  }
  close();
  return { messages, lines };
}

/** Records that a scene's messages come from. */
export function entriesOfPart(part: Part): Entry[] {
  if (part.from === 'pieces') return part.entries;
  if (part.from === 'results') return part.calls.flatMap(call => call.result?.entry ?? []);
  return [part.entry];
}

function lineOf(part: Part): number {
  return Math.min(...entriesOfPart(part).map(entry => entry.line));
}

function mergedUser(parts: readonly Message[]): Message | null {
  const [first] = parts;
  if (!first) return null;
  return parts.length === 1 ? first : { role: 'user', content: parts.flatMap(blocksOf) };
}

function messageOfPart(part: Part, reader: RecordReader): Message {
  switch (part.from) {
    case 'pieces':
      return {
        role: 'assistant',
        content: part.entries.flatMap(entry => blocksOf(messageAt(entry, reader))),
      };
    case 'results':
      return { role: 'user', content: part.calls.flatMap(call => resultBlock(call.result, reader)) };
    case 'record':
      return { role: 'assistant', content: messageAt(part.entry, reader).content };
    case 'rest':
      return restMessage(part.entry, reader);
  }
}

type ResultAt = Extract<Part, { from: 'results' }>['calls'][number]['result'];

function resultBlock(result: ResultAt, reader: RecordReader): Block[] {
  const block = result && blocksOf(messageAt(result.entry, reader))[result.head.block];
  return block ? [block] : [];
}

/** A record without the results in it that answer a call. */
function restMessage(entry: Extract<Part, { from: 'rest' }>['entry'], reader: RecordReader): Message {
  const message = messageAt(entry, reader);
  if (entry.results.length === 0) return { role: 'user', content: message.content };
  const taken = new Set(entry.results.filter(head => !reader.orphans.has(head)).map(head => head.block));
  const content = blocksOf(message).filter((_, index) => !taken.has(index));
  return { role: 'user', content };
}

function messageAt(entry: Entry, reader: RecordReader): Message {
  const value = reader.read(entry);
  const where = `${entry.file}:${entry.line}`;
  const record = checked(recordSchema, value, where);
  return record.message ?? { role: 'user', content: record.attachment?.prompt ?? '' };
}

import { z } from 'zod';
import {
  type Block,
  blocksOf,
  isServerToolUse,
  isThinking,
  isToolUse,
  type Message,
  usageSchema,
} from '../../../shared/message.ts';
import { callRow } from '../../../shared/sceneRow.ts';
import type { CallHead, Entry, PieceEntry } from './entry.ts';
import { detached, digestOf, hasFault, wordsOf } from './lightContent.ts';
import { type Base, type Head, text } from './recordHead.ts';

const replySchema = z.looseObject({
  id: text,
  model: text,
  stop_reason: z.string().nullish().catch(undefined),
  usage: usageSchema.nullish().catch(undefined),
});

/** A piece of a reply, or a record that stands where a reply would. */
export function replyEntry(head: Head, message: Message, base: Base): Entry {
  const reply = replySchema.parse(message);
  const blocks = blocksOf(message);
  const words = wordsOf(blocks);
  if (reply.model === '<synthetic>') {
    return { ...base, kind: 'synthetic', words, isApiError: head.isApiErrorMessage === true };
  }
  const piece: PieceEntry = {
    ...base,
    kind: 'piece',
    messageId: reply.id ?? base.uuid,
    model: reply.model ?? null,
    stopReason: reply.stop_reason ?? null,
    usage: reply.usage ?? null,
    words,
    hasThinking: blocks.some(isThinking),
    calls: blocks.filter(isToolUse).map(callHead),
    digest: digestOf(blocks),
    isIllegal: hasFault(blocks),
    ...serverCalls(blocks),
  };
  return piece;
}

function serverCalls(blocks: readonly Block[]): Pick<PieceEntry, 'onServer'> {
  const calls = blocks.filter(isServerToolUse).map(block => block.id);
  const results = blocks.flatMap(({ type, tool_use_id: id }) =>
    type.endsWith('_tool_result') && typeof id === 'string' ? [id] : [],
  );
  return calls.length + results.length === 0 ? {} : { onServer: { calls, results } };
}

function callHead(call: Parameters<typeof callRow>[0]['call']): CallHead {
  const row = callRow({ call, messageIndex: 0, blockIndex: 0, result: null, resultMessageIndex: null });
  const prompt = promptSchema.safeParse(call.input);
  return {
    id: row.id,
    name: row.name,
    detail: detached(row.detail),
    toolClass: row.toolClass,
    promptDigest: prompt.success ? digestOf(prompt.data.prompt) : null,
  };
}

const promptSchema = z.object({ prompt: z.string() });

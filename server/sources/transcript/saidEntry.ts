import { z } from 'zod';
import {
  type Block,
  blocksOf,
  firstWords,
  isText,
  isToolResult,
  type Message,
  messageSchema,
  type ToolResultBlock,
} from '../../../shared/message.ts';
import { callRow } from '../../../shared/sceneRow.ts';
import { commandText } from './commandText.ts';
import type { Entry, ResultHead, SaidRole } from './entry.ts';
import { detached, digestOf, hasFault, wordsOf } from './lightContent.ts';
import type { Base, Head } from './recordHead.ts';

const agentResultSchema = z.object({ agentId: z.string() });

/** A user record: results, or words of a person or of the program. */
export function saidEntry(head: Head, message: Message, base: Base): Entry {
  const blocks = blocksOf(message);
  const agent = agentResultSchema.safeParse(head.toolUseResult);
  const results = blocks.flatMap((block, index) =>
    isToolResult(block) ? [resultHead(block, index, agent.success ? agent.data.agentId : null)] : [],
  );
  const rest = blocks.filter(block => !isToolResult(block));
  const raw = wordsOf(rest);
  const role = roleOf(head, raw);
  return {
    ...base,
    kind: 'said',
    role,
    words: role === 'command' ? commandWords(rest) : raw,
    digest: digestOf(onlyText(rest) ?? rest),
    results,
    hasMore: rest.length > 0,
    sourceUuid: head.sourceToolAssistantUUID ?? null,
    isIllegal: blocks.length === 0 || hasFault(blocks),
  };
}

/** A prompt is the same whether it is written as a string or as one text block. */
function onlyText(blocks: Block[]): string | null {
  const [first] = blocks;
  return blocks.length === 1 && first && isText(first) ? first.text : null;
}

function resultHead(block: ToolResultBlock, index: number, agentId: string | null): ResultHead {
  const row = callRow({
    call: { type: 'tool_use', id: block.tool_use_id, name: '', input: {} },
    messageIndex: 0,
    blockIndex: 0,
    result: block,
    resultMessageIndex: 0,
  });
  const words = detached(row.result ?? '');
  return { callId: block.tool_use_id, isError: row.state === 'error', words, block: index, agentId };
}

/** How Claude Code marks user records that no person typed, by their first characters. */
const markers: [RegExp, SaidRole][] = [
  [/^\[Request interrupted by user/, 'interruption'],
  [/^<(local-command-stdout|local-command-stderr|bash-stdout|bash-stderr)>/, 'output'],
  [/^<local-command-caveat>/, 'meta'],
  [/^<(command-name|command-message|bash-input)>/, 'command'],
];

function roleOf(head: Head, words: string): SaidRole {
  if (head.isCompactSummary) return 'summary';
  if (head.isMeta) return 'meta';
  return markers.find(([pattern]) => pattern.test(words))?.[1] ?? 'prompt';
}

function commandWords(blocks: readonly Block[]): string {
  const texts = blocks.filter(isText).map(block => commandText(block.text));
  return detached(firstWords(texts.join(' ')));
}

const queuedSchema = z.looseObject({
  type: z.literal('queued_command'),
  prompt: z.union([z.string(), messageSchema.shape.content]),
});

/** An attachment: the words of a person that waited in the queue, or an aside. */
export function attachmentEntry(head: Head, base: Base): Entry {
  const queued = queuedSchema.safeParse(head.attachment);
  if (!queued.success) return { ...base, kind: 'aside', agent: null };
  const blocks = blocksOf({ role: 'user', content: queued.data.prompt });
  return {
    ...base,
    kind: 'said',
    role: 'queued',
    words: wordsOf(blocks),
    digest: digestOf(queued.data.prompt),
    results: [],
    hasMore: true,
    sourceUuid: null,
    isIllegal: blocks.length === 0 || hasFault(blocks),
  };
}

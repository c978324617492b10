import { type PairedCall, pairCalls } from '../../shared/calls.ts';
import {
  type Block,
  blocksOf,
  contentBlocksOf,
  isImage,
  isText,
  isThinking,
  isToolResult,
  type Messages,
} from '../../shared/message.ts';
import { words } from '../i18n/words.ts';

const roles = {
  assistant: 'inspector.assistant',
  user: 'inspector.person',
  system: 'inspector.system',
} as const;

/** A conversation as plain text: who said what, and below each call what came of it. */
export function conversationText(messages: Messages): string {
  const paired = pairCalls(messages);
  const callAt = new Map(paired.map(entry => [`${entry.messageIndex}/${entry.blockIndex}`, entry]));
  const answers = new Set<Block | null>(paired.map(entry => entry.result));
  const parts = messages.flatMap((message, index) => {
    const blocks = blocksOf(message).flatMap((block, blockIndex) => {
      const call = callAt.get(`${index}/${blockIndex}`);
      if (call) return [textOfCall(call)];
      return answers.has(block) ? [] : [textOfPart(block)];
    });
    return blocks.length === 0 ? [] : [`${words(roles[message.role])}:\n${blocks.join('\n\n')}`];
  });
  return `${parts.join('\n\n')}\n`;
}

function textOfCall({ call, result }: PairedCall): string {
  const named = words('inspector.textCall', { name: call.name, id: call.id });
  const asked = `[${named}]\n${JSON.stringify(call.input, null, 2) ?? ''}`;
  return `${asked}\n${result ? textOfPart(result) : `[${words('inspector.textNoResult')}]`}`;
}

function textOfPart(block: Block): string {
  if (isText(block)) return block.text;
  if (isThinking(block)) return `[${words('content.thinking')}]\n${block.thinking}`;
  if (isToolResult(block)) {
    const head = words(block.is_error ? 'inspector.textError' : 'inspector.textResult');
    return [`[${head}]`, ...contentBlocksOf(block).map(textOfPart)].join('\n');
  }
  if (isImage(block)) {
    return `[${words('inspector.textImage', { type: block.source.media_type ?? block.source.url ?? '' })}]`;
  }
  return JSON.stringify(block, null, 2);
}

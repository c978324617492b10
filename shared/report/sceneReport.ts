import type { Checkpoint } from '../checkpoint.ts';
import { diffMessages } from '../diff/diffMessages.ts';
import { diffSettings } from '../diff/diffSettings.ts';
import { digestMessages } from '../diff/digestMessages.ts';
import { digestOf } from '../digest.ts';
import { blocksOf, type Messages } from '../message.ts';
import { sizeOf } from '../plainNumbers.ts';
import { isRecord } from '../schema.ts';
import { messageBlocks, settingBlocks } from './messagesReport.ts';
import type { ReportBlock } from './report.ts';
import type { ReportPart } from './reportRequest.ts';

/** What differs between two scenes whose secrets are masked already, as far as it was chosen. */
export function sceneDiffBlocks(
  left: Checkpoint,
  right: Checkpoint,
  parts: readonly ReportPart[],
): ReportBlock[] {
  const [before, after] = [
    digestMessages(imagesNamed(left.messages)),
    digestMessages(imagesNamed(right.messages)),
  ];
  return [
    ...(parts.includes('settings') ? settingBlocks(diffSettings(left, right)) : []),
    ...(parts.includes('messages') ? messageBlocks(diffMessages(before, after)) : []),
  ];
}

/** Images as what they are called: their bytes are no text to be compared or read. */
function imagesNamed(messages: Messages): Messages {
  return messages.map(message =>
    typeof message.content === 'string' ? message : { ...message, content: blocksOf(message).map(named) },
  );
}

function named(block: Record<string, unknown>): { type: string; [field: string]: unknown } {
  const { type } = block;
  if (Array.isArray(block.content)) {
    const content = block.content.map(inner => (isRecord(inner) ? named(inner) : inner));
    return { ...block, type: String(type), content };
  }
  const source = type === 'image' && isRecord(block.source) ? block.source : null;
  if (source === null || typeof source.data !== 'string') return { ...block, type: String(type) };
  const text = `[${String(source.media_type)}, ${sizeOf((source.data.length * 3) / 4)}, ${digestOf(source.data, 8)}]`;
  return { type: 'text', text };
}

import type { BlockDiff, MessageDiff } from '../../shared/diffMessages.ts';
import { type Block, blocksOf, isToolUse } from '../../shared/message.ts';

/** A stretch of a diff: neighbours that are the same, or added, or removed; or one message that changed. */
export interface DiffHunk {
  kind: MessageDiff['kind'];
  /** Index of its first entry, which names it. */
  start: number;
  entries: MessageDiff[];
}

/** Parts the entries of a diff into stretches of one kind. */
export function diffHunks(entries: readonly MessageDiff[]): DiffHunk[] {
  const hunks: DiffHunk[] = [];
  entries.forEach((entry, start) => {
    const last = hunks.at(-1);
    if (last?.kind === entry.kind && entry.kind !== 'changed') last.entries.push(entry);
    else hunks.push({ kind: entry.kind, start, entries: [entry] });
  });
  return hunks;
}

/** Indices of the entries that differ, each a step on the way through the diff, however long the stretch it stands in. */
export function changedIndices(entries: readonly MessageDiff[]): number[] {
  return entries.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
}

/** How many calls only one side has. */
export function callDifference(entries: readonly MessageDiff[]): { added: number; removed: number } {
  const blocks = entries.flatMap(blocksOnOneSide);
  const count = (kind: BlockDiff['kind']) =>
    blocks.filter(block => block.kind === kind && isToolUse(block.block)).length;
  return { added: count('added'), removed: count('removed') };
}

function blocksOnOneSide({
  kind,
  left,
  right,
  blocks,
}: MessageDiff): { kind: BlockDiff['kind']; block: Block }[] {
  if (kind === 'changed') {
    return blocks.flatMap(entry => {
      const block = entry.left ?? entry.right;
      return block && entry.kind !== 'changed' ? [{ kind: entry.kind, block }] : [];
    });
  }
  const message = left ?? right;
  return message ? blocksOf(message).map(block => ({ kind, block })) : [];
}

import type { MessageDiff } from './messagesDiff.ts';

/** A stretch of a list: places `start` to `end` (not included), shown or folded away. */
export interface Fold {
  start: number;
  end: number;
  folded: boolean;
}

/**
 * Parts a list so that what is unchanged is folded, but for a little around each change.
 * @param isChanged whether what stands at a place differs: that is never folded
 * @param context how much stays shown before and behind a change
 * @param least a shorter stretch is not worth a fold
 */
export function foldUnchanged(
  length: number,
  isChanged: (index: number) => boolean,
  { context, least }: { context: number; least: number },
): Fold[] {
  const shown = new Uint8Array(length);
  for (let index = 0; index < length; index++) {
    if (isChanged(index)) shown.fill(1, Math.max(0, index - context), index + context + 1);
  }
  const folds: Fold[] = [];
  for (let start = 0; start < length; ) {
    let end = start + 1;
    while (end < length && shown[end] === shown[start]) end++;
    const folded = shown[start] === 0 && end - start >= least;
    folds.push({ start, end, folded });
    start = end;
  }
  return folds;
}

/** A stretch of a diff of messages: messages that are the same, or neighbours of one kind; each changed message alone. */
export interface DiffHunk {
  kind: MessageDiff['kind'];
  /** Index of its first entry, which names it. */
  start: number;
  entries: MessageDiff[];
  /** How many messages it holds. */
  count: number;
}

/** Parts the entries of a diff into stretches of one kind; only those that are `same` may be folded. */
export function diffHunks(entries: readonly MessageDiff[]): DiffHunk[] {
  const hunks: DiffHunk[] = [];
  entries.forEach((entry, start) => {
    const last = hunks.at(-1);
    if (last?.kind === entry.kind && entry.kind !== 'changed') {
      last.entries.push(entry);
      last.count += entry.count;
    } else hunks.push({ kind: entry.kind, start, entries: [entry], count: entry.count });
  });
  return hunks;
}

/** Indices of the entries that differ, each a step on the way through the diff. */
export function changedIndices(entries: readonly MessageDiff[]): number[] {
  return entries.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
}

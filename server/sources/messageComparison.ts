import type { CheckpointEntry } from './checkpointEntry.ts';
import type { MessageComparison } from './forkPoint.ts';

/** A beginning whose digest is not kept: the file has to be opened to know it. */
export interface UnknownPrefix {
  entry: CheckpointEntry;
  count: number;
}

/**
 * Compares the messages of checkpoints by the digests in their entries. What they do not tell counts as different
 * for now and is noted in `unknown`; read it from the file and compare again.
 */
export class EntryComparison implements MessageComparison<CheckpointEntry> {
  readonly unknown: UnknownPrefix[] = [];

  areEqual(x: CheckpointEntry, y: CheckpointEntry): boolean {
    return x.content.messageCount === y.content.messageCount && this.isBeginning(x, y);
  }

  isBeginning(earlier: CheckpointEntry, later: CheckpointEntry): boolean {
    const count = earlier.content.messageCount;
    if (count > later.content.messageCount) return false;
    const digest = digestAt(later, count);
    if (digest === null) this.unknown.push({ entry: later, count });
    return digest !== null && digest === digestAt(earlier, count);
  }
}

function digestAt({ prefixes }: CheckpointEntry, count: number): string | null {
  return prefixes.find(prefix => prefix[0] === count)?.[1] ?? null;
}

import { isForkpointError } from '../../shared/errors.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { type CheckpointEntry, parseCheckpoint } from './checkpointEntry.ts';
import { type BranchScan, type DerivedRun, deriveRun } from './deriveRun.ts';
import { EntryComparison, type UnknownPrefix } from './messageComparison.ts';
import { type MessagePrefix, messagePrefixes } from './messagePrefixes.ts';
import type { FoundCheckpoint } from './readBranchFolder.ts';

/**
 * Makes a run out of what lies in its branch folders, and opens a file again only where the beginning of its
 * messages has to be compared at a place that its entry does not tell.
 * @param onOpened told when an entry grew
 */
export async function deriveWithFiles<S extends BranchScan>(
  scans: readonly S[],
  onOpened: () => void,
): Promise<DerivedRun<S>> {
  for (;;) {
    const compare = new EntryComparison();
    const derived = deriveRun(scans, compare);
    if (compare.unknown.length === 0) return derived;
    const files = new Map(scans.flatMap(scan => scan.checkpoints.map(found => [found.entry, found])));
    for (const [entry, counts] of countsByEntry(compare.unknown)) {
      const found = files.get(entry);
      const read = found ? await prefixesOf(found, counts) : [];
      // A file that changed meanwhile tells nothing about this entry; it counts as different until read anew.
      const missing = counts.filter(count => !read.some(prefix => prefix[0] === count));
      entry.prefixes.push(...read, ...missing.map((count): MessagePrefix => [count, '']));
      if (missing.length === 0) onOpened();
    }
  }
}

function countsByEntry(unknown: readonly UnknownPrefix[]): Map<CheckpointEntry, number[]> {
  const counts = new Map<CheckpointEntry, number[]>();
  for (const { entry, count } of unknown) {
    const known = counts.get(entry) ?? [];
    if (!known.includes(count)) counts.set(entry, [...known, count]);
  }
  return counts;
}

async function prefixesOf({ path, fileName, file, entry }: FoundCheckpoint, counts: number[]) {
  try {
    const bytes = await readIfThere(path);
    if (bytes === null) return [];
    const { id, checkpoint } = parseCheckpoint(bytes, fileName, file);
    if (id !== entry.id) return [];
    return messagePrefixes(checkpoint.messages, counts).filter(([count]) => counts.includes(count));
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return [];
  }
}

import type { AdoptionEntry } from '../../shared/adoption.ts';
import type { RestoreEntry } from '../../shared/capture.ts';

/** Of each side of one file, and of all files together. In characters. */
const shownPerSide = 20_000;
const shownInAll = 1_000_000;
/** Lines that are the same and stay in front of the first one that differs. */
const linesBefore = 3;

/**
 * Entries for looking at: of long texts a stretch from where they begin to differ, and no more of all together than a
 * page can draw. Each says what was left out of it.
 */
export function boundedEntries(entries: readonly RestoreEntry[]): AdoptionEntry[] {
  let room = shownInAll;
  return entries.map(entry => {
    const bounded = boundedEntry(entry, Math.min(shownPerSide, room));
    room -= longest(bounded);
    return bounded;
  });
}

function boundedEntry(entry: RestoreEntry, room: number): AdoptionEntry {
  const length = longest(entry);
  if (length <= room) return entry;
  if (room < shownPerSide) return { ...entry, before: null, after: null, leftOut: length };
  const from = startOfDifference(entry.before ?? '', entry.after ?? '');
  const stretch = (text: string | null) => text && wholeLines(text.slice(from), room);
  const shown = { ...entry, before: stretch(entry.before), after: stretch(entry.after) };
  return { ...shown, leftOut: length - longest(shown) };
}

function longest({ before, after }: Pick<RestoreEntry, 'before' | 'after'>): number {
  return Math.max(before?.length ?? 0, after?.length ?? 0);
}

/** Index at which the lines begin that are to be seen: a few before the first that differs. */
function startOfDifference(before: string, after: string): number {
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same++;
  let start = lineStart(before, same);
  for (let line = 0; line < linesBefore && start > 0; line++) start = lineStart(before, start - 1);
  return start;
}

/** Where the line begins that a place is in. */
function lineStart(text: string, place: number): number {
  return place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1;
}

/** Cut behind the last line that has room; a line that is too long by itself is cut within, never within a character. */
function wholeLines(text: string, room: number): string {
  if (text.length <= room) return text;
  const end = text.lastIndexOf('\n', room - 1) + 1;
  return end > 0 ? text.slice(0, end) : text.slice(0, room).replace(/[\ud800-\udbff]$/, '');
}

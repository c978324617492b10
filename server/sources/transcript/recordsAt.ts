import { openRegularFile } from '../../disk/readIfThere.ts';
import type { EntryPlace } from './entry.ts';

/** Neighbouring records are fetched with one read where the gap between them is no larger. */
const maxGapBytes = 64 * 1024;
const maxReadBytes = 8 * 1024 * 1024;

/**
 * Reads records again from the bytes they stand on, in few reads. Gives them by place.
 * @throws SyntaxError where the file was rewritten since its places were noted
 */
export async function readRecordsAt(
  path: string,
  places: readonly EntryPlace[],
): Promise<Map<EntryPlace, unknown>> {
  const found = new Map<EntryPlace, unknown>();
  if (places.length === 0) return found;
  const file = await openRegularFile(path);
  try {
    for (const group of groupPlaces(places)) {
      const start = group[0]?.offset ?? 0;
      const end = Math.max(...group.map(place => place.offset + place.sizeBytes));
      const bytes = Buffer.alloc(end - start);
      await file.read(bytes, 0, bytes.length, start);
      for (const place of group) {
        const from = place.offset - start;
        found.set(place, JSON.parse(bytes.toString('utf8', from, from + place.sizeBytes)));
      }
    }
  } finally {
    await file.close();
  }
  return found;
}

function groupPlaces(places: readonly EntryPlace[]): EntryPlace[][] {
  const groups: EntryPlace[][] = [];
  let start = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const place of places.toSorted((x, y) => x.offset - y.offset)) {
    const isNear =
      place.offset - end <= maxGapBytes && place.offset + place.sizeBytes - start <= maxReadBytes;
    const group = groups.at(-1);
    if (group && isNear) group.push(place);
    else {
      groups.push([place]);
      start = place.offset;
    }
    end = place.offset + place.sizeBytes;
  }
  return groups;
}

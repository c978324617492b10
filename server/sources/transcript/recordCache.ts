import type { EntryPlace } from './entry.ts';
import { readRecordsAt } from './recordsAt.ts';

const maxHeldBytes = 64 * 1024 * 1024;

/** Records that were read again lately: the scenes of one line share most of theirs. */
export class RecordCache {
  private readonly held = new Map<EntryPlace, unknown>();
  private heldBytes = 0;

  /**
   * The records at these places of one file.
   * @throws SyntaxError where the file was rewritten since its places were noted
   */
  async read(path: string, places: readonly EntryPlace[]): Promise<ReadonlyMap<EntryPlace, unknown>> {
    const wanted = new Set(places);
    const missing = [...wanted].filter(place => !this.held.has(place));
    const read = await readRecordsAt(path, missing);
    const found = new Map<EntryPlace, unknown>();
    for (const place of wanted) found.set(place, read.has(place) ? read.get(place) : this.held.get(place));
    for (const [place, value] of found) this.hold(place, value);
    return found;
  }

  /** The newest stand last; the oldest go first. */
  private hold(place: EntryPlace, value: unknown): void {
    if (!this.held.delete(place)) this.heldBytes += place.sizeBytes;
    this.held.set(place, value);
    for (const oldest of this.held.keys()) {
      if (this.heldBytes <= maxHeldBytes || oldest === place) break;
      this.held.delete(oldest);
      this.heldBytes -= oldest.sizeBytes;
    }
  }
}

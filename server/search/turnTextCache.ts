import type { TurnText } from '../../shared/turnTexts.ts';

/** Characters held for all runs together: the texts of a run that someone looks through are read once. */
const heldCharacters = 48_000_000;

/** A turn that takes more than this part of it for itself is read again instead. */
const largestShare = 16;

/** Texts of turns that were read lately. The oldest go first. */
export class TurnTextCache {
  private readonly held = new Map<string, { texts: readonly TurnText[]; size: number }>();
  private size = 0;
  private readonly limit: number;

  constructor(limit = heldCharacters) {
    this.limit = limit;
  }

  get(key: string): readonly TurnText[] | undefined {
    const entry = this.held.get(key);
    if (!entry) return undefined;
    this.held.delete(key);
    this.held.set(key, entry);
    return entry.texts;
  }

  put(key: string, texts: readonly TurnText[]): void {
    const size = texts.reduce((sum, { text }) => sum + text.length + 100, 100);
    if (size > this.limit / largestShare) return;
    this.size += size - (this.held.get(key)?.size ?? 0);
    this.held.delete(key);
    this.held.set(key, { texts, size });
    for (const [oldest, entry] of this.held) {
      if (this.size <= this.limit) break;
      this.held.delete(oldest);
      this.size -= entry.size;
    }
  }
}

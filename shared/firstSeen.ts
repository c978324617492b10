import { escaped, type Match } from './searchText.ts';
import type { TurnText } from './turnTexts.ts';

/** A text in which something was found. */
export interface SeenText {
  text: TurnText;
  match: Match;
}

export interface FirstSeen extends SeenText {
  /** Position on the line of the turn that added it. */
  position: number;
  /** Whether the whole text was found, or only its longest line. */
  isWhole: boolean;
}

/** A shorter line says too little to be looked for by itself. */
const minLineLength = 6;

/**
 * Finds where a text first stood on a line. White space counts as one blank: a person selects what the page shows, not the
 * bytes. Where the whole is nowhere, its longest line is looked for. Turns may be given in any order.
 */
export class FirstSeenSearch {
  private readonly whole: RegExp | null;
  private readonly part: RegExp | null;
  private first: FirstSeen | null = null;

  constructor(selected: string) {
    const longest = selected.split('\n').reduce((x, y) => (y.trim().length > x.trim().length ? y : x), '');
    const isPart = longest.trim().length >= minLineLength && longest.trim() !== selected.trim();
    this.whole = patternOf(selected);
    this.part = isPart ? patternOf(longest) : null;
  }

  /** Looks through the texts that the turn at a position of the line added. */
  add(position: number, texts: readonly TurnText[]): void {
    const whole = this.whole && seenIn(texts, this.whole);
    const seen = whole ?? (this.part && seenIn(texts, this.part));
    if (seen) this.keepEarlier({ ...seen, position, isWhole: whole !== null });
  }

  /** The earliest of what was given, or null. */
  get found(): FirstSeen | null {
    return this.first;
  }

  private keepEarlier(seen: FirstSeen): void {
    const isBetter =
      this.first === null ||
      (seen.isWhole === this.first.isWhole ? seen.position < this.first.position : seen.isWhole);
    if (isBetter) this.first = seen;
  }
}

function seenIn(texts: readonly TurnText[], pattern: RegExp): SeenText | null {
  for (const text of texts) {
    const found = pattern.exec(text.text);
    if (found) return { text, match: [found.index, found.index + found[0].length] };
  }
  return null;
}

/** Literal text with loose white space: it has nothing to go back on. */
function patternOf(selected: string): RegExp | null {
  const words = selected
    .trim()
    .split(/\s+/)
    .filter(word => word !== '');
  if (words.length === 0) return null;
  return new RegExp(words.map(escaped).join('\\s+'));
}

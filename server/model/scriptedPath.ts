import { blocksOf, isText, type Message, type Messages } from '../../shared/message.ts';
import { type Hint, MAIN_PATH } from '../scenarios/scenario.ts';

/** Where a conversation stands in a scenario: `index` is the next reply of `path`. */
export interface ScriptedPlace {
  path: string;
  index: number;
  /** Replies that the conversation holds already, on whatever path. */
  turn: number;
}

/**
 * Finds the place from `messages` alone, so that resume, rewind and fork need no cursor: every assistant message is
 * one reply; words of the person that hold a hint lead onto its path, whose replies count from there.
 */
export function placeIn(hints: readonly Hint[], messages: Messages): ScriptedPlace {
  let place: ScriptedPlace = { path: MAIN_PATH, index: 0, turn: 0 };
  messages.forEach((message, position) => {
    if (message.role === 'assistant') {
      place = { ...place, index: place.index + 1, turn: place.turn + 1 };
    } else if (message.role === 'user') {
      const hint = hintIn(hints, wordsOfPerson(message, position === 0), place.turn);
      if (hint) place = { ...place, path: hint.path, index: 0 };
    }
  });
  return place;
}

/** The text of a user message, the task left out; what tools gave is no word of the person either. */
function wordsOfPerson(message: Message, holdsTask: boolean): string {
  return blocksOf(message)
    .filter(isText)
    .slice(holdsTask ? 1 : 0)
    .map(block => block.text)
    .join('\n');
}

/** Of the hints that apply: the one meant for the latest turn, then the one with most words said, then the first. */
function hintIn(hints: readonly Hint[], said: string, turn: number): Hint | null {
  let best: { hint: Hint; hits: number } | null = null;
  for (const hint of hints) {
    const hits = hint.after <= turn ? hint.words.filter(word => isSaid(word, said)).length : 0;
    if (hits === 0) continue;
    const isBetter =
      best === null || hint.after > best.hint.after || (hint.after === best.hint.after && hits > best.hits);
    if (isBetter) best = { hint, hits };
  }
  return best?.hint ?? null;
}

/** Whether `word` stands at the start of a word: "round" is said in "rounding", not in "around". */
function isSaid(word: string, said: string): boolean {
  const text = said.toLowerCase();
  const part = word.toLowerCase();
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return true;
  }
  return false;
}

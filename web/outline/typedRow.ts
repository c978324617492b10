import { sceneOfTurn } from '../../shared/runGraph.ts';
import { titleOfTurn, wordsOfTurn } from '../graph/turnSummary.ts';
import type { OutlineRow } from './outlineRows.ts';

/** What a person types to go to a row: digits, the number of a turn; after the sign, words that a turn says or does. */
export interface Typed {
  text: string;
  isWords: boolean;
  /** The row from which it was typed, by index. */
  from: number;
}

/** Begins words; pressed again it goes to the next row that has them. Letters alone are commands of the page. */
const WORDS_SIGN = "'";

/** What has been typed with one more key, or null where the key is none of typing. */
export function typedWith(before: Typed | null, key: string, at: number): Typed | null {
  if (key === WORDS_SIGN) {
    const isAgain = before?.isWords && before.text !== '';
    return { text: isAgain ? before.text : '', isWords: true, from: isAgain ? at + 1 : at };
  }
  if (before?.isWords) {
    if (key === 'Backspace') return { ...before, text: [...before.text].slice(0, -1).join('') };
    return [...key].length === 1 ? { ...before, text: before.text + key } : null;
  }
  if (!/^\d$/.test(key)) return null;
  return { text: (before?.text ?? '') + key, isWords: false, from: before?.from ?? at };
}

/** The rows that what was typed means, the nearest at or after where it was typed first, then round from the beginning. */
export function rowsOfTyped(rows: readonly OutlineRow[], { text, isWords, from }: Typed): number[] {
  if (text === '') return [];
  const inOrder = [...rows.keys()].map(index => (index + from) % rows.length);
  if (isWords) {
    const sought = text.toLowerCase();
    return inOrder.filter(index => wordsOfRow(rows[index]).toLowerCase().includes(sought));
  }
  const numberOf = (index: number) => {
    const row = rows[index];
    return row?.kind === 'turn' ? String(row.node.turn) : '';
  };
  // The very number before a longer one.
  return [
    ...inOrder.filter(index => numberOf(index) === text),
    ...inOrder.filter(index => numberOf(index) !== text && numberOf(index).startsWith(text)),
  ];
}

/** What a row says: the first words of a turn, its tools and what its calls are about; of a lane its branch. */
function wordsOfRow(row: OutlineRow | undefined): string {
  if (!row) return '';
  if (row.kind === 'lane') return row.lane.branch;
  const scene = sceneOfTurn(row.node, null);
  const details = scene?.calls.map(call => call.detail) ?? [];
  return [scene ? wordsOfTurn(scene) : '', titleOfTurn(row.node), ...details].join(' ');
}

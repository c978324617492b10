import type { TurnDifference } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';

const names = {
  call: 'compare.otherCall',
  input: 'compare.otherInput',
  result: 'compare.otherResult',
  words: 'compare.otherWords',
  model: 'compare.otherModel',
} as const;

/** What is other, in words: `other call, other result`. */
export function differenceWords(differences: readonly TurnDifference[]): string {
  return differences.map(difference => words(names[difference])).join(', ');
}

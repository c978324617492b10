import type { Column } from '../../shared/compare/comparison.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';

/** The side as it is named in a sentence or a label. */
export function sideName({ side }: Column): string {
  return visibleText(side);
}

/** Several sides in one phrase: `plan-b and plan-c`. */
export function sideNames(columns: readonly Column[]): string {
  const names = columns.map(sideName);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : words('compare.and', { first: names.join(', '), last });
}

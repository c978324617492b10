import type { Column, Comparison } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import styles from './MissingTurn.module.css';
import { sideName } from './sideName.ts';

interface MissingTurnProps {
  comparison: Comparison;
  column: Column;
  /** Index of the row. */
  row: number;
}

/** Stands where a side has no turn like those of the others. */
export function MissingTurn({ comparison, column, row }: MissingTurnProps) {
  const at = comparison.columns.indexOf(column);
  const hasMore = comparison.rows.slice(row).some(({ cells }) => (cells[at] ?? null) !== null);
  const side = sideName(column);
  const text = hasMore ? words('compare.nothingLikeIt', { side }) : wordsOfEnd(column, side);
  return <div className={styles.missing}>{text}</div>;
}

/** Nothing follows on this side: it has not begun, it goes on later, or it is over. */
function wordsOfEnd({ spent, state }: Column, side: string): string {
  if (spent.turns === 0) return words('compare.noTurnOn', { side });
  if (state === 'running') return words('compare.notYetOn', { side });
  if (state === 'waiting') return words('compare.waitsOn', { side });
  const isOver = state === null || state === 'done';
  return words(isOver ? 'compare.overOn' : 'compare.noFurtherOn', { side });
}

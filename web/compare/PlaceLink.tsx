import type { Column, Place } from '../../shared/compare/comparison.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { SceneLink } from '../selection/SceneLink.tsx';
import styles from './PlaceLink.module.css';

/** `turn 29`: the way to a scene of a side on the graph. */
export function PlaceLink({ column, at }: { column: Column; at: Place }) {
  const turn = String(at.turn);
  const name = words('compare.showTurn', { turn, branch: visibleText(column.branch) });
  return (
    <SceneLink
      run={column.run}
      address={at.address}
      className={styles.link}
      aria-label={name}
      title={visibleText(at.address)}
    >
      {words('compare.turn', { turn })}
    </SceneLink>
  );
}

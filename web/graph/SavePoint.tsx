import type { Point } from '../../shared/checkpoint.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import type { TurnData } from './flowNodes.ts';
import styles from './SavePoint.module.css';

interface SavePointProps {
  data: TurnData;
  point: Point;
}

/** A half of a card's left edge, which chooses that save point. Missing where the turn has none such. */
export function SavePoint({ data, point }: SavePointProps) {
  const { node, selected, tabbable, live, faint } = data;
  const scene = point === 'A' ? node.a : node.b;
  if (!scene) return null;
  const failed = point === 'B' && scene.calls.some(call => call.state === 'error');
  return (
    <button
      type="button"
      aria-label={words('graph.pointOf', { point, turn: String(node.turn) })}
      aria-pressed={selected === point}
      tabIndex={tabbable ? 0 : -1}
      data-point={point}
      title={words(point === 'A' ? 'ui.pointA' : 'ui.pointB')}
      className={classNames(
        styles.point,
        point === 'A' ? styles.pointA : styles.pointB,
        (failed || scene.problem) && styles.failed,
        node.a === null && styles.whole,
        data.isInside && styles.inside,
        selected === point && styles.selected,
        live && point === 'A' && styles.live,
        (faint || data.dimmed) && styles.faint,
      )}
    >
      <span className={styles.bar}>
        <span className={styles.letter}>{point}</span>
      </span>
    </button>
  );
}

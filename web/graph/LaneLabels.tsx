import { useMemo } from 'react';
import { useViewport } from 'reactflow';
import type { RunGraph } from '../../shared/runGraph.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { visibleText } from '../ui/visibleText.ts';
import styles from './LaneLabels.module.css';
import { laneLabelOf } from './laneLabel.ts';
import { COLUMN_WIDTH, ROW_HEIGHT, type Size } from './layout/geometry.ts';
import type { GraphLayout, PlacedLane } from './layout/graphLayout.ts';

const LABEL_RISE = 27;
const LABEL_LEFT = 16;
/** Below this distance of two rows there is no room for words. */
const LEAST_PITCH = 46;

interface LaneLabelsProps {
  graph: RunGraph;
  layout: GraphLayout;
  pane: Size;
  /** Brings the first turn of a lane into view. */
  onShow: (cell: { column: number; row: number }) => void;
}

/** The names of the lanes, at the left edge of the pane, moving up and down with their rows. */
export function LaneLabels({ graph, layout, pane, onShow }: LaneLabelsProps) {
  const { x, y, zoom } = useViewport();
  const labels = useMemo(
    () => layout.lanes.map(lane => ({ lane, ...laneLabelOf(lane, graph) })),
    [layout, graph],
  );
  const sharedRows = useMemo(() => rowsWithSeveral(layout.lanes), [layout]);
  if (ROW_HEIGHT * zoom < LEAST_PITCH) return null;
  return (
    <div className={styles.labels}>
      {labels.map(({ lane, name, about }) => {
        const top = lane.row * ROW_HEIGHT * zoom + y - LABEL_RISE;
        const start = lane.first * COLUMN_WIDTH * zoom + x;
        const end = (lane.last + 1) * COLUMN_WIDTH * zoom + x;
        const shared = sharedRows.has(lane.row);
        if (top < -LABEL_RISE || top > pane.height || (shared && (start > pane.width || end < 0)))
          return null;
        const left = shared ? Math.max(LABEL_LEFT, start) : LABEL_LEFT;
        return (
          <button
            key={lane.id}
            type="button"
            tabIndex={-1}
            onClick={() => onShow({ column: lane.first, row: lane.row })}
            className={classNames(styles.label, lane.kind !== 'branch' && styles.faint)}
            style={{ transform: `translate(${left}px, ${top}px)`, color: `var(--lane-${lane.colour})` }}
            title={visibleText(`${name} · ${about}`)}
          >
            <span className={styles.name}>
              <SafeText text={name} />
            </span>
            <span className={styles.about}>{about}</span>
          </button>
        );
      })}
    </div>
  );
}

function rowsWithSeveral(lanes: readonly PlacedLane[]): Set<number> {
  const rows = lanes.map(lane => lane.row);
  return new Set(rows.filter((row, index) => rows.indexOf(row) !== index));
}

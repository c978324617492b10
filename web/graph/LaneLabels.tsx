import { useMemo } from 'react';
import { useViewport } from 'reactflow';
import type { RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './LaneLabels.module.css';
import { type LaneLabel, laneLabelOf } from './laneLabel.ts';
import { isMapAt, mapGutter, type Stage } from './layout/geometry.ts';
import type { GraphLayout, PlacedLane } from './layout/graphLayout.ts';
import { type LabelPlace, laneLabelPlaces } from './layout/laneLabelPlaces.ts';

interface LaneLabelsProps {
  graph: RunGraph;
  layout: GraphLayout;
  stage: Stage;
  /** The lane of the turn that is looked at. */
  meant: PlacedLane | null;
  /** Goes to the first turn of a lane. */
  onShow: (lane: PlacedLane) => void;
}

/** The names of the lanes, moving with their turns; on the map in a column of their own. */
export function LaneLabels({ graph, layout, stage, meant, onShow }: LaneLabelsProps) {
  const viewport = useViewport();
  const labels = useMemo(
    () => new Map(layout.lanes.map(lane => [lane.id, laneLabelOf(lane, graph)])),
    [layout, graph],
  );
  return (
    <div className={styles.labels}>
      {laneLabelPlaces(layout.lanes, stage, viewport, meant).map(place => {
        const { lane } = place;
        const label = labels.get(lane.id);
        return (
          label && (
            <LaneButton
              key={lane.id}
              place={place}
              label={label}
              turn={graph.turns.get(lane.turns[0] ?? '')?.turn ?? lane.first}
              mapWidth={isMapAt(stage, viewport.zoom) ? mapGutter(stage.pane) : null}
              onClick={() => onShow(lane)}
            />
          )
        );
      })}
    </div>
  );
}

interface LaneButtonProps {
  place: LabelPlace;
  label: LaneLabel;
  /** Its first turn. */
  turn: number;
  /** On the map: how wide the column of names is. */
  mapWidth: number | null;
  onClick: () => void;
}

function LaneButton({ place, label: { name, about }, turn, mapWidth, onClick }: LaneButtonProps) {
  const { lane, left, top, where } = place;
  const isAtRight = where === 'after' && mapWidth === null;
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={onClick}
      className={classNames(
        styles.label,
        lane.kind !== 'branch' && styles.faint,
        isAtRight && styles.atRight,
        where !== 'here' && styles.away,
      )}
      style={{
        transform: `translate(${isAtRight ? 0 : left}px, ${top}px)`,
        color: `var(--lane-${lane.colour})`,
        ...(mapWidth !== null && { maxWidth: mapWidth - left - 6 }),
      }}
      title={visibleText(about === '' ? name : `${name} · ${about}`)}
    >
      <span className={styles.name}>
        <SafeText text={name} />
      </span>
      {where === 'here' && mapWidth === null && about !== '' && <span className={styles.about}>{about}</span>}
      {where !== 'here' && (
        <span className={styles.way}>
          {words(where === 'before' ? 'graph.laneBefore' : 'graph.laneAfter', { turn: String(turn) })}
        </span>
      )}
    </button>
  );
}

import type { RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { classNames } from '../ui/classNames.ts';
import type { GraphLayout, Place } from './layout/graphLayout.ts';
import styles from './MapTurn.module.css';
import { nameOfTurn } from './turnSummary.ts';

interface MapTurnProps {
  graph: RunGraph;
  layout: GraphLayout;
  /** The turn that the focus goes to: the chosen one, else the one that is followed. */
  turn: string | null;
  isSelected: boolean;
  /** Where it is drawn, in pixels of the pane. */
  placeOf: (place: Place) => { left: number; top: number; width: number; height: number };
  onChoose: (turn: string) => void;
}

/** The one turn of the map that the keyboard stands on: the rest is a drawing. Its keys are those of a card. */
export function MapTurn({ graph, layout, turn, isSelected, placeOf, onChoose }: MapTurnProps) {
  const node = graph.turns.get(turn ?? '');
  const place = layout.places.get(turn ?? '');
  if (!node || !place) return null;
  return (
    <div data-turn={node.id}>
      <button
        type="button"
        data-card
        className={classNames('nopan', styles.turn, isSelected && styles.selected)}
        style={placeOf(place)}
        aria-label={visibleText(nameOfTurn(node, graph))}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onChoose(node.id)}
      />
    </div>
  );
}

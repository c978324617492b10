import {
  boxHeight,
  CARD_HEIGHT,
  CARD_WIDTH,
  COLUMN_WIDTH,
  isMapAt,
  MAP_HEAD,
  ROW_HEIGHT,
  rowPitch,
  type Stage,
  type Viewport,
} from './geometry.ts';
import type { PlacedLane } from './graphLayout.ts';

/** Where the name of a lane stands, in pixels of the pane. */
export interface LabelPlace {
  lane: PlacedLane;
  top: number;
  left: number;
  /** Its turns are in view, or all of them lie beyond that edge of the pane. */
  where: 'here' | 'before' | 'after';
}

const LABEL_HEIGHT = 19;
/** From one name of the map to the next. */
const LEAST_PITCH = 15;
const LABEL_LEFT = 16;
/** Room that the words of a label want before the right edge. */
const LABEL_ROOM = 150;
const LARGEST_RISE = 27;
/** Between a label and the card of the row above: it stands closer to its own. */
const LEAST_GAP = 8;

/**
 * Where the names of lanes stand: above the first card of theirs that is in view, on the map beside the row. A lane
 * whose turns all lie beyond an edge is named at that edge, unless another lane of its row is in view.
 * @param meant the lane that is named on the map before all others
 */
export function laneLabelPlaces(
  lanes: readonly PlacedLane[],
  stage: Stage,
  viewport: Viewport,
  meant: PlacedLane | null = null,
): LabelPlace[] {
  const isMap = isMapAt(stage, viewport.zoom);
  const highest = isMap ? MAP_HEAD : -LABEL_HEIGHT;
  const rows = new Map<number, LabelPlace[]>();
  for (const lane of lanes) {
    const place = placeOf(lane, stage, viewport);
    if (place.top < highest || place.top > stage.pane.height) continue;
    rows.set(lane.row, [...(rows.get(lane.row) ?? []), place]);
  }
  const kept = [...rows.values()].flatMap(places => keptOfRow(places));
  return isMap ? oneBelowTheOther(kept, meant) : kept;
}

function placeOf(lane: PlacedLane, stage: Stage, { x, y, zoom }: Viewport): LabelPlace {
  const start = lane.first * COLUMN_WIDTH * zoom + x;
  const end = (lane.last * COLUMN_WIDTH + CARD_WIDTH) * zoom + x;
  const where = end < 0 ? 'before' : start > stage.pane.width ? 'after' : 'here';
  const rowTop = lane.row * rowPitch(stage, zoom) + y;
  if (isMapAt(stage, zoom)) {
    return { lane, where, left: LABEL_LEFT, top: rowTop + (boxHeight(stage, zoom) - LABEL_HEIGHT) / 2 };
  }
  const gap = (ROW_HEIGHT - CARD_HEIGHT) * zoom;
  const left = where === 'before' ? LABEL_LEFT : Math.min(start, stage.pane.width - LABEL_ROOM);
  return {
    lane,
    where,
    left: Math.max(LABEL_LEFT, left),
    top: rowTop - Math.min(LARGEST_RISE, gap - LEAST_GAP),
  };
}

/** Lanes in view; where a row has none, the nearest on either side. */
function keptOfRow(places: readonly LabelPlace[]): LabelPlace[] {
  const here = places.filter(place => place.where === 'here');
  if (here.length > 0) return here;
  const before = places.filter(place => place.where === 'before');
  const after = places.filter(place => place.where === 'after');
  const last = before.toSorted((a, b) => b.lane.last - a.lane.last)[0];
  const first = after.toSorted((a, b) => a.lane.first - b.lane.first)[0];
  return [last, first].filter(place => place !== undefined);
}

/** On the map the names stand in one column: the one that is meant, and of the others as many as there is room for. */
function oneBelowTheOther(places: readonly LabelPlace[], meant: PlacedLane | null): LabelPlace[] {
  const first = places.find(place => place.lane === meant);
  let next = Number.NEGATIVE_INFINITY;
  return places
    .toSorted((a, b) => a.lane.row - b.lane.row)
    .filter(place => {
      const isInTheWay = first && place !== first && Math.abs(place.top - first.top) < LEAST_PITCH;
      if (place.top < next || isInTheWay) return false;
      next = place.top + LEAST_PITCH;
      return true;
    });
}

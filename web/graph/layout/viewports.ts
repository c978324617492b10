import {
  BOTTOM_ROOM,
  boxHeight,
  CARD_WIDTH,
  COLUMN_WIDTH,
  isMapAt,
  LARGEST_ZOOM,
  mapGutter,
  mapZoom,
  ROW_HEIGHT,
  rowPitch,
  SIDE_ROOM,
  type Stage,
  TOP_ROOM,
  type Viewport,
} from './geometry.ts';

/** A small run is not made smaller than this. */
const SMALLEST_OF_SMALL_RUNS = 0.5;

const wholeWidth = ({ columnCount }: Stage) => (columnCount - 1) * COLUMN_WIDTH + CARD_WIDTH;

function wholeHeight(stage: Stage, zoom: number): number {
  return (stage.rowCount - 1) * rowPitch(stage, zoom) + boxHeight(stage, zoom);
}

/** Where the first column may begin: beside the names of the lanes, where they have a column of their own. */
function leftRoom(stage: Stage, zoom: number): number {
  return isMapAt(stage, zoom) ? mapGutter(stage.pane) + SIDE_ROOM / 2 : SIDE_ROOM;
}

/** The zoom at which the whole run can be seen, but not larger than life. */
function zoomOfAll(stage: Stage): number {
  const { pane, rowCount } = stage;
  const room = Math.max(1, pane.height - TOP_ROOM - BOTTOM_ROOM);
  const cards = Math.min(1, (pane.width - 2 * SIDE_ROOM) / wholeWidth(stage), room / wholeHeight(stage, 1));
  if (!isMapAt(stage, cards)) return cards;
  const width = Math.max(1, pane.width - leftRoom(stage, mapZoom(stage)) - SIDE_ROOM);
  return Math.min(mapZoom(stage), width / wholeWidth(stage), room / rowCount / ROW_HEIGHT);
}

/** The smallest zoom: the whole run is in view, and there is no more to see. */
export function smallestZoom(stage: Stage): number {
  return Math.min(SMALLEST_OF_SMALL_RUNS, zoomOfAll(stage));
}

/** Where the drawing may be moved to, in pixels of the pane, so that there is always something of it in view. */
function panRange(stage: Stage, zoom: number) {
  const { pane } = stage;
  const [width, height] = [wholeWidth(stage) * zoom, wholeHeight(stage, zoom)];
  const left = leftRoom(stage, zoom);
  return {
    // The last card may come to the middle, and what fits may stand in the middle.
    minX: Math.min(left, pane.width / 2 - width),
    maxX: left + Math.max(0, (pane.width - left - SIDE_ROOM - width) / 2),
    minY: Math.min(TOP_ROOM, pane.height - BOTTOM_ROOM - height),
    maxY: TOP_ROOM + Math.max(0, (pane.height - TOP_ROOM - BOTTOM_ROOM - height) / 2),
  };
}

/** The nearest viewport from which the run can be seen. */
export function keptInRange(stage: Stage, { x, y, zoom: wanted }: Viewport): Viewport {
  const zoom = between(smallestZoom(stage), wanted, LARGEST_ZOOM);
  const { minX, maxX, minY, maxY } = panRange(stage, zoom);
  return { x: between(minX, x, maxX), y: between(minY, y, maxY), zoom };
}

/** The same range as a box around the drawing, in pixels at zoom 1: what React Flow keeps a drag in. */
export function extentAt(stage: Stage, zoom: number): [[number, number], [number, number]] {
  const { pane } = stage;
  const { minX, maxX, minY, maxY } = panRange(stage, zoom);
  return [
    [-maxX / zoom, -maxY / zoom],
    [(pane.width - minX) / zoom, (pane.height - minY) / zoom],
  ];
}

/** Whether the card in a cell can be seen whole. */
export function isInView(stage: Stage, viewport: Viewport, column: number, row: number): boolean {
  const { pane } = stage;
  const left = column * COLUMN_WIDTH * viewport.zoom + viewport.x;
  const top = row * rowPitch(stage, viewport.zoom) + viewport.y;
  return (
    left >= (isMapAt(stage, viewport.zoom) ? mapGutter(pane) : 0) &&
    left + CARD_WIDTH * viewport.zoom <= pane.width &&
    top >= TOP_ROOM / 2 &&
    top + boxHeight(stage, viewport.zoom) <= pane.height
  );
}

/** Puts a cell into the middle; near the beginning of the run the first column stays at the left edge. */
export function viewportAround(stage: Stage, zoom: number, column: number, row: number): Viewport {
  const middle = (column * COLUMN_WIDTH + CARD_WIDTH / 2) * zoom;
  const x = Math.min(leftRoom(stage, zoom), stage.pane.width / 2 - middle);
  return keptInRange(stage, { x, y: topFor(stage, zoom, row), zoom });
}

/** Puts a cell near the right edge, with room for the turn that comes next: for following a run that grows. */
export function viewportEndingAt(stage: Stage, zoom: number, column: number, row: number): Viewport {
  const { pane } = stage;
  const end = (column * COLUMN_WIDTH + CARD_WIDTH) * zoom;
  const room = Math.min(pane.width / 4, 3 * SIDE_ROOM);
  const x = Math.min(leftRoom(stage, zoom), pane.width - room - end);
  return keptInRange(stage, { x, y: topFor(stage, zoom, row), zoom });
}

/** The first row stays at the top as long as the wanted row can be seen. The map of few rows stands in the middle. */
function topFor(stage: Stage, zoom: number, row: number): number {
  if (isMapAt(stage, zoom) && rowsFit(stage, zoom)) return panRange(stage, zoom).maxY;
  const pitch = rowPitch(stage, zoom);
  const bottom = row * pitch + boxHeight(stage, zoom) + BOTTOM_ROOM;
  return Math.min(TOP_ROOM, Math.max(TOP_ROOM - row * pitch, stage.pane.height - bottom));
}

/** Whether all rows can be seen at once. */
export function rowsFit(stage: Stage, zoom: number): boolean {
  return wholeHeight(stage, zoom) <= stage.pane.height - TOP_ROOM - BOTTOM_ROOM + 1;
}

/** Shows everything in the middle of the pane, as large as it goes. */
export function viewportOfAll(stage: Stage): Viewport {
  const zoom = zoomOfAll(stage);
  const { maxX, maxY } = panRange(stage, zoom);
  return { x: maxX, y: maxY, zoom };
}

/** Another zoom, with the same turn under a point of the pane. */
export function zoomedAt(
  stage: Stage,
  { x, y, zoom }: Viewport,
  wanted: number,
  point: { x: number; y: number },
): Viewport {
  const next = between(smallestZoom(stage), wanted, LARGEST_ZOOM);
  const row = (point.y - y) / rowPitch(stage, zoom);
  return keptInRange(stage, {
    x: point.x - ((point.x - x) / zoom) * next,
    y: point.y - row * rowPitch(stage, next),
    zoom: next,
  });
}

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

/** The measures of the drawing, in pixels at zoom 1. */
export const COLUMN_WIDTH = 198;
export const ROW_HEIGHT = 132;
export const CARD_WIDTH = 156;
export const CARD_HEIGHT = 66;

/** Room for the chips and the first lane's label above the cards. */
export const TOP_ROOM = 106;
export const SIDE_ROOM = 20;

export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Columns and rows, both ends included. */
export interface Cells {
  firstColumn: number;
  lastColumn: number;
  firstRow: number;
  lastRow: number;
}

/** Top left corner of the card in a cell. */
export function cornerOf(column: number, row: number): { x: number; y: number } {
  return { x: column * COLUMN_WIDTH, y: row * ROW_HEIGHT };
}

/** The cell that a point of the pane lies in. */
export function cellAt(viewport: Viewport, x: number, y: number): { column: number; row: number } {
  return {
    column: Math.floor((x - viewport.x) / viewport.zoom / COLUMN_WIDTH),
    row: Math.floor((y - viewport.y) / viewport.zoom / ROW_HEIGHT),
  };
}

/** Columns in view as fractions, for the strip below. */
export function columnsInView(viewport: Viewport, width: number): { first: number; last: number } {
  const first = -viewport.x / viewport.zoom / COLUMN_WIDTH;
  return { first, last: first + width / viewport.zoom / COLUMN_WIDTH };
}

const SPARE_COLUMNS = 2;
const SPARE_ROWS = 1;

/** The cells to draw: those in view and some around them, so that a small pan needs no new ones. */
export function cellsToDraw(viewport: Viewport, pane: Size): Cells {
  const start = cellAt(viewport, 0, 0);
  const end = cellAt(viewport, pane.width, pane.height);
  return {
    firstColumn: start.column - SPARE_COLUMNS,
    lastColumn: end.column + SPARE_COLUMNS,
    firstRow: start.row - SPARE_ROWS,
    lastRow: end.row + SPARE_ROWS,
  };
}

/** Whether the card in a cell can be seen whole. */
export function isInView(viewport: Viewport, pane: Size, column: number, row: number): boolean {
  const { x, y } = cornerOf(column, row);
  const left = x * viewport.zoom + viewport.x;
  const top = y * viewport.zoom + viewport.y;
  return (
    left >= 0 &&
    left + CARD_WIDTH * viewport.zoom <= pane.width &&
    top >= TOP_ROOM / 2 &&
    top + CARD_HEIGHT * viewport.zoom <= pane.height
  );
}

/** Puts a cell into the middle; near the beginning of the run the first column stays at the left edge. */
export function viewportAround(pane: Size, zoom: number, column: number, row: number): Viewport {
  const middle = (column * COLUMN_WIDTH + CARD_WIDTH / 2) * zoom;
  return { x: Math.min(SIDE_ROOM, pane.width / 2 - middle), y: topFor(pane, zoom, row), zoom };
}

/** Puts a cell near the right edge, with room for the turn that comes next: for following a run that grows. */
export function viewportEndingAt(pane: Size, zoom: number, column: number, row: number): Viewport {
  const end = (column * COLUMN_WIDTH + CARD_WIDTH) * zoom;
  const room = Math.min(pane.width / 4, 3 * SIDE_ROOM);
  return { x: Math.min(SIDE_ROOM, pane.width - room - end), y: topFor(pane, zoom, row), zoom };
}

/** The first row stays at the top as long as the wanted row can be seen. */
function topFor(pane: Size, zoom: number, row: number): number {
  const bottom = (row * ROW_HEIGHT + CARD_HEIGHT) * zoom + SIDE_ROOM;
  return Math.min(TOP_ROOM, Math.max(TOP_ROOM - row * ROW_HEIGHT * zoom, pane.height - bottom));
}

/** Smaller, and a card is no more than a speck: longer runs are surveyed on the strip. */
export const SMALLEST_ZOOM = 0.05;
export const LARGEST_ZOOM = 1.6;

/**
 * Shows everything, as large as it goes, but not larger than life.
 * @param around the cell that stays in view where not everything fits
 */
export function viewportOfAll(
  pane: Size,
  layout: { columnCount: number; rowCount: number },
  around: { column: number; row: number },
): Viewport {
  const width = (layout.columnCount - 1) * COLUMN_WIDTH + CARD_WIDTH;
  const height = (layout.rowCount - 1) * ROW_HEIGHT + CARD_HEIGHT;
  const zoom = Math.min(
    1,
    (pane.width - 2 * SIDE_ROOM) / width,
    (pane.height - TOP_ROOM - SIDE_ROOM) / height,
  );
  if (zoom >= SMALLEST_ZOOM) return { x: SIDE_ROOM, y: TOP_ROOM, zoom };
  return viewportAround(pane, SMALLEST_ZOOM, around.column, around.row);
}

/** The measures of the drawing, in pixels at zoom 1. */
export const COLUMN_WIDTH = 198;
export const ROW_HEIGHT = 132;
export const CARD_WIDTH = 156;
export const CARD_HEIGHT = 66;

/** Room for the chips and the first lane's label above the cards. */
export const TOP_ROOM = 106;
export const SIDE_ROOM = 20;

/** Below this zoom cards cannot be read, and the map is drawn instead. */
const MAP_BELOW_ZOOM = 0.4;
export const LARGEST_ZOOM = 1.6;

export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** What is drawn, in columns and rows, and the pane that it is drawn on, in pixels. */
export interface Stage {
  pane: Size;
  columnCount: number;
  rowCount: number;
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

/** Whether the map stands in place of cards. */
export const isMapAt = (zoom: number) => zoom < MAP_BELOW_ZOOM;
/** The largest zoom at which the map is drawn. */
export const MAP_ZOOM = MAP_BELOW_ZOOM * 0.999;

/** On the map a row does not get lower than this, however long the run is, as long as all rows have room. */
const MAP_ROW_HEIGHT = 40;
/** Room between two boxes of the map for the marks. */
const MAP_MARK_ROOM = 18;

/** Distance of two rows in pixels of the pane. Cards shrink with the zoom; the rows of the map stay readable. */
export function rowPitch({ pane, rowCount }: Stage, zoom: number): number {
  const pitch = ROW_HEIGHT * zoom;
  if (!isMapAt(zoom)) return pitch;
  return Math.max(pitch, Math.min(MAP_ROW_HEIGHT, (pane.height - TOP_ROOM - SIDE_ROOM) / rowCount));
}

/** Height of a card, or of its box on the map, in pixels of the pane. */
export function boxHeight(stage: Stage, zoom: number): number {
  if (!isMapAt(zoom)) return CARD_HEIGHT * zoom;
  const pitch = rowPitch(stage, zoom);
  return Math.max(Math.min(CARD_HEIGHT * zoom, pitch - MAP_MARK_ROOM), pitch * 0.35);
}

/** Width of the column at the left of the map that holds the names of the lanes, in pixels. */
export function mapGutter(pane: Size): number {
  return Math.min(136, Math.round(pane.width * 0.24));
}

/** The cell that a point of the pane lies in. */
export function cellAt(
  viewport: Viewport,
  x: number,
  y: number,
  pitch = ROW_HEIGHT * viewport.zoom,
): { column: number; row: number } {
  return {
    column: Math.floor((x - viewport.x) / viewport.zoom / COLUMN_WIDTH),
    row: Math.floor((y - viewport.y) / pitch),
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

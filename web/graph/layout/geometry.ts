/** The measures of the drawing, in pixels at zoom 1. */
export const COLUMN_WIDTH = 198;
export const ROW_HEIGHT = 132;
export const CARD_WIDTH = 156;
export const CARD_HEIGHT = 66;

/** The sign of a closed fold, in the middle of its cell's left edge. */
export const FOLD_WIDTH = 112;
export const FOLD_HEIGHT = 46;
/** The sign that closes an open fold again, on the line before its first turn. */
export const HANDLE_SIZE = 22;

/** Around the turns of a subagent: room for the frame, above it for the name as well. */
const FRAME_ROOM = 12;
const FRAME_HEAD = 30;

/** Room for the chips and the first lane's label above the cards. */
export const TOP_ROOM = 106;
export const SIDE_ROOM = 20;
/** Room for the buttons of the graph below the last row. */
export const BOTTOM_ROOM = 60;
/** Height of the strip over the map that holds the chips and, below them, the numbers of the columns. */
export const MAP_HEAD = 50;

/** How much of a turn is drawn: a box and its marks · number, tools and marks · its words and figures as well. */
export type Level = 'map' | 'chips' | 'cards';

/** Below this zoom the words of a card cannot be read. */
const CHIPS_BELOW_ZOOM = 0.75;
/** Below this zoom nothing in a card can be told, and the map is drawn instead. */
const MAP_BELOW_ZOOM = 0.4;
export const LARGEST_ZOOM = 1.6;
/** So many turns at most are elements of the page; where more would be in view the map begins at a larger zoom. */
const MOST_TURNS = 150;

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

/** Top left corner of a fold's sign. */
export function cornerOfFold(column: number, row: number, isOpen: boolean): { x: number; y: number } {
  const { x, y } = cornerOf(column, row);
  const gap = COLUMN_WIDTH - CARD_WIDTH;
  if (isOpen) return { x: x - (gap + HANDLE_SIZE) / 2, y: y + (CARD_HEIGHT - HANDLE_SIZE) / 2 };
  return { x, y: y + (CARD_HEIGHT - FOLD_HEIGHT) / 2 };
}

/** The frame around the turns of a subagent. */
export function frameAround(first: number, last: number, row: number) {
  const { x, y } = cornerOf(first, row);
  return {
    x: x - FRAME_ROOM,
    y: y - FRAME_HEAD,
    width: (last - first) * COLUMN_WIDTH + CARD_WIDTH + 2 * FRAME_ROOM,
    height: CARD_HEIGHT + FRAME_HEAD + FRAME_ROOM,
  };
}

/** What is drawn at a zoom. Boxes, chips and cards stand in the same places, so that none jumps where one takes over. */
export function levelAt(stage: Stage, zoom: number): Level {
  if (isMapAt(stage, zoom)) return 'map';
  return zoom < CHIPS_BELOW_ZOOM ? 'chips' : 'cards';
}

/** Whether the map stands in place of chips and cards. */
export function isMapAt(stage: Stage, zoom: number): boolean {
  return zoom < mapBelow(stage);
}

/** The largest zoom at which the map is drawn. */
export const mapZoom = (stage: Stage) => mapBelow(stage) * 0.999;

const ZOOM_STEP = 0.02;

function mapBelow({ pane, columnCount, rowCount }: Stage): number {
  let zoom = MAP_BELOW_ZOOM;
  while (zoom < LARGEST_ZOOM && mostTurnsAt(zoom) > MOST_TURNS) zoom += ZOOM_STEP;
  return zoom;

  function mostTurnsAt(at: number): number {
    const columns = pane.width / (COLUMN_WIDTH * at) + 2 * SPARE_COLUMNS + 1;
    const rows = pane.height / (ROW_HEIGHT * at) + 2 * SPARE_ROWS + 1;
    return Math.min(columnCount, columns) * Math.min(rowCount, rows);
  }
}

/** On the map a row does not get lower than this, however long the run is, as long as all rows have room. */
const MAP_ROW_HEIGHT = 40;
/** Room between two boxes of the map for the marks. */
const MAP_MARK_ROOM = 18;

/** Distance of two rows in pixels of the pane. Cards shrink with the zoom; the rows of the map stay readable. */
export function rowPitch(stage: Stage, zoom: number): number {
  const { pane, rowCount } = stage;
  const pitch = ROW_HEIGHT * zoom;
  if (!isMapAt(stage, zoom)) return pitch;
  return Math.max(pitch, Math.min(MAP_ROW_HEIGHT, (pane.height - TOP_ROOM - BOTTOM_ROOM) / rowCount));
}

/** Height of a card, or of its box on the map, in pixels of the pane. */
export function boxHeight(stage: Stage, zoom: number): number {
  if (!isMapAt(stage, zoom)) return CARD_HEIGHT * zoom;
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

const SPARE_COLUMNS = 1;
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

import type { MarkKind } from '../../../shared/turnFilter.ts';
import { boxHeight, CARD_WIDTH, COLUMN_WIDTH, rowPitch, type Stage, type Viewport } from './geometry.ts';

/** Side of a mark on the map, in pixels. */
export const MAP_MARK = 8;
/** Marks that share so many pixels of a row stand as one. */
const BUCKET = 10;

/** A turn that carries marks, most pressing first. */
export interface MarkedTurn {
  column: number;
  row: number;
  marks: readonly MarkKind[];
}

/** A mark with its place on the pane, in pixels. */
export interface PlacedMark {
  key: string;
  mark: MarkKind;
  left: number;
  top: number;
}

/** What reached the outside stands above the boxes, all else below them, so that neither hides the other. */
const isAbove = (mark: MarkKind) => mark === 'external';

/** Where the marks in view stand: always large enough to be seen; of neighbours that would touch, the first. */
export function placedMarks(turns: readonly MarkedTurn[], stage: Stage, viewport: Viewport): PlacedMark[] {
  const pitch = rowPitch(stage, viewport.zoom);
  const box = boxHeight(stage, viewport.zoom);
  const placed = new Map<string, PlacedMark>();
  for (const { column, row, marks } of turns) {
    const middle = (column * COLUMN_WIDTH + CARD_WIDTH / 2) * viewport.zoom + viewport.x;
    if (middle < 0 || middle > stage.pane.width) continue;
    const top = row * pitch + viewport.y;
    for (const mark of marks) {
      const key = `${row}/${isAbove(mark)}/${Math.floor((middle - viewport.x) / BUCKET)}`;
      if (placed.has(key)) continue;
      const rise = isAbove(mark) ? -MAP_MARK - 1 : box + 1;
      placed.set(key, { key, mark, left: middle - MAP_MARK / 2, top: top + rise });
    }
  }
  return [...placed.values()];
}

import type { Stage, Viewport } from './geometry.ts';
import { keptInRange, rowsFit, zoomedAt } from './viewports.ts';

/** What of a wheel event counts; `x` and `y` from the corner of the pane. */
export interface Wheel {
  deltaX: number;
  deltaY: number;
  /** 0 pixels, 1 lines, 2 pages: `WheelEvent.deltaMode`. */
  deltaMode: number;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  x: number;
  y: number;
}

const PIXELS_OF_UNIT = [1, 20, 400];
/** Doublings of the zoom per pixel. Fingers on a touchpad give small steps, and come with `ctrlKey` set. */
const ZOOM_PER_PIXEL = 0.02;
/** A notch of a mouse wheel is one large step: no more than this many doublings. */
const LARGEST_ZOOM_STEP = 0.4;

/** Where a turn of the wheel leads: with ctrl or ⌘ it zooms; plain it runs along the timeline, and down where rows lie outside. */
export function afterWheel(stage: Stage, viewport: Viewport, wheel: Wheel): Viewport {
  const unit = PIXELS_OF_UNIT[wheel.deltaMode] ?? 1;
  const [deltaX, deltaY] = [wheel.deltaX * unit, wheel.deltaY * unit];
  if (wheel.ctrlKey || wheel.metaKey) {
    const step = Math.max(-LARGEST_ZOOM_STEP, Math.min(LARGEST_ZOOM_STEP, -deltaY * ZOOM_PER_PIXEL));
    return zoomedAt(stage, viewport, viewport.zoom * 2 ** step, wheel);
  }
  const isSideways = Math.abs(deltaX) > Math.abs(deltaY);
  const runsAlong = wheel.shiftKey || rowsFit(stage, viewport.zoom);
  const along = runsAlong && !isSideways ? deltaY : deltaX;
  const down = runsAlong ? 0 : deltaY;
  return keptInRange(stage, { ...viewport, x: viewport.x - along, y: viewport.y - down });
}

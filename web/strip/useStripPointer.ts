import { type PointerEvent, useRef } from 'react';

/** A press that moves less is a click, in pixels. */
const CLICK_REACH = 4;

interface StripPointer {
  /** Width of a column in pixels. */
  pitch: number;
  inView: { first: number; last: number };
  /** Asks the graph to show a column in its middle. */
  onShow: (column: number) => void;
  /** A click, with where it fell, in columns as a fraction. */
  onClick: (at: number) => void;
}

/** A click on the strip chooses; a drag moves the window of what the graph shows, from where it is or from elsewhere. */
export function useStripPointer({ pitch, inView, onShow, onClick }: StripPointer) {
  const pressed = useRef<{ x: number; middle: number; isDrag: boolean } | null>(null);
  const columnAt = (event: PointerEvent<HTMLElement>) =>
    (event.clientX - event.currentTarget.getBoundingClientRect().left) / pitch;
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = columnAt(event);
      const isInWindow = at >= inView.first && at <= inView.last;
      const middle = isInWindow ? (inView.first + inView.last) / 2 : at;
      pressed.current = { x: event.clientX, middle: middle - 0.5, isDrag: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const start = pressed.current;
      if (!start) return;
      const moved = event.clientX - start.x;
      start.isDrag ||= Math.abs(moved) >= CLICK_REACH;
      if (start.isDrag) onShow(start.middle + moved / pitch);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (pressed.current?.isDrag === false) onClick(columnAt(event));
      pressed.current = null;
    },
    onPointerCancel: () => {
      pressed.current = null;
    },
  };
}

import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useReactFlow } from 'reactflow';
import type { GraphView, Hold, KeptCamera } from './graphView.ts';
import type { Size, Viewport } from './layout/geometry.ts';
import type { Place } from './layout/graphLayout.ts';

interface KeptCameraParts {
  view: GraphView;
  /** The turn that is looked at, where one was chosen. */
  selected: Place | null;
  pane: Size;
  hold: Hold;
  isPlaced: { readonly current: boolean };
  put: (viewport: Viewport) => void;
}

/**
 * Puts the camera back where it was before something else stood in place of the graph.
 * @returns whether a turn was looked at then already: the camera was moved with it in or out of view, and stays
 */
export function useKeptCamera({ view, pane, hold, selected, isPlaced, put }: KeptCameraParts) {
  const flow = useReactFlow();
  const latest = useRef({ hold, selected });
  useLayoutEffect(() => {
    latest.current = { hold, selected };
  }, [hold, selected]);
  const back = useRef<KeptCamera | null>(null);
  useEffect(() => {
    const kept = view.keptCamera();
    if (kept === null || pane.width === 0 || isPlaced.current) return;
    back.current = kept;
    put(kept.viewport);
  }, [view, pane, isPlaced, put]);
  useLayoutEffect(
    () => () => {
      if (isPlaced.current) view.keepCamera({ ...latest.current, viewport: flow.getViewport() });
    },
    [view, flow, isPlaced],
  );
  return useCallback((column: number | undefined, row: number | undefined) => {
    const place = back.current?.selected;
    back.current = null;
    return place?.column === column && place?.row === row;
  }, []);
}

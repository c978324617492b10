import { useCallback, useEffect, useRef, useState } from 'react';
import { useOnViewportChange, useReactFlow, useStore } from 'reactflow';
import type { FollowTarget } from './followTarget.ts';
import type { GraphView } from './graphView.ts';
import {
  type Cells,
  cellsToDraw,
  columnsInView,
  isInView,
  type Size,
  type Viewport,
  viewportAround,
  viewportEndingAt,
  viewportOfAll,
} from './layout/geometry.ts';
import type { GraphLayout, Place } from './layout/graphLayout.ts';

/** Below this zoom cards cannot be read, and the map is drawn instead. */
const MAP_BELOW_ZOOM = 0.3;
const MOVE_MS = 220;

interface CameraParts {
  layout: GraphLayout;
  view: GraphView;
  /** The turn that is looked at, where one was chosen. */
  selected: Place | null;
  /** Where the run grows. */
  target: FollowTarget | null;
}

/**
 * What part of the graph is shown: it follows the run as it grows until a person pans or chooses a turn, brings a
 * chosen turn into view, and tells which cells have to be drawn.
 */
export function useGraphCamera({ layout, view, selected, target }: CameraParts) {
  const flow = useReactFlow();
  const pane = usePane();
  const [panned, setPanned] = useState(false);
  const { cells, isMap, look } = useCells(pane, view);
  const isPlaced = useRef(false);
  const isFollowing = !panned && selected === null;

  const move = useCallback(
    (viewport: Viewport) => {
      const isStill = !isPlaced.current || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      isPlaced.current = true;
      void flow.setViewport(viewport, isStill ? {} : { duration: MOVE_MS, interpolate: 'linear' });
      if (isStill) look(viewport);
    },
    [flow, look],
  );

  const [column, row] = [target?.column, target?.row];
  useEffect(() => {
    if (!isFollowing || pane.width === 0 || column === undefined || row === undefined) return;
    move(viewportEndingAt(pane, flow.getZoom(), column, row));
  }, [isFollowing, pane, column, row, move, flow]);

  const [chosenColumn, chosenRow] = [selected?.column, selected?.row];
  useEffect(() => {
    if (pane.width === 0 || chosenColumn === undefined || chosenRow === undefined) return;
    const now = flow.getViewport();
    if (isPlaced.current && isInView(now, pane, chosenColumn, chosenRow)) return;
    move(viewportAround(pane, now.zoom, chosenColumn, chosenRow));
  }, [pane, chosenColumn, chosenRow, move, flow]);

  useEffect(() => {
    view.onShow(wanted => {
      setPanned(true);
      const { y, zoom } = flow.getViewport();
      const viewport = viewportAround(pane, zoom, wanted, 0);
      void flow.setViewport({ ...viewport, y });
    });
    return () => view.onShow(null);
  }, [view, flow, pane]);

  return {
    pane,
    cells,
    isMap,
    isFollowing,
    /** A person has taken the camera. */
    take: () => setPanned(true),
    follow: () => setPanned(false),
    /** Brings a cell into the middle. */
    showCell: (wanted: { column: number; row: number }) => {
      setPanned(true);
      move(viewportAround(pane, flow.getZoom(), wanted.column, wanted.row));
    },
    fit: () => {
      setPanned(true);
      move(viewportOfAll(pane, layout, selected ?? target ?? { column: 0, row: 0 }));
    },
  };
}

function usePane(): Size {
  const width = useStore(store => store.width);
  const height = useStore(store => store.height);
  const [pane, setPane] = useState<Size>({ width, height });
  useEffect(() => setPane({ width, height }), [width, height]);
  return pane;
}

/** The cells to draw, the same object until others come into view; null before anything is placed. */
function useCells(pane: Size, view: GraphView) {
  const flow = useReactFlow();
  const [cells, setCells] = useState<Cells | null>(null);
  const [isMap, setIsMap] = useState(false);
  const look = useCallback(
    (viewport: Viewport) => {
      if (pane.width === 0) return;
      const next = cellsToDraw(viewport, pane);
      setCells(before => (before && isSameCells(before, next) ? before : next));
      setIsMap(viewport.zoom < MAP_BELOW_ZOOM);
      view.set(columnsInView(viewport, pane.width));
    },
    [pane, view],
  );
  useOnViewportChange({ onChange: look });
  useEffect(() => look(flow.getViewport()), [look, flow]);
  return { cells, isMap, look };
}

function isSameCells(x: Cells, y: Cells): boolean {
  return (
    x.firstColumn === y.firstColumn &&
    x.lastColumn === y.lastColumn &&
    x.firstRow === y.firstRow &&
    x.lastRow === y.lastRow
  );
}

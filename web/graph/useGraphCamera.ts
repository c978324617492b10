import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useOnViewportChange, useReactFlow, useStore } from 'reactflow';
import type { FollowTarget } from './followTarget.ts';
import type { GraphView, Hold } from './graphView.ts';
import {
  type Cells,
  cellsToDraw,
  columnsInView,
  type Level,
  levelAt,
  type Size,
  type Stage,
  type Viewport,
} from './layout/geometry.ts';
import type { GraphLayout, Place } from './layout/graphLayout.ts';
import {
  extentAt,
  isInView,
  keptInRange,
  smallestZoom,
  viewportAround,
  viewportEndingAt,
  viewportOfAll,
  zoomedAt,
} from './layout/viewports.ts';
import { afterWheel, type Wheel } from './layout/wheel.ts';
import { useKeptCamera } from './useKeptCamera.ts';

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
 * chosen turn into view, and tells which cells have to be drawn. Something of the run is always in view.
 */
export function useGraphCamera({ layout, view, selected, target }: CameraParts) {
  const flow = useReactFlow();
  const pane = usePane();
  const zoom = useStore(store => store.transform[2]);
  const { columnCount, rowCount } = layout;
  const stage = useMemo<Stage>(() => ({ pane, columnCount, rowCount }), [pane, columnCount, rowCount]);
  const latestStage = useRef(stage);
  useLayoutEffect(() => {
    latestStage.current = stage;
  }, [stage]);
  const [hold, setHold] = useState<Hold>(() => view.keptCamera()?.hold ?? 'growth');
  const { cells, level, look } = useCells(stage, layout, view);
  const isPlaced = useRef(false);
  const isFollowing = hold === 'growth' && selected === null;

  const put = useCallback(
    (viewport: Viewport) => {
      isPlaced.current = true;
      void flow.setViewport(viewport);
      look(viewport);
    },
    [flow, look],
  );
  const move = useCallback(
    (viewport: Viewport) => {
      const isStill = !isPlaced.current || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (isStill) put(viewport);
      else void flow.setViewport(viewport, { duration: MOVE_MS, interpolate: 'linear' });
    },
    [flow, put],
  );

  const isBack = useKeptCamera({ view, pane, hold, selected, isPlaced, put });

  const [column, row] = [target?.column, target?.row];
  useEffect(() => {
    if (!isFollowing || pane.width === 0 || column === undefined || row === undefined) return;
    move(viewportEndingAt(latestStage.current, flow.getZoom(), column, row));
  }, [isFollowing, pane, column, row, move, flow]);

  const [chosenColumn, chosenRow] = [selected?.column, selected?.row];
  useEffect(() => {
    if (isBack(chosenColumn, chosenRow)) return;
    if (pane.width === 0 || chosenColumn === undefined || chosenRow === undefined) return;
    const now = flow.getViewport();
    if (isPlaced.current && isInView(latestStage.current, now, chosenColumn, chosenRow)) return;
    move(viewportAround(latestStage.current, now.zoom, chosenColumn, chosenRow));
  }, [pane, chosenColumn, chosenRow, move, flow, isBack]);

  useEffect(() => {
    if (hold === 'all' && pane.width > 0) move(viewportOfAll({ pane, columnCount, rowCount }));
  }, [hold, pane, columnCount, rowCount, move]);

  useEffect(() => {
    view.onShow(wanted => {
      setHold('place');
      const { y, zoom } = flow.getViewport();
      const column = layout.columns.drawnAt(wanted);
      const viewport = viewportAround(latestStage.current, zoom, column, 0);
      put(keptInRange(latestStage.current, { ...viewport, y }));
    });
    return () => view.onShow(null);
  }, [view, flow, put, layout.columns]);

  useEffect(() => {
    if (hold !== 'place' || pane.width === 0) return;
    const now = flow.getViewport();
    const kept = keptInRange({ pane, columnCount, rowCount }, now);
    if (kept.x !== now.x || kept.y !== now.y || kept.zoom !== now.zoom) move(kept);
  }, [hold, pane, columnCount, rowCount, move, flow]);

  const wheel = useCallback(
    (turned: Wheel) => {
      setHold('place');
      put(afterWheel(latestStage.current, flow.getViewport(), turned));
    },
    [flow, put],
  );

  return {
    stage,
    cells,
    level,
    isFollowing,
    /** What a drag and a pinch are kept in. */
    limits: useMemo(
      () => ({
        extent: pane.width === 0 ? null : extentAt(stage, zoom),
        smallestZoom: pane.width === 0 ? zoom : smallestZoom(stage),
      }),
      [stage, zoom, pane],
    ),
    /** A person has taken the camera. */
    take: () => setHold('place'),
    follow: () => setHold('growth'),
    wheel,
    /** After a pinch, whose zoom has changed the range on the way. */
    settle: () => {
      const now = flow.getViewport();
      const kept = keptInRange(stage, now);
      if (kept.x !== now.x || kept.y !== now.y || kept.zoom !== now.zoom) move(kept);
    },
    zoomBy: (factor: number) => {
      setHold('place');
      const now = flow.getViewport();
      const middle = { x: pane.width / 2, y: pane.height / 2 };
      move(zoomedAt(stage, now, now.zoom * factor, middle));
    },
    /** Brings a cell into the middle. */
    showCell: (wanted: { column: number; row: number }) => {
      setHold('place');
      move(viewportAround(stage, flow.getZoom(), wanted.column, wanted.row));
    },
    fit: () => {
      setHold('all');
      move(viewportOfAll(stage));
    },
  };
}

function usePane(): Size {
  const width = useStore(store => store.width);
  const height = useStore(store => store.height);
  return useMemo(() => ({ width, height }), [width, height]);
}

/** The cells to draw, the same object until others come into view; null before anything is placed. */
function useCells(stage: Stage, { columns }: GraphLayout, view: GraphView) {
  const flow = useReactFlow();
  const [cells, setCells] = useState<Cells | null>(null);
  const [level, setLevel] = useState<Level>('cards');
  const look = useCallback(
    (viewport: Viewport) => {
      if (stage.pane.width === 0) return;
      const next = cellsToDraw(viewport, stage.pane);
      setCells(before => (before && isSameCells(before, next) ? before : next));
      setLevel(levelAt(stage, viewport.zoom));
      const { first, last } = columnsInView(viewport, stage.pane.width);
      view.set({ first: columns.turnAt(first), last: columns.turnAt(last) });
    },
    [stage, columns, view],
  );
  useOnViewportChange({ onChange: look });
  useEffect(() => look(flow.getViewport()), [look, flow]);
  return { cells, level, look };
}

function isSameCells(x: Cells, y: Cells): boolean {
  return (
    x.firstColumn === y.firstColumn &&
    x.lastColumn === y.lastColumn &&
    x.firstRow === y.firstRow &&
    x.lastRow === y.lastRow
  );
}

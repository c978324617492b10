import type { Viewport } from './layout/geometry.ts';
import type { Place } from './layout/graphLayout.ts';

/** Columns of the run as fractions: a turn has its column whatever is folded on the graph. */
export interface ColumnsInView {
  first: number;
  last: number;
}

/** What the camera keeps in view: where the run grows, whatever a person has moved it to, or the whole run. */
export type Hold = 'growth' | 'place' | 'all';

/** Where the camera was while the graph is not drawn. */
export interface KeptCamera {
  hold: Hold;
  viewport: Viewport;
  /** The place of the turn that was looked at, or null. */
  selected: Place | null;
}

/** What the graph shows, for the strip below it, and the strip's wish to see other columns. */
export interface GraphView {
  get(): ColumnsInView;
  subscribe(listener: () => void): () => void;
  /** Called by the graph after every pan and zoom. */
  set(columns: ColumnsInView): void;
  /** Asks the graph to put a column into the middle. */
  show(column: number): void;
  /** Called by the graph: what to do when a column is asked for. */
  onShow(handler: ((column: number) => void) | null): void;
  /** Called by the graph when it goes, and asked when it comes back. */
  keepCamera(camera: KeptCamera): void;
  keptCamera(): KeptCamera | null;
}

/** A view for one graph. */
export function createGraphView(): GraphView {
  let current: ColumnsInView = { first: 0, last: 0 };
  let showColumn: ((column: number) => void) | null = null;
  let camera: KeptCamera | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(columns) {
      if (columns.first === current.first && columns.last === current.last) return;
      current = columns;
      for (const listener of listeners) listener();
    },
    show: column => showColumn?.(column),
    onShow(handler) {
      showColumn = handler;
    },
    keepCamera(kept) {
      camera = kept;
    },
    keptCamera: () => camera,
  };
}

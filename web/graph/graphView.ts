/** Columns of the run as fractions: a turn has its column whatever is folded on the graph. */
export interface ColumnsInView {
  first: number;
  last: number;
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
}

/** A view for one graph. */
export function createGraphView(): GraphView {
  let current: ColumnsInView = { first: 0, last: 0 };
  let showColumn: ((column: number) => void) | null = null;
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
  };
}

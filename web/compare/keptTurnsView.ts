import type { VirtualItem } from '@tanstack/react-virtual';

/** How the turns of a comparison were looked at: what was unfolded, and how far it was scrolled. */
export interface TurnsView {
  onlyDifferences: boolean;
  openedFolds: ReadonlySet<string>;
  openedRows: ReadonlySet<string>;
}

interface KeptView {
  view: TurnsView;
  scrollTop: number;
  /** Heights as they were measured. */
  measured: VirtualItem[];
}

export const freshView: TurnsView = {
  onlyDifferences: true,
  openedFolds: new Set(),
  openedRows: new Set(),
};

/** As many comparisons as are remembered. */
const MOST_KEPT = 20;
const kept = new Map<string, KeptView>();

/** The view of a comparison when it was left, or null: who jumps to a turn comes back to where they were. */
export function keptView(key: string): KeptView | null {
  return kept.get(key) ?? null;
}

/** Keeps the view of a comparison that is left. */
export function keepView(key: string, view: KeptView): void {
  kept.delete(key);
  kept.set(key, view);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

import type { SceneRow } from '../../shared/rows.ts';
import type { TurnNode } from '../../shared/runGraph.ts';

/** Two scenes whose diff is looked at. */
export interface Diffed {
  from: SceneRow;
  to: SceneRow;
}

/** Which side of the diff a turn is; `both` where its A is held against its B. */
export type DiffedSide = 'from' | 'to' | 'both';

/** Which side of the diff a turn is, or null. */
export function diffedSideOf({ a, b }: TurnNode, diffed: Diffed | null): DiffedSide | null {
  if (diffed === null) return null;
  const holds = ({ id }: SceneRow) => a?.id === id || b?.id === id;
  const [isFrom, isTo] = [holds(diffed.from), holds(diffed.to)];
  if (isFrom && isTo) return 'both';
  return isFrom ? 'from' : isTo ? 'to' : null;
}

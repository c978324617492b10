import type { SceneRow } from '../../shared/rows.ts';
import type { TurnNode } from '../../shared/runGraph.ts';

/** Two scenes whose diff is looked at. */
export interface Compared {
  from: SceneRow;
  to: SceneRow;
}

/** Which side of the diff a turn is; `both` where its A is compared with its B. */
export type ComparedSide = 'from' | 'to' | 'both';

/** Which side of the diff a turn is, or null. */
export function comparedSideOf({ a, b }: TurnNode, compared: Compared | null): ComparedSide | null {
  if (compared === null) return null;
  const holds = ({ id }: SceneRow) => a?.id === id || b?.id === id;
  const [isFrom, isTo] = [holds(compared.from), holds(compared.to)];
  if (isFrom && isTo) return 'both';
  return isFrom ? 'from' : isTo ? 'to' : null;
}

import type { GraphLayout } from '../graph/layout/graphLayout.ts';

/** The colour of each branch's lane, as a value of CSS: the same branch looks the same wherever it stands. */
export function laneColours({ lanes }: GraphLayout): ReadonlyMap<string, string> {
  return new Map(
    lanes.filter(lane => lane.kind === 'branch').map(lane => [lane.branch, `var(--lane-${lane.colour})`]),
  );
}

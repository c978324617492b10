import { lastActiveBranch } from '../../shared/lastActiveBranch.ts';
import type { RunState } from '../../shared/runEvent.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { draftPlace } from './flowNodes.ts';
import type { GraphLayout } from './layout/graphLayout.ts';

/** Where a run is growing, or where it came to rest. */
export interface FollowTarget {
  /** The turn, or null while it is still being written. */
  turn: string | null;
  column: number;
  row: number;
}

/** The newest turn of the branch that is running; at rest the head of the one that was written last. */
export function followTargetOf(state: RunState, graph: RunGraph, layout: GraphLayout): FollowTarget | null {
  const draft = state.drafts.at(-1);
  const drawn = draft && draftPlace(draft, graph, layout);
  if (drawn) return { turn: null, ...drawn };
  const branch = lastActiveBranch(state.branches, graph.scenes);
  const turn = graph.turnOfScene.get(branch?.head ?? '') ?? graph.order.at(-1);
  const place = layout.places.get(turn ?? '');
  return place && turn !== undefined ? { turn, column: place.column, row: place.row } : null;
}

import type { RunGraph } from '../../../shared/runGraph.ts';
import type { Fold } from './folds.ts';
import { isInside } from './laneOrder.ts';
import type { Lane } from './lanes.ts';

/** What the folds leave to be drawn. */
export interface Seen {
  lanes: readonly Lane[];
  /** Ids of the turns and closed folds that are drawn of a lane, first to last. */
  stopsOf: (lane: Lane) => readonly string[];
  /** By id of a turn that is not drawn: what stands for it. */
  standIns: ReadonlyMap<string, string>;
  /** The turn that a stop is, or the first of those that it stands for. */
  firstTurnOf: (stop: string) => string;
}

/** @param lanes in drawing order, those that call before those that are called */
export function seenOf(graph: RunGraph, lanes: readonly Lane[], folds: readonly Fold[]): Seen {
  const standIns = new Map<string, string>();
  const firstTurns = new Map<string, string>();
  const closedCallers = new Set<string | null>();
  for (const fold of folds) {
    if (fold.isOpen) continue;
    if (fold.kind === 'inside') closedCallers.add(fold.caller);
    else {
      firstTurns.set(fold.id, fold.turns[0] ?? '');
      for (const id of fold.turns) standIns.set(id, fold.id);
    }
  }
  const seen: Lane[] = [];
  for (const lane of lanes) {
    const { from } = lane;
    const isHidden = isInside(lane, graph) && (closedCallers.has(from) || standIns.has(from ?? ''));
    if (!isHidden || from === null) seen.push(lane);
    else for (const id of lane.turns) standIns.set(id, standIns.get(from) ?? from);
  }
  return {
    lanes: seen,
    stopsOf: lane =>
      standIns.size === 0 ? lane.turns : [...new Set(lane.turns.map(id => standIns.get(id) ?? id))],
    standIns,
    firstTurnOf: stop => firstTurns.get(stop) ?? stop,
  };
}

import type { RunGraph } from '../../shared/runGraph.ts';
import { type KeptFolds, withFoldToggled } from '../graph/keptFolds.ts';
import { foldsOf } from '../graph/layout/folds.ts';
import type { Lane } from '../graph/layout/lanes.ts';

/** Which lanes of the outline are open, and how that is changed. */
export interface LaneFolds {
  isOpen: (lane: Lane) => boolean;
  /** What is kept once a lane was opened or closed. */
  toggled: (lane: Lane) => KeptFolds;
}

const nobody: ReadonlySet<string> = new Set();

/**
 * The folds of the graph, read lane by lane: a lane that the graph folds is open here while it is open there. One that
 * the graph always shows whole has an entry of its own, there once the person has closed it (a branch) or opened it.
 * @param foldIds what `graphFoldsOf` gives
 * @param shown a turn that is looked at: the lanes on the way to it are open
 */
export function laneFoldsOf(
  graph: RunGraph,
  lanes: readonly Lane[],
  foldIds: ReadonlyMap<string, readonly string[]>,
  kept: KeptFolds,
  shown: string | null,
): LaneFolds {
  const opened = new Set(kept.opened);
  const shownLanes = lanesAround(lanes, shown);
  const ownId = (lane: Lane) => `lane ${lane.id}`;
  const isKeptOpen = (lane: Lane) => {
    const ids = foldIds.get(lane.id);
    if (ids) return ids.some(id => opened.has(id));
    const isBranch = lane.kind === 'branch' && !isAside(lane, graph);
    return opened.has(ownId(lane)) !== isBranch;
  };
  return {
    isOpen: lane => shownLanes.has(lane.id) || isKeptOpen(lane),
    toggled: lane => {
      const isOpen = isKeptOpen(lane);
      const ids = foldIds.get(lane.id) ?? [ownId(lane)];
      const wrong = foldIds.has(lane.id) ? ids.filter(id => opened.has(id) === isOpen) : ids;
      return wrong.reduce(withFoldToggled, kept);
    },
  };
}

/** By lane id: the signs of the graph behind which its turns are. */
export function graphFoldsOf(graph: RunGraph, lanes: readonly Lane[]): Map<string, string[]> {
  const laneOfTurn = new Map(lanes.flatMap(lane => lane.turns.map(id => [id, lane] as const)));
  const found = new Map<string, string[]>();
  for (const fold of foldsOf(graph, lanes, { quiet: false, opened: nobody, shown: nobody })) {
    const held =
      fold.caller === null
        ? [fold.lane]
        : lanes.filter(lane => lane.from === fold.caller && isSubagent(lane, graph));
    for (const lane of held) {
      if (fold.turns.some(id => laneOfTurn.get(id)?.id === lane.id)) {
        found.set(lane.id, [...(found.get(lane.id) ?? []), fold.id]);
      }
    }
  }
  return found;
}

/** The lane of a turn, the lane on which that one hangs, and so on. */
function lanesAround(lanes: readonly Lane[], turn: string | null): Set<string> {
  const around = new Set<string>();
  if (turn === null) return around;
  const byId = new Map(lanes.map(lane => [lane.id, lane]));
  let lane = lanes.find(({ turns }) => turns.includes(turn));
  while (lane && !around.has(lane.id)) {
    around.add(lane.id);
    lane = byId.get(lane.fromLane ?? '');
  }
  return around;
}

function isSubagent(lane: Lane, graph: RunGraph): boolean {
  return graph.branches.get(lane.branch)?.kind === 'subagent';
}

/** Inside a call, or the dead side of a resume. */
function isAside(lane: Lane, graph: RunGraph): boolean {
  return isSubagent(lane, graph) || graph.branches.get(lane.branch)?.kind === 'discarded';
}

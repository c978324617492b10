import { formatAddress } from '../../shared/address.ts';
import type { BranchRow, SceneRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { formatTimeOfDay } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import type { Lane } from './layout/lanes.ts';

/** The words at the left of a lane. */
export interface LaneLabel {
  name: string;
  about: string;
}

/** What a lane is called and how it came to be. */
export function laneLabelOf(lane: Lane, graph: RunGraph): LaneLabel {
  const branch = graph.branches.get(lane.branch);
  if (lane.kind === 'left-behind')
    return { name: words('graph.leftBehind'), about: leftBehindWords(lane, branch) };
  if (lane.kind === 'orphaned') {
    return {
      name: words('graph.orphaned'),
      about: words('graph.laneOrphaned', { count: lane.turns.length }),
    };
  }
  const parts = branch ? branchWords(branch, lane, graph) : [];
  return { name: lane.branch, about: parts.join(' · ') };
}

function leftBehindWords(lane: Lane, branch: BranchRow | undefined): string {
  const move = branch?.moves.find(entry => entry.number === lane.move);
  const count = lane.turns.length;
  if (!move) return words('graph.laneLeftBehindPlain', { count });
  const time = formatTimeOfDay(new Date(move.at));
  return words('graph.laneLeftBehind', {
    count,
    move: words('graph.laneMove', { number: move.number, time }),
  });
}

function branchWords(branch: BranchRow, lane: Lane, graph: RunGraph): string[] {
  const parts: string[] = [];
  const origin = graph.scenes.get(branch.origin ?? '');
  if (branch.kind === 'discarded') parts.push(words('graph.laneDiscarded'));
  else if (branch.kind === 'subagent' && origin) {
    parts.push(words('graph.laneSubagent', { turn: String(origin.turn) }));
  } else if (origin) parts.push(words('graph.laneForked', { scene: placeWords(origin, branch.parent) }));
  const rewound = rewoundWords(branch, graph);
  if (rewound) parts.push(rewound);
  if (branch.effects === 'dry-run') parts.push(words('graph.laneDryRun'));
  if (lane.turns.length === 0) parts.push(words('graph.laneEmpty'));
  return parts;
}

/** `14-B` on the parent's own line, else with its branch. */
function placeWords(scene: SceneRow, parent: string | null): string {
  const { branch, turn, point } = scene;
  if (branch === parent) return `${turn}-${point}`;
  return formatAddress({ kind: 'turn', branch, turn, point, move: null });
}

/** Where the latest rewind led that no undo has taken back. */
function rewoundWords(branch: BranchRow, graph: RunGraph): string | null {
  const undone = new Set(branch.moves.map(move => move.undoes));
  const move = branch.moves.findLast(entry => entry.kind === 'rewind' && !undone.has(entry.number));
  const taken = graph.scenes.get(move?.taken ?? '');
  const head = graph.scenes.get(branch.head ?? '');
  if (!taken || !head) return null;
  return words('graph.laneRewound', { turn: String(taken.turn), head: String(head.turn) });
}

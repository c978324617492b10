import type { NotesRecord } from './notes.ts';
import type { BranchRow } from './rows.ts';
import type { RunGraph, TurnNode } from './runGraph.ts';

/**
 * Archived branches are left out of what is drawn, listed and counted. Nothing of them is changed or deleted; they are
 * kept with the notes of their run, so that a run which is only read has them, too.
 */
export function archivedBranches(record: NotesRecord): ReadonlySet<string> {
  return new Set(record.branches.flatMap(({ branch, isArchived }) => (isArchived === true ? [branch] : [])));
}

/**
 * Of the archived branches those that are not drawn: one that runs or waits for a person is, and so is the one that is
 * looked at. What works inside a call goes with the branch of the call.
 */
export function hiddenBranches(
  branches: ReadonlyMap<string, BranchRow>,
  archived: ReadonlySet<string>,
  looked: string | null,
): ReadonlySet<string> {
  const isHidden = ({ name, kind, state, parent }: BranchRow) => {
    const own = kind === 'subagent' ? (parent ?? '') : name;
    return archived.has(own) && own !== looked && state !== 'running' && state !== 'waiting';
  };
  return new Set([...branches.values()].filter(isHidden).map(row => row.name));
}

/** The graph without these branches; what others were forked from stays as far as they need it. The same graph where none is left out. */
export function withoutBranches(graph: RunGraph, hidden: ReadonlySet<string>): RunGraph {
  if (![...hidden].some(name => graph.branches.has(name))) return graph;
  const kept = neededTurns(graph, hidden);
  const turns = new Map<string, TurnNode>();
  for (const id of graph.order) {
    const node = graph.turns.get(id);
    if (node && kept.has(id)) turns.set(id, withoutHeads(node, hidden));
  }
  const isKept = (scene: string) => kept.has(graph.turnOfScene.get(scene) ?? '');
  return {
    turns,
    order: graph.order.filter(id => kept.has(id)),
    branches: shownBranches(graph, hidden, kept),
    scenes: new Map([...graph.scenes].filter(([id]) => isKept(id))),
    turnOfScene: new Map([...graph.turnOfScene].filter(([id]) => isKept(id))),
  };
}

/** The turns of the other branches, and those on the way to them. */
function neededTurns(graph: RunGraph, hidden: ReadonlySet<string>): Set<string> {
  const kept = new Set<string>();
  const keepWayTo = (turn: string | null | undefined) => {
    for (
      let node = graph.turns.get(turn ?? '');
      node && !kept.has(node.id);
      node = graph.turns.get(node.parent ?? '')
    )
      kept.add(node.id);
  };
  for (const node of graph.turns.values()) if (!hidden.has(node.branch)) keepWayTo(node.id);
  // A fork without a turn of its own stands at the scene it was forked from.
  for (const { name, head, origin } of graph.branches.values()) {
    if (hidden.has(name)) continue;
    for (const scene of [head, origin]) keepWayTo(graph.turnOfScene.get(scene ?? ''));
  }
  return kept;
}

function withoutHeads(node: TurnNode, hidden: ReadonlySet<string>): TurnNode {
  if (!node.headOf.some(name => hidden.has(name))) return node;
  return { ...node, headOf: node.headOf.filter(name => !hidden.has(name)) };
}

/** A branch that is left out ends where the last of the others leaves it; without such a turn it is not there. */
function shownBranches(
  graph: RunGraph,
  hidden: ReadonlySet<string>,
  kept: ReadonlySet<string>,
): Map<string, BranchRow> {
  const shown = new Map<string, BranchRow>();
  for (const row of graph.branches.values()) {
    if (!hidden.has(row.name)) shown.set(row.name, row);
    else {
      const last = lastKept(graph, row, kept);
      if (last) shown.set(row.name, { ...row, head: (last.b ?? last.a)?.id ?? null });
    }
  }
  return shown;
}

function lastKept(graph: RunGraph, { name, head }: BranchRow, kept: ReadonlySet<string>): TurnNode | null {
  let node = graph.turns.get(graph.turnOfScene.get(head ?? '') ?? '');
  while (node && !kept.has(node.id)) node = graph.turns.get(node.parent ?? '');
  return node?.branch === name ? node : null;
}

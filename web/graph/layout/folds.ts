import type { RunGraph, TurnNode } from '../../../shared/runGraph.ts';
import { markKindsOf } from '../../../shared/turnFilter.ts';
import { isInside } from './laneOrder.ts';
import { type Lane, lanesOf } from './lanes.ts';

/**
 * Turns that one sign stands for until it is opened. `left-behind`: the rest of what a rewind or a resume left.
 * `quiet`: turns of a lane without a mark. `inside`: the subagents that a turn called, with all their turns.
 */
export interface Fold {
  /** Stays the same while the run grows. */
  id: string;
  kind: 'left-behind' | 'quiet' | 'inside';
  /** The lane that the sign stands on. */
  lane: Lane;
  /** Turn ids, first to last. */
  turns: readonly string[];
  /** Of `inside`: the turn that called, else null. */
  caller: string | null;
  isOpen: boolean;
}

/** What a person wants to see of the folds. */
export interface FoldChoice {
  /** Whether long stretches without marks fold. */
  quiet: boolean;
  /** Ids of the folds that were opened. */
  opened: ReadonlySet<string>;
  /** Turns that are looked at: what holds them is open. */
  shown: ReadonlySet<string>;
}

/** Of what was left behind so many turns stay, where it has more than `LONGEST_WHOLE`. */
const FIRST_TURNS = 2;
const LONGEST_WHOLE = 3;
/** A shorter stretch without marks is not worth a sign of its own. */
const SHORTEST_QUIET = 4;

/**
 * Second stage: which turns stand behind a sign. Heads, turns that another lane hangs on, and turns that are looked at
 * never do; in quiet stretches no turn with a mark does.
 */
export function foldsOf(graph: RunGraph, lanes: readonly Lane[], choice: FoldChoice): Fold[] {
  const callees = calleesOf(graph, lanes);
  const hangs = new Set(lanes.filter(lane => !isInside(lane, graph)).map(lane => lane.from));
  const mustStay = (node: TurnNode) => hangs.has(node.id) || isHead(node, graph);
  const isQuiet = (node: TurnNode) =>
    !mustStay(node) && !callees.has(node.id) && markKindsOf(node).length === 0 && node.turn > 0;
  const folds = lanes.flatMap(lane => {
    if (isSide(lane, graph)) return leftBehindFolds(lane, graph, mustStay);
    return choice.quiet && lane.kind === 'branch' ? quietFolds(lane, graph, isQuiet) : [];
  });
  folds.push(...insideFolds(lanes, callees));
  const shown = withCallers(choice.shown, graph, lanes);
  const isShown = (fold: Fold) => fold.turns.some(id => shown.has(id));
  return folds.map(fold => ({ ...fold, isOpen: choice.opened.has(fold.id) || isShown(fold) }));
}

/** Ids of the closed folds that have to open so that turns can be seen. */
export function foldsHiding(graph: RunGraph, choice: FoldChoice, turns: readonly string[]): string[] {
  const wanted = { ...choice, shown: new Set(turns) };
  return foldsOf(graph, lanesOf(graph), wanted)
    .filter(fold => fold.isOpen && !choice.opened.has(fold.id))
    .map(fold => fold.id);
}

/** Who looks into a subagent looks into the turns that called it, too. */
function withCallers(
  shown: ReadonlySet<string>,
  graph: RunGraph,
  lanes: readonly Lane[],
): ReadonlySet<string> {
  if (shown.size === 0) return shown;
  const callers = new Map(
    lanes.filter(lane => isInside(lane, graph)).flatMap(lane => lane.turns.map(id => [id, lane.from])),
  );
  const all = new Set<string>();
  for (const id of shown) {
    for (let at: string | null = id; at !== null && !all.has(at); at = callers.get(at) ?? null) all.add(at);
  }
  return all;
}

/** What a rewind left behind, or the dead side of a resume. */
function isSide({ kind, branch }: Lane, graph: RunGraph): boolean {
  return kind === 'left-behind' || (kind === 'branch' && graph.branches.get(branch)?.kind === 'discarded');
}

function isHead(node: TurnNode, graph: RunGraph): boolean {
  return node.headOf.some(name => {
    const kind = graph.branches.get(name)?.kind;
    return kind === 'main' || kind === 'fork';
  });
}

function leftBehindFolds(lane: Lane, graph: RunGraph, mustStay: (node: TurnNode) => boolean): Fold[] {
  if (lane.turns.length <= LONGEST_WHOLE) return [];
  const stretches = stretchesOf(lane.turns.slice(FIRST_TURNS), graph, node => !mustStay(node));
  return stretches.filter(turns => turns.length > 1).map(turns => foldOf('left-behind', lane, turns));
}

/** The ends of a lane stay, so that one sees where it begins and where it leads. */
function quietFolds(lane: Lane, graph: RunGraph, isQuiet: (node: TurnNode) => boolean): Fold[] {
  const stretches = stretchesOf(lane.turns.slice(1, -1), graph, isQuiet);
  return stretches.filter(turns => turns.length >= SHORTEST_QUIET).map(turns => foldOf('quiet', lane, turns));
}

function stretchesOf(
  turns: readonly string[],
  graph: RunGraph,
  folds: (node: TurnNode) => boolean,
): string[][] {
  const stretches: string[][] = [[]];
  for (const id of turns) {
    const node = graph.turns.get(id);
    if (node && folds(node)) stretches.at(-1)?.push(id);
    else stretches.push([]);
  }
  return stretches.filter(stretch => stretch.length > 0);
}

function foldOf(kind: Fold['kind'], lane: Lane, turns: readonly string[]): Fold {
  return { id: `${kind} ${turns[0]}`, kind, lane, turns, caller: null, isOpen: false };
}

/** By calling turn: the lanes of the subagents that it called. */
function calleesOf(graph: RunGraph, lanes: readonly Lane[]): Map<string, Lane[]> {
  const callees = new Map<string, Lane[]>();
  for (const lane of lanes) {
    if (lane.from === null || !isInside(lane, graph)) continue;
    callees.set(lane.from, [...(callees.get(lane.from) ?? []), lane]);
  }
  return callees;
}

function insideFolds(lanes: readonly Lane[], callees: ReadonlyMap<string, readonly Lane[]>): Fold[] {
  const byId = new Map(lanes.map(lane => [lane.id, lane]));
  return [...callees].flatMap(([caller, called]) => {
    const lane = byId.get(called[0]?.fromLane ?? '');
    // With what those called in their turn: a turn deep inside opens every fold on the way to it.
    const turns = turnsWithin(called, callees, new Set());
    return lane
      ? [{ id: `inside ${caller}`, kind: 'inside' as const, lane, turns, caller, isOpen: false }]
      : [];
  });
}

function turnsWithin(
  lanes: readonly Lane[],
  callees: ReadonlyMap<string, readonly Lane[]>,
  seen: Set<Lane>,
): string[] {
  return lanes.flatMap(lane => {
    if (seen.has(lane)) return [];
    seen.add(lane);
    return lane.turns.flatMap(id => [id, ...turnsWithin(callees.get(id) ?? [], callees, seen)]);
  });
}

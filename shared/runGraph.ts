import type { Address } from './address.ts';
import type { Point } from './checkpoint.ts';
import { bySavePoint } from './head.ts';
import { lineOf } from './lineOf.ts';
import type { BranchRow, EffectRow, RunRows, SceneRow } from './rows.ts';

/**
 * The graph of a run, derived from rows on every read and never stored: scenes become turns, turns hang on their
 * parents, and each turn knows whether a branch still goes through it.
 */
export interface TurnNode {
  /** Id of the turn's first scene: A where there is one, else B. Stays the same while the turn grows. */
  id: string;
  turn: number;
  branch: string;
  a: SceneRow | null;
  b: SceneRow | null;
  parent: string | null;
  /** On the way to a head; left behind by move `move`; a tail that nothing leads to. */
  state: 'line' | 'superseded' | 'orphaned';
  move: number | null;
  /** Names of the branches whose head this turn holds. */
  headOf: string[];
  /** One of those branches waits for a person. */
  waits: boolean;
  /** A rule found something to look at here; known only where somebody looked (see `withRemarks`). */
  isRemarked: boolean;
  /** What people put on it; known only where their notes are (see `withNoteMarks`). */
  noteMarks: readonly NoteMark[];
  effects: EffectRow[];
}

export interface RunGraph {
  turns: ReadonlyMap<string, TurnNode>;
  /** Turn ids, parents before children, by turn number within a branch. */
  order: readonly string[];
  branches: ReadonlyMap<string, BranchRow>;
  scenes: ReadonlyMap<string, SceneRow>;
  /** The turn that holds a scene. */
  turnOfScene: ReadonlyMap<string, string>;
}

/** Builds the graph of a run. Pure; time in proportion to the number of rows. */
export function buildRunGraph(rows: RunRows): RunGraph {
  const branches = new Map(rows.branches.map(row => [row.name, row]));
  const scenes = sceneMap(rows.scenes, branches);
  const turns = new Map<string, TurnNode>();
  const turnOfScene = new Map<string, string>();

  const first = firstTwins(scenes, branches);
  const inTurn = (x: SceneRow, y: SceneRow) =>
    bySavePoint(x, y) || Number(first.has(y.id)) - Number(first.has(x.id));
  for (const rowsOfTurn of byTurn(scenes.values())) {
    for (const row of rowsOfTurn.sort(inTurn)) addScene(row, turns, turnOfScene);
  }
  for (const node of turns.values()) {
    const begin = node.a ?? node.b;
    node.parent = (begin?.parent && turnOfScene.get(begin.parent)) || null;
  }
  markStates(branches, turns, turnOfScene);
  attachEffects(rows.effects, turns, turnOfScene);
  // Turns were added in the order of their numbers.
  return { turns, order: [...turns.keys()], branches, scenes, turnOfScene };
}

/** The scenes of each turn, turn by turn. Sorting all of them at once would go through a large run many times. */
function byTurn(scenes: Iterable<SceneRow>): SceneRow[][] {
  const turns = new Map<number, SceneRow[]>();
  for (const row of scenes) {
    const others = turns.get(row.turn);
    if (others) others.push(row);
    else turns.set(row.turn, [row]);
  }
  return [...turns].sort(([x], [y]) => x - y).map(([, rows]) => rows);
}

/** A fork holds a copy of the scene it started from; the original stands for both where it can be read. */
function sceneMap(
  rows: readonly SceneRow[],
  branches: ReadonlyMap<string, BranchRow>,
): Map<string, SceneRow> {
  const scenes = new Map<string, SceneRow>();
  const distance = (row: SceneRow) => branchWithAncestors(row.branch, branches).length;
  for (const row of rows) {
    const other = scenes.get(row.id);
    if (!other || distance(row) < distance(other)) scenes.set(row.id, row);
  }
  return scenes;
}

/**
 * Of scenes that follow one parent, an edited one and what it stands in place of, those on the line of their branch:
 * after one A they are the B of its turn, and the other gets a node of its own.
 */
function firstTwins(
  scenes: ReadonlyMap<string, SceneRow>,
  branches: ReadonlyMap<string, BranchRow>,
): Set<string> {
  const children = new Map<string, SceneRow>();
  const twins = new Set<SceneRow>();
  for (const row of scenes.values()) {
    const other = row.parent === null || row.point === 'A' ? undefined : children.get(row.parent);
    if (other) twins.add(other).add(row);
    if (row.parent !== null && row.point === 'B') children.set(row.parent, row);
  }
  const lines = new Map<string, Set<string>>();
  const isOnLine = ({ id, branch }: SceneRow) => {
    const line = lines.get(branch) ?? new Set(lineOf(scenes, branches.get(branch)?.head ?? ''));
    lines.set(branch, line);
    return line.has(id);
  };
  return new Set([...twins].filter(isOnLine).map(row => row.id));
}

/** The branch itself, then what it was forked from, and so on. */
export function branchWithAncestors(name: string, branches: ReadonlyMap<string, BranchRow>): string[] {
  const names: string[] = [];
  for (
    let at: string | null = name;
    at !== null && !names.includes(at);
    at = branches.get(at)?.parent ?? null
  ) {
    names.push(at);
  }
  return names;
}

function addScene(row: SceneRow, turns: Map<string, TurnNode>, turnOfScene: Map<string, string>) {
  // Of its own turn an A comes before a B, and it is the A whose id the turn has.
  const begun = row.point === 'B' && row.parent !== null ? turns.get(row.parent) : undefined;
  if (begun?.a && begun.b === null && begun.turn === row.turn) {
    begun.b = row;
    turnOfScene.set(row.id, begun.id);
    return;
  }
  const node: TurnNode = {
    id: row.id,
    turn: row.turn,
    branch: row.branch,
    a: row.point === 'A' ? row : null,
    b: row.point === 'B' ? row : null,
    parent: null,
    state: 'orphaned',
    move: null,
    headOf: [],
    waits: false,
    isRemarked: false,
    noteMarks: [],
    effects: [],
  };
  turns.set(node.id, node);
  turnOfScene.set(row.id, node.id);
}

/** Heads claim their lines first; then each move claims what it left and no line holds. The rest is orphaned. */
function markStates(
  branches: ReadonlyMap<string, BranchRow>,
  turns: ReadonlyMap<string, TurnNode>,
  turnOfScene: ReadonlyMap<string, string>,
) {
  const nodeOf = (scene: string | null) => turns.get(turnOfScene.get(scene ?? '') ?? '');
  const claimLine = (from: string | null, claim: (node: TurnNode) => void) => {
    for (let node = nodeOf(from); node?.state === 'orphaned'; node = turns.get(node.parent ?? ''))
      claim(node);
  };
  for (const branch of branches.values()) {
    const head = nodeOf(branch.head);
    head?.headOf.push(branch.name);
    if (head && branch.state === 'waiting') head.waits = true;
    claimLine(branch.head, node => {
      node.state = 'line';
    });
  }
  for (const branch of branches.values()) {
    for (const move of branch.moves.toReversed()) {
      claimLine(move.left, node => {
        node.state = 'superseded';
        node.move = move.number;
      });
    }
  }
}

function attachEffects(
  effects: readonly EffectRow[],
  turns: ReadonlyMap<string, TurnNode>,
  turnOfScene: ReadonlyMap<string, string>,
) {
  const homeless: EffectRow[] = [];
  for (const effect of effects) {
    const node = turns.get(turnOfScene.get(effect.scene ?? '') ?? '');
    if (node) node.effects.push(effect);
    else homeless.push(effect);
  }
  if (homeless.length > 0) attachByPlace(homeless, turns);
}

/** Ledgers of other programs name turns and calls, not scenes. */
function attachByPlace(effects: readonly EffectRow[], turns: ReadonlyMap<string, TurnNode>) {
  const byPlace = new Map<string, TurnNode>();
  for (const node of turns.values()) {
    const calls = (node.a ?? node.b)?.calls ?? [];
    for (const call of calls) byPlace.set(`${node.branch}/${node.turn}/${call.id}`, node);
  }
  for (const effect of effects) {
    byPlace.get(`${effect.branch}/${effect.turn}/${effect.callId}`)?.effects.push(effect);
  }
}

/** The scene at an address, or null where nothing lies there. */
export function sceneAt(graph: RunGraph, address: Address): SceneRow | null {
  if (address.kind === 'id') return graph.scenes.get(address.id) ?? null;
  const branch = graph.branches.get(address.branch);
  const { move } = address;
  const start = move === null ? branch?.head : branch?.moves.find(entry => entry.number === move)?.left;
  if (!start) return null;
  let found: SceneRow | null = null;
  for (const id of lineOf(graph.scenes, start)) {
    const row = graph.scenes.get(id);
    if (row?.turn === address.turn && (address.point === null || row.point === address.point)) found = row;
  }
  return found;
}

/** The address that a person would write for a scene; by id where it lies on no line of its branch. */
export function addressOf(graph: RunGraph, scene: SceneRow): Address {
  const turn = (branch: string, move: number | null): Address => ({
    kind: 'turn',
    branch,
    turn: scene.turn,
    point: scene.point,
    move,
  });
  const own = graph.branches.get(scene.branch);
  const candidates = [
    turn(scene.branch, null),
    ...(own?.moves ?? []).map(move => turn(scene.branch, move.number)),
  ];
  const others = [...graph.branches.keys()]
    .filter(name => name !== scene.branch)
    .map(name => turn(name, null));
  return (
    [...candidates, ...others].find(address => sceneAt(graph, address)?.id === scene.id) ?? {
      kind: 'id',
      id: scene.id,
    }
  );
}

/** The scene of a turn at a point; without a point the last one written. */
export function sceneOfTurn(node: TurnNode, point: Point | null): SceneRow | null {
  if (point === 'A') return node.a;
  if (point === 'B') return node.b;
  return node.b ?? node.a;
}

/** Whether a turn counts among those of the run: turn 0 is the task, and a subagent works inside the turn that called it. */
export function isCountedTurn(node: TurnNode, graph: RunGraph): boolean {
  return node.turn > 0 && graph.branches.get(node.branch)?.kind !== 'subagent';
}

/** Marks of a turn, as the graph, the strip and the filter show them. */
export type Mark =
  | 'error'
  | 'dangling'
  | 'external'
  | 'waiting'
  | 'simulated'
  | 'damaged'
  | 'not-captured'
  | 'edited'
  | 'illegal'
  | 'remark'
  | NoteMark;

/** Marks that people put on a turn. */
export type NoteMark = 'bookmark' | 'note' | 'good' | 'bad';

/** The marks of a turn in the order in which they are drawn. */
export function marksOf(node: TurnNode): Mark[] {
  const last = node.b ?? node.a;
  if (!last) return [];
  const marks: Mark[] = [];
  if (node.a?.problem || node.b?.problem) marks.push('damaged');
  if (last.calls.some(call => call.state === 'error')) marks.push('error');
  if (last.calls.some(call => call.state === 'dangling')) marks.push('dangling');
  const isExternal = (effect: EffectRow) => effect.toolClass === 'external';
  if (node.effects.some(isExternal)) marks.push('external');
  if (last.flags.includes('simulated')) marks.push('simulated');
  if (last.flags.includes('edited')) marks.push('edited');
  if (last.flags.includes('not-captured')) marks.push('not-captured');
  if (last.flags.includes('illegal')) marks.push('illegal');
  return marks;
}

/** The marks of a turn, with `waiting` on the head of a branch that waits for a person. */
export function allMarksOf(node: TurnNode): Mark[] {
  const marks = marksOf(node);
  if (node.waits) marks.push('waiting');
  if (node.isRemarked) marks.push('remark');
  return [...marks, ...node.noteMarks];
}

/** The graph with turns marked that are worth a look; the same graph where there are none, and the same nodes elsewhere. */
export function withRemarks(graph: RunGraph, remarked: ReadonlySet<string>): RunGraph {
  if (![...remarked].some(id => graph.turns.has(id))) return graph;
  const turns = new Map(graph.turns);
  for (const id of remarked) {
    const node = turns.get(id);
    if (node) turns.set(id, { ...node, isRemarked: true });
  }
  return { ...graph, turns };
}

/** The graph with what people put on its turns; the same graph where there is nothing, and the same nodes elsewhere. */
export function withNoteMarks(graph: RunGraph, noted: ReadonlyMap<string, readonly NoteMark[]>): RunGraph {
  if (![...noted.keys()].some(id => graph.turns.has(id))) return graph;
  const turns = new Map(graph.turns);
  for (const [id, noteMarks] of noted) {
    const node = turns.get(id);
    if (node) turns.set(id, { ...node, noteMarks });
  }
  return { ...graph, turns };
}

import { lineOf } from './lineOf.ts';
import type { BranchRow, EffectRow, RunRows, SceneRow } from './rows.ts';

/**
 * One thing that happened in a run, in the order of playing it again: a scene was saved (a fork's copy of the scene it
 * came from begins the fork), or a branch's head was moved.
 */
export type PlayStep = { branch: string; atMs: number } & (
  | { kind: 'scene'; scene: SceneRow }
  | { kind: 'move'; number: number; taken: string }
);

/**
 * All steps of a run. What follows from what decides: parents come before children, and a rewind after the line it
 * left. Clocks only say how branches that ran side by side interleave. Pure.
 */
export function playStepsOf(rows: RunRows): PlayStep[] {
  const byId = new Map(rows.scenes.map(row => [row.id, row]));
  const byBranch = new Map<string, SceneRow[]>(rows.branches.map(branch => [branch.name, []]));
  for (const row of rows.scenes) byBranch.get(row.branch)?.push(row);
  const queues = rows.branches
    .map(branch => stepsOfBranch(branch, byBranch.get(branch.name) ?? [], byId))
    .filter(queue => queue.length > 0);
  const everywhere = new Set(rows.scenes.map(scene => scene.id));
  const origins = new Map(rows.branches.map(branch => [branch.name, branch.origin]));
  const done = new Set<string>();
  const isReady = (step: PlayStep | undefined) => {
    if (step?.kind !== 'scene') return step !== undefined;
    const { id, parent, branch } = step.scene;
    const before = origins.get(branch) === id ? id : parent;
    return before === null || done.has(before) || !everywhere.has(before);
  };
  const steps: PlayStep[] = [];
  while (queues.length > 0) {
    const ready = queues.filter(queue => isReady(queue[0]));
    const earliest = (ready.length > 0 ? ready : queues).reduce((first, queue) =>
      (queue[0]?.atMs ?? 0) < (first[0]?.atMs ?? 0) ? queue : first,
    );
    const step = earliest.shift();
    if (step) steps.push(step);
    if (step?.kind === 'scene') done.add(step.scene.id);
    if (earliest.length === 0) queues.splice(queues.indexOf(earliest), 1);
  }
  return steps;
}

/** How many steps `playStepsOf` gives, at little cost: each scene of a branch is one, and each of its moves. */
export function playStepCountOf({ branches, scenes }: RunRows): number {
  const names = new Set(branches.map(branch => branch.name));
  const saved = new Set(scenes.filter(row => names.has(row.branch)).map(row => `${row.branch}/${row.id}`));
  return branches.reduce((count, branch) => count + branch.moves.length, saved.size);
}

/** Its moves in order, each after the scenes of the line it left; then the line of its head, then what lies on no line. */
function stepsOfBranch(
  branch: BranchRow,
  scenes: readonly SceneRow[],
  byId: ReadonlyMap<string, SceneRow>,
): PlayStep[] {
  const own = new Map(scenes.map(row => [row.id, row]));
  const hasCopies = scenes.some(row => byId.get(row.id) !== row);
  const all = hasCopies ? new Map([...byId, ...own]) : byId;
  const steps: PlayStep[] = [];
  let atMs = 0;
  const timeOf = (text: string | null) => {
    const parsed = text === null ? Number.NaN : Date.parse(text);
    atMs = Math.max(atMs, Number.isNaN(parsed) ? 0 : parsed);
    return atMs;
  };
  const addScene = (scene: SceneRow) => {
    own.delete(scene.id);
    steps.push({ kind: 'scene', branch: branch.name, scene, atMs: timeOf(scene.savedAt) });
  };
  const addLine = (head: string | null) => {
    for (const id of head === null ? [] : lineOf(all, head)) {
      const scene = own.get(id);
      if (scene) addScene(scene);
    }
  };
  for (const { number, left, taken, at } of branch.moves) {
    addLine(left);
    steps.push({ kind: 'move', branch: branch.name, number, taken, atMs: timeOf(at) });
  }
  addLine(branch.head);
  for (const scene of [...own.values()]) addScene(scene);
  return steps;
}

/**
 * The rows as they were after the first `count` steps; after the last one they are the rows themselves. A branch that is
 * not through yet counts as running.
 */
export function rowsAt(rows: RunRows, steps: readonly PlayStep[], count: number): RunRows {
  if (count >= steps.length) return rows;
  const shown = new Map<string, { head: string; moves: Set<number>; count: number }>();
  const scenes: SceneRow[] = [];
  for (const step of steps.slice(0, count)) {
    const branch = shown.get(step.branch) ?? { head: '', moves: new Set<number>(), count: 0 };
    shown.set(step.branch, branch);
    branch.count += 1;
    branch.head = step.kind === 'scene' ? step.scene.id : step.taken;
    if (step.kind === 'scene') scenes.push(step.scene);
    else branch.moves.add(step.number);
  }
  const totals = countsByBranch(steps);
  const branches = rows.branches.flatMap((row): BranchRow[] => {
    const at = shown.get(row.name);
    if (!at) return [];
    if (at.count === totals.get(row.name)) return [row];
    const moves = row.moves.filter(move => at.moves.has(move.number));
    return [{ ...row, head: at.head, moves, state: 'running', problem: null, owner: null }];
  });
  const saved = new Set(scenes.map(scene => scene.id));
  const answered = new Set(scenes.map(scene => scene.parent));
  return {
    ...rows,
    branches,
    scenes,
    effects: rows.effects.filter(effect => hasHappened(effect, scenes, answered)),
    journal: rows.journal.filter(call => saved.has(call.scene)),
    questions: [],
  };
}

function countsByBranch(steps: readonly PlayStep[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { branch } of steps) counts.set(branch, (counts.get(branch) ?? 0) + 1);
  return counts;
}

/** A call of a scene A is over once a scene follows it. Ledgers of other programs name turns, not scenes. */
function hasHappened(
  { scene, branch, turn }: EffectRow,
  scenes: readonly SceneRow[],
  answered: ReadonlySet<string | null>,
): boolean {
  if (scene !== null) return answered.has(scene);
  return scenes.some(row => row.branch === branch && row.point === 'B' && row.turn >= (turn ?? Infinity));
}

/** A step takes as long as it took, within these bounds, in milliseconds at single speed. */
const SHORTEST_MS = 250;
const LONGEST_MS = 3000;
/** Of steps whose time nobody wrote down. */
const UNKNOWN_MS = 700;

/** How long the page waits before it shows step `index`, in milliseconds, at `speed` times the speed of the run. */
export function playDelayMs(steps: readonly PlayStep[], index: number, speed: number): number {
  const [before, at] = [steps[index - 1]?.atMs ?? 0, steps[index]?.atMs ?? 0];
  const tookMs = before === 0 || at === 0 ? UNKNOWN_MS : at - before;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, tookMs)) / speed;
}

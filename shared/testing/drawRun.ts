import type { BranchRow, CallRow, RunRows, SceneRow } from '../rows.ts';
import { blankBranch, blankRun, blankScene } from './blankRows.ts';

/**
 * Draws a run for tests, so that a test shows the tree it is about. A line is a branch and the scenes on it:
 *
 *     main    0B 1A 1B 2A 2B 3A 3B
 *     main    1B > 2A' 2B'             a second line of main, from 1B on; move 1 left the first one
 *     plan-b  main/2B > 3A 3B!         a fork of main at 2B; `!` marks a damaged file
 *     main    ? > 9A 9B                a tail whose parent is missing
 *
 * Ids are `branch/2A'`. The last line of a branch that is no tail is the one its head is on; every line before
 * it was left by a rewind. `?` in front of `>` names no scene.
 */
export function drawRun(drawing: string): RunRows {
  const scenes = new Map<string, SceneRow>();
  const branches = new Map<string, BranchRow>();
  for (const line of drawing.split('\n')) {
    const [name, ...tokens] = line.trim().split(/\s+/);
    if (!name) continue;
    drawLine(name, tokens, scenes, branches);
  }
  return {
    run: blankRun,
    branches: [...branches.values()],
    scenes: [...scenes.values()],
    effects: [],
    journal: [],
    questions: [],
    problems: [],
  };
}

function drawLine(
  name: string,
  tokens: string[],
  scenes: Map<string, SceneRow>,
  branches: Map<string, BranchRow>,
) {
  const isBranching = tokens[1] === '>';
  const from = isBranching ? (tokens[0] ?? '') : null;
  const isTail = from === '?';
  let parent = isTail ? 'missing' : from === null ? null : from.includes('/') ? from : `${name}/${from}`;
  const taken = parent;
  for (const token of isBranching ? tokens.slice(2) : tokens) {
    const row = drawScene(name, token, parent);
    scenes.set(row.id, row);
    parent = row.id;
  }
  const branch = branches.get(name);
  if (isTail) return;
  if (!branch) {
    branches.set(name, drawBranch(name, taken, parent));
  } else if (branch.head !== null && taken !== null) {
    const number = branch.moves.length + 1;
    branch.moves.push({ number, kind: 'rewind', left: branch.head, taken, at: '2026-01-01T00:00:00.000Z' });
    branch.head = parent;
  }
}

function drawBranch(name: string, origin: string | null, head: string | null): BranchRow {
  return {
    ...blankBranch,
    name,
    kind: name === 'main' ? 'main' : 'fork',
    parent: name === 'main' ? null : (origin?.split('/')[0] ?? null),
    origin: name === 'main' ? null : origin,
    head,
    moves: [],
    state: 'interrupted',
  };
}

/** One scene row; `token` is turn, point, primes that tell twins apart, and `!` for a damaged file. */
function drawScene(branch: string, token: string, parent: string | null): SceneRow {
  const match = /^(\d+)([AB])('*)(!?)$/.exec(token);
  if (!match) throw new Error(`No scene: “${token}”. Draw 14A, 14B, 14A' or 14A!.`);
  const [, turn, point, primes, damaged] = match;
  return {
    ...blankScene,
    id: `${branch}/${turn}${point}${primes}`,
    branch,
    turn: Number(turn),
    point: point === 'A' ? 'A' : 'B',
    parent,
    file: `${branch}/${token}`,
    problem: damaged ? { code: 'empty-file', params: { where: token } } : null,
  };
}

/** A call row for drawn scenes. */
export function drawCall(id: string, change: Partial<CallRow> = {}): CallRow {
  return { id, name: 'read_file', detail: '', toolClass: 'read', state: 'answered', result: '', ...change };
}

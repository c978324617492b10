import { firstWords } from '../../shared/message.ts';
import { marksOf, type RunGraph, type TurnNode } from '../../shared/runGraph.ts';
import { paint } from './paint.ts';
import { visibleText } from './visibleText.ts';

const WORDS_SHOWN = 60;

/** What is drawn with: the graph, and the turns that follow each turn. */
interface Drawing {
  graph: RunGraph;
  following: ReadonlyMap<string | null, TurnNode[]>;
}

/**
 * The tree of a run for the terminal: a branch downwards, what forked from it or was left behind stands indented below
 * the turn that it follows.
 */
export function drawTree(graph: RunGraph): string[] {
  const following = new Map<string | null, TurnNode[]>();
  for (const id of graph.order) {
    const node = graph.turns.get(id);
    if (!node) continue;
    const siblings = following.get(node.parent);
    if (siblings) siblings.push(node);
    else following.set(node.parent, [node]);
  }
  const lines: string[] = [];
  const drawing = { graph, following };
  for (const root of following.get(null) ?? []) {
    lines.push(...titleOf(root, drawing), ...drawLine(root, '', drawing));
  }
  return lines;
}

/** A line of turns from `first` on, with what leaves it on the way. Long lines are walked, not recursed into. */
function drawLine(first: TurnNode, indent: string, drawing: Drawing): string[] {
  const lines: string[] = [];
  for (let node: TurnNode | undefined = first; node; ) {
    lines.push(`${indent}${lineOf(node)}`);
    const next: TurnNode[] = drawing.following.get(node.id) ?? [];
    const straight = straightOn(node, next);
    for (const side of next) {
      if (side === straight) continue;
      const [title = ''] = titleOf(side, drawing);
      lines.push(`${indent}  ├─ ${title}`, ...drawLine(side, `${indent}  │  `, drawing));
    }
    node = straight;
  }
  return lines;
}

/** What goes on with a line: the same branch first, and what its head is on before what was left. */
function straightOn({ branch, state }: TurnNode, next: readonly TurnNode[]): TurnNode | undefined {
  const own = next.filter(node => node.branch === branch);
  return own.find(node => node.state === 'line') ?? (state === 'line' ? undefined : own[0]);
}

function titleOf({ branch, state, move }: TurnNode, { graph }: Drawing): string[] {
  const row = graph.branches.get(branch);
  if (state === 'superseded') return [paint.dim(`${branch}, left by move ${move ?? '?'}`)];
  if (state === 'orphaned') return [paint.dim(`${branch}, a tail that nothing leads to`)];
  return [`${paint.bold(branch)}${row ? `  ${row.state}, ${row.effects}` : ''}`];
}

function lineOf(node: TurnNode): string {
  const row = node.b ?? node.a;
  if (!row) return '';
  const mark = node.state === 'line' ? '●' : '○';
  const number = String(node.turn).padStart(3);
  const point = node.b === null ? '-A' : '  ';
  const words = row.problem
    ? `damaged: ${row.problem.code}`
    : firstWords(visibleText(row.words), WORDS_SHOWN);
  const calls = [...new Set(row.calls.map(call => visibleText(call.name)))].join(', ');
  const marks = marksOf(node).join(' ');
  const heads = node.headOf.map(name => paint.green(`◀ ${name}`)).join(' ');
  const text = [`${mark} ${number}${point}`, words, paint.dim(calls), paint.yellow(marks), heads];
  const line = text.filter(part => part !== '').join('  ');
  return node.state === 'line' ? line : paint.dim(line);
}

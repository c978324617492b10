import type { RunGraph } from '../../shared/runGraph.ts';
import { type MarkKind, markKinds, markKindsOf } from '../../shared/turnFilter.ts';
import { formatTimeOfDay } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { labelOfMark } from '../ui/Mark.tsx';
import type { Fold } from './layout/folds.ts';

/** What the sign of a fold says. */
export interface FoldLabel {
  /** `+ 9 turns`, `12 quiet turns`. */
  count: string;
  /** The same where there is little room: `+ 9`. */
  short: string;
  /** `rewind 1, 10:42`; '' for a quiet stretch. */
  why: string;
  /** Of the turns behind it: each mark, with how many carry it. */
  marks: { mark: MarkKind; count: number }[];
  /** For those who do not see it, with what pressing it does. */
  name: string;
}

/** The subagents that a turn called, as its badge tells them. */
export interface Inside {
  fold: string;
  isOpen: boolean;
  subagents: number;
  turns: number;
  marks: FoldLabel['marks'];
  name: string;
}

/** What a fold holds and why, in words. */
export function foldLabelOf(fold: Fold, graph: RunGraph): FoldLabel {
  const count = fold.turns.length;
  const short = words('graph.foldShort', { count });
  const marks = marksWithin(fold, graph);
  if (fold.kind === 'quiet') {
    const said = words('graph.foldQuiet', { count });
    return { count: said, short, why: '', marks, name: nameOf(fold, said, marks) };
  }
  const why = whyLeftBehind(fold, graph);
  const about = [words('graph.foldLeftBehind', { count }), why].filter(part => part !== '').join(' · ');
  return { count: words('graph.foldMore', { count }), short, why, marks, name: nameOf(fold, about, marks) };
}

function nameOf(fold: Fold, about: string, marks: FoldLabel['marks']): string {
  const parts = [about, ...marks.map(({ mark, count }) => `${labelOfMark(mark)} ${count}`)];
  return words(fold.isOpen ? 'graph.foldClose' : 'graph.foldOpen', { what: parts.join(', ') });
}

/** The move that left the turns, or what else left them. */
function whyLeftBehind({ lane, turns }: Fold, graph: RunGraph): string {
  const branch = graph.branches.get(lane.branch);
  if (lane.kind === 'branch') return words('graph.laneDiscarded');
  const number = graph.turns.get(turns[0] ?? '')?.move ?? lane.move;
  const move = branch?.moves.find(entry => entry.number === number);
  if (!move) return '';
  return words('graph.laneMove', { number: move.number, time: formatTimeOfDay(new Date(move.at)) });
}

/** That turns were left behind is what the fold says anyway. */
function marksWithin({ turns }: Fold, graph: RunGraph): FoldLabel['marks'] {
  const counts = new Map<MarkKind, number>();
  for (const id of turns) {
    const node = graph.turns.get(id);
    for (const kind of node ? markKindsOf(node) : []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  counts.delete('left-behind');
  return markKinds.flatMap(mark => {
    const count = counts.get(mark);
    return count === undefined ? [] : [{ mark, count }];
  });
}

/** What a turn's subagents come to; null where it called none. */
export function insideOf(fold: Fold | undefined, graph: RunGraph): Inside | null {
  if (fold?.kind !== 'inside') return null;
  const nodes = fold.turns.flatMap(id => graph.turns.get(id) ?? []);
  const subagents = new Set(nodes.map(node => node.branch)).size;
  const marks = marksWithin(fold, graph);
  const turn = String(graph.turns.get(fold.caller ?? '')?.turn ?? '');
  const about = [
    words('graph.insideSubagents', { count: subagents }),
    words('graph.insideTurns', { count: nodes.length }),
  ].join(', ');
  return {
    fold: fold.id,
    isOpen: fold.isOpen,
    subagents,
    turns: nodes.length,
    marks,
    name: nameOf(fold, words('graph.insideOf', { about, turn }), marks),
  };
}

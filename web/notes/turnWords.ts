import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';

/** `Turn 14`, with its branch where that was forked, and whether it was left behind. */
export function wordsOfTurn(node: TurnNode, graph: RunGraph): string {
  const turn = String(node.turn);
  const isFork = (graph.branches.get(node.branch)?.parent ?? null) !== null;
  const name = isFork
    ? words('notes.turnOf', { turn, branch: visibleText(node.branch) })
    : words('notes.turn', { turn });
  return node.state === 'superseded' ? `${name} · ${words('notes.leftBehind')}` : name;
}

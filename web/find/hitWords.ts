import type { RunGraph } from '../../shared/runGraph.ts';
import type { Hit } from '../../shared/search.ts';
import { words } from '../i18n/words.ts';

const kinds = {
  system: 'find.kindSystem',
  said: 'find.kindSaid',
  reply: 'find.kindReply',
  thinking: 'find.kindThinking',
  call: 'find.kindCall',
  result: 'find.kindResult',
  other: 'find.kindOther',
} as const;

/** Where in its turn a hit stands: `result of read_file`. */
export function wordsOfPlace({ kind, tool }: Pick<Hit, 'kind' | 'tool'>): string {
  if (tool !== null && kind === 'call') return words('find.kindCallOf', { tool });
  if (tool !== null && kind === 'result') return words('find.kindResultOf', { tool });
  return words(kinds[kind]);
}

/** `Turn 14`, with its branch where it is not the first, and whether it was left behind. */
export function wordsOfTurnId(id: string, graph: RunGraph): string {
  const node = graph.turns.get(id);
  if (!node) return '';
  const turn = String(node.turn);
  const isFork = (graph.branches.get(node.branch)?.parent ?? null) !== null;
  const name = isFork ? words('find.turnOf', { turn, branch: node.branch }) : words('find.turn', { turn });
  return node.state === 'superseded' ? `${name} · ${words('find.leftBehind')}` : name;
}

import { totalTokensOf } from '../../shared/message.ts';
import type { CallRow, SceneFlag, SceneRow } from '../../shared/rows.ts';
import { allMarksOf, type RunGraph, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import { isCompacted } from '../../shared/turnFilter.ts';
import { words } from '../i18n/words.ts';
import { labelOfMark } from '../ui/Mark.tsx';

/** `read_file ×2, grep`: the tools of a turn, in the order of their first call. */
export function toolsOf(calls: readonly CallRow[]): string {
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(call.name, (counts.get(call.name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ');
}

const flagWords = {
  truncated: 'graph.flagTruncated',
  paused: 'graph.flagPaused',
  refused: 'graph.flagRefused',
  'context-full': 'graph.flagContextFull',
} as const;
const isNamed = (flag: SceneFlag): flag is keyof typeof flagWords => flag in flagWords;

/** States of a reply that a card names: it was cut off, the model paused, it refused, its context was full. */
function wordOfFlag(flag: SceneFlag): string[] {
  return isNamed(flag) ? [words(flagWords[flag])] : [];
}

/** What a turn did, in a word or two: its tools, or what else it is. */
export function titleOfTurn(node: TurnNode): string {
  const row = sceneOfTurn(node, null);
  if (!row || row.problem) return words('graph.damaged');
  const did =
    row.calls.length > 0 ? toolsOf(row.calls) : words(node.turn === 0 ? 'graph.task' : 'graph.reply');
  return [did, ...row.flags.flatMap(wordOfFlag)].join(' · ');
}

/** First words of a turn; where the model said nothing, what its first call is about. */
export function wordsOfTurn(row: SceneRow): string {
  return row.words !== '' ? row.words : (row.calls[0]?.detail ?? '');
}

/**
 * Tokens of a turn's request and reply, or null where nobody counted them. A scene without usage still says how many
 * were used along its line: the turn's are what that grew by.
 */
export function tokensOfTurn(node: TurnNode, graph: RunGraph): number | null {
  const usage = node.b?.usage ?? node.a?.usage;
  if (usage) return totalTokensOf(usage);
  const last = sceneOfTurn(node, null);
  const before = sceneBefore(node, graph);
  if (!last || last.problem || !before || before.problem) return null;
  const growth = last.tokensUsed - before.tokensUsed;
  return growth > 0 ? growth : null;
}

function sceneBefore(node: TurnNode, graph: RunGraph): SceneRow | undefined {
  return graph.scenes.get((node.a ?? node.b)?.parent ?? '');
}

/**
 * How long a turn took, in milliseconds: from the scene before it to its last save point. Where a person spoke in
 * between, their time is left out and only the calls count. Null where times are missing.
 */
export function durationOfTurn(node: TurnNode, graph: RunGraph): number | null {
  const first = node.a ?? node.b;
  const end = sceneOfTurn(node, null)?.savedAt;
  const start = first?.input === null ? graph.scenes.get(first.parent ?? '')?.savedAt : node.a?.savedAt;
  if (!start || !end || start === end) return null;
  const durationMs = Date.parse(end) - Date.parse(start);
  return Number.isFinite(durationMs) && durationMs >= 0 ? durationMs : null;
}

/** The name of a turn for those who do not see it: `Turn 14, run_command, 1 error`. */
export function nameOfTurn(node: TurnNode, graph: RunGraph): string {
  const calls = sceneOfTurn(node, null)?.calls ?? [];
  const marks = allMarksOf(node).map(mark => {
    if (mark === 'error') return words('graph.errorCount', { count: callsIn(calls, 'error') });
    if (mark === 'dangling') return words('graph.danglingCount', { count: callsIn(calls, 'dangling') });
    return labelOfMark(mark);
  });
  const parts = [words('graph.turn', { turn: String(node.turn) }), titleOfTurn(node), ...marks];
  if (isCompacted(node)) parts.push(labelOfMark('compaction'));
  if (node.state !== 'line')
    parts.push(words(node.state === 'orphaned' ? 'graph.orphaned' : 'graph.leftBehind'));
  if (graph.branches.get(node.branch)?.parent) parts.push(node.branch);
  return parts.join(', ');
}

function callsIn(calls: readonly CallRow[], state: CallRow['state']): number {
  return calls.filter(call => call.state === state).length;
}

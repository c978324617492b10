import type { Remark } from './remark.ts';
import type { CallFacts, TurnFacts } from './turnFacts.ts';

/** A smaller growth is nothing to look at, however small the context was. */
const minTokens = 20_000;
/** By how much the context has to grow, of what it was. */
const minShare = 0.4;
/** A result has to make up this much of the growth: else the tokens came by another way. Characters per token at most. */
const charactersPerToken = 2;

/** A turn whose results made the next request larger by far: what was there before has to share the model's attention. */
export function contextJump(line: readonly TurnFacts[]): Remark[] {
  return line.flatMap((turn, index): Remark[] => {
    const next = line[index + 1];
    if (turn.contextTokens === null || !next || next.contextTokens === null || next.isCompacted) return [];
    const tokens = next.contextTokens - turn.contextTokens;
    const length = turn.calls.reduce((sum, call) => sum + call.resultLength, 0);
    const isLarge = tokens >= minTokens && tokens >= minShare * turn.contextTokens;
    if (!isLarge || length < tokens * charactersPerToken) return [];
    const { name, detail } = largest(turn.calls);
    return [{ rule: 'context-jump', turns: [turn.id], params: { tokens, tool: name, detail } }];
  });
}

function largest(calls: readonly CallFacts[]): { name: string; detail: string } {
  const empty = { name: '', detail: '', resultLength: -1 };
  return calls.reduce((x, y) => (y.resultLength > x.resultLength ? y : x), empty);
}

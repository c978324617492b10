import type { Spent } from '../../shared/compare/comparison.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatCost, formatDuration, formatTokenCount } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';

/** What a stretch of turns took: `17 turns · 48.2k tokens · $0.33 · 21 s`; what nobody knows is left out. */
export function spentWords({ turns, tokens, costUsd, durationMs }: Spent): string {
  return [
    words('compare.turns', { count: turns }),
    tokens > 0 ? formatTokenCount(tokens) : null,
    costUsd === null || turns === 0 ? null : formatCost(costUsd),
    durationMs === null ? null : formatDuration(durationMs),
  ]
    .filter(part => part !== null)
    .join(' · ');
}

/** The kinds of tokens, and why there is no price; empty where there is nothing to say. */
export function spentDetails({ counts, unpriced, costUsd }: Spent): string {
  const kinds = counts && words('compare.tokenKinds', { ...counts });
  const noPrice =
    costUsd === null && unpriced.length > 0
      ? words('compare.noPrice', { models: unpriced.map(visibleText).join(', ') })
      : null;
  return [kinds, noPrice].filter(part => part !== null).join('\n');
}

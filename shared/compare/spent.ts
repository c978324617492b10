import { totalTokensOf, type Usage } from '../message.ts';
import { costUsdOf, type Price } from '../price.ts';
import type { SceneRow } from '../rows.ts';
import type { RunGraph } from '../runGraph.ts';
import type { Spent, TokenCounts } from './comparison.ts';
import type { Step } from './step.ts';
import { durationOf, tokensOf } from './turnCell.ts';

/** The price of a model, or null for one that is not known. */
export type PriceOfModel = (model: string) => Price | null;

/** What the turns of a line took. @param priceOf the person's own table */
export function spentOn(steps: readonly Step[], graph: RunGraph | null, priceOf: PriceOfModel): Spent {
  const replies = steps.filter(step => step.turn > 0 && !step.isReplyShared);
  const usages = replies.map(usageOf);
  const durations = steps.flatMap(step => durationOf(step, graph) ?? []);
  return {
    turns: replies.length,
    tokens: tokensIn(steps, replies),
    counts: usages.some(usage => usage !== null) ? countsOf(usages) : null,
    ...costOf(replies, priceOf),
    durationMs: durations.length === 0 ? null : sum(durations),
  };
}

/** As the line counts them; where a scene at an end of it cannot be read, or nobody counted, what its replies say. */
function tokensIn(steps: readonly Step[], replies: readonly Step[]): number {
  const [first, last] = [steps[0]?.before ?? null, steps.at(-1)?.last];
  const growth = (last?.tokensUsed ?? 0) - (first?.tokensUsed ?? 0);
  const isCounted = isReadable(last) && (first === null || isReadable(first)) && growth > 0;
  return isCounted ? growth : sum(replies.map(step => tokensOf(step) ?? 0));
}

function isReadable(row: SceneRow | undefined): boolean {
  return row?.problem === null;
}

function usageOf({ a, b }: Step): Usage | null {
  return b?.usage ?? a?.usage ?? null;
}

function costOf(replies: readonly Step[], priceOf: PriceOfModel): Pick<Spent, 'costUsd' | 'unpriced'> {
  const unpriced = new Set<string>();
  let costUsd: number | null = 0;
  // What a person did in a turn of its own, without a model, cost nothing; where no reply tells anything, nothing is known.
  const asked = replies.filter(step => usageOf(step) !== null || modelOf(step) !== null);
  if (asked.length === 0 && replies.length > 0) return { costUsd: null, unpriced: [] };
  for (const step of asked) {
    const [usage, model] = [usageOf(step), modelOf(step)];
    // Replies that a program writes in a model's place say that they used nothing.
    if (usage !== null && totalTokensOf(usage) === 0) continue;
    const price = model === null ? null : priceOf(model);
    if (model !== null && price === null) unpriced.add(model);
    if (usage === null || price === null) costUsd = null;
    else if (costUsd !== null) costUsd += costUsdOf(usage, price);
  }
  return { costUsd, unpriced: [...unpriced] };
}

function modelOf({ a, b }: Step): string | null {
  return b?.model ?? a?.model ?? null;
}

function countsOf(usages: readonly (Usage | null)[]): TokenCounts {
  const of = (count: (usage: Usage) => number | null | undefined) =>
    sum(usages.map(usage => (usage === null ? 0 : (count(usage) ?? 0))));
  return {
    input: of(usage => usage.input_tokens),
    output: of(usage => usage.output_tokens),
    cacheWrite: of(usage => usage.cache_creation_input_tokens),
    cacheRead: of(usage => usage.cache_read_input_tokens),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

import { setMaxListeners } from 'node:events';
import { ForkpointError, type Problem } from '../../shared/errors.ts';
import type { Usage } from '../../shared/message.ts';
import type { Limits } from '../../shared/runRecord.ts';

/** What a million tokens cost, in US dollars. */
export interface Price {
  input: number;
  output: number;
  cacheWrite: number;
  cacheRead: number;
}

/** What was used: turns and tokens along the line, cost since this start. */
export interface Spent {
  turns: number;
  tokens: number;
  costUsd: number;
}

/** @throws ForkpointError `no-price` where a limit on cost could not be kept */
export function refuseUnknownCost(limits: Limits, price: Price | null, model: string): void {
  if (limits.costUsd !== null && price === null) throw new ForkpointError('no-price', { model });
}

/** The limit that forbids another request, or null. The limit on time is a timer's (`startTimeLimit`). */
export function limitReached(limits: Limits, spent: Spent): Problem | null {
  if (limits.turns !== null && spent.turns >= limits.turns) return reached('turns', limits.turns);
  if (limits.tokens !== null && spent.tokens >= limits.tokens) return reached('tokens', limits.tokens);
  if (limits.costUsd !== null && spent.costUsd >= limits.costUsd)
    return reached('US dollars', limits.costUsd);
  return null;
}

/** A limit as a problem; `limit` is the word after the number. */
export function reached(limit: string, value: number): Problem {
  return new ForkpointError('limit-reached', { limit, value }).toProblem();
}

/** Cost of one reply in US dollars; 0 without a price. */
export function costUsdOf(usage: Usage, price: Price | null): number {
  if (price === null) return 0;
  const tokens =
    (usage.input_tokens ?? 0) * price.input +
    (usage.output_tokens ?? 0) * price.output +
    (usage.cache_creation_input_tokens ?? 0) * price.cacheWrite +
    (usage.cache_read_input_tokens ?? 0) * price.cacheRead;
  return tokens / 1_000_000;
}

/** A timer's longest delay: beyond it Node fires at once. */
const longestTimerMs = 2 ** 31 - 1;

export interface TimeLimit {
  /** Aborts at the person's stop or when the time is over. */
  signal: AbortSignal;
  isOver(): boolean;
  clear(): void;
}

/** Counts the seconds from now and stops what listens to `signal` when they are over. */
export function startTimeLimit(stop: AbortSignal, seconds: number | null): TimeLimit {
  const timeOver = new AbortController();
  const timer =
    seconds === null
      ? undefined
      : setTimeout(() => timeOver.abort(), Math.min(seconds * 1000, longestTimerMs));
  const signal = AbortSignal.any([stop, timeOver.signal]);
  // Each call of a reply listens to it, and ten is where Node warns of a leak.
  setMaxListeners(0, signal);
  return {
    signal,
    isOver: () => timeOver.signal.aborted && !stop.aborted,
    clear: () => clearTimeout(timer),
  };
}

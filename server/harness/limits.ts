import { setMaxListeners } from 'node:events';
import { ForkpointError, type Problem } from '../../shared/errors.ts';
import type { Price } from '../../shared/price.ts';
import type { Limits } from '../../shared/runRecord.ts';

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

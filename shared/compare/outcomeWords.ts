import { countOf, dollars, duration } from '../plainNumbers.ts';
import type { BranchState } from '../rows.ts';
import type { Column, CommandResult, Spent } from './comparison.ts';

/** The outcome of a side in plain English, for the terminal and for reports. */
export const stateWords: Record<BranchState, string> = {
  running: 'running',
  waiting: 'waits for an answer',
  done: 'done',
  stopped: 'stopped',
  failed: 'failed',
  refused: 'the model refused',
  'context-full': 'the context window is full',
  invalid: 'the reply was invalid',
  limit: 'reached its limit',
  interrupted: 'interrupted',
};

export const kindWords: Record<Column['kind'], string> = {
  branch: 'a branch',
  scene: 'a scene',
  superseded: 'left behind by a rewind',
  orphan: 'on no line',
};

/** `8 turns · 116,397 tokens · $0.33 · 4.8 s`. */
export function wordsOfSpent({ turns, tokens, costUsd, unpriced, durationMs }: Spent): string {
  const parts = [countOf(turns, 'turn', 'turns'), countOf(tokens, 'token', 'tokens')];
  if (costUsd !== null && turns > 0) parts.push(dollars(costUsd));
  if (unpriced.length > 0) parts.push(`no price for ${unpriced.join(', ')}`);
  if (durationMs !== null) parts.push(duration(durationMs));
  return parts.join(' · ');
}

/** `9 pass, 0 fail (turn 19)`. */
export function wordsOfResult({ exitCode, counts, summary, at }: CommandResult): string {
  const said = counts === null ? summary : `${counts.passed} pass, ${counts.failed} fail`;
  const code = exitCode === null || exitCode === 0 ? '' : `, exit ${exitCode}`;
  return `${said}${code} (turn ${at.turn})`;
}

/** `2 added, 1 changed, 0 deleted`, or why that is not known. */
export function wordsOfFiles(files: Column['files']): string {
  if (files.state === 'unknown') return `not known (${files.why})`;
  return `${files.added} added, ${files.changed} changed, ${files.deleted} deleted`;
}

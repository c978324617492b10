import { expect, test } from 'vitest';
import { wordsOfReconciliation } from './reconciliationWords.ts';

test('what a resume does and why is one sentence, with a warning where the id had another call', () => {
  const decided = { outcome: 'run', why: 'never-opened' } as const;
  expect(wordsOfReconciliation(decided)).toBe('runs: it was never started');
  const warned = wordsOfReconciliation({ ...decided, idUsedBy: { turn: 4, name: 'pay' } });
  expect(warned).toMatch(/^runs: it was never started\. Warning: pay in turn 4 had the same id/);
  expect(wordsOfReconciliation({ ...decided, idUsedBy: { turn: null, name: 'pay' } })).toContain('pay, had');
});

import { expect, test } from 'vitest';
import { openQuestions } from './openQuestions.ts';
import { drawQuestion } from './testing/drawQuestion.ts';

test('only what still waits, in the order in which it was asked', () => {
  const answer = { kind: 'approve' as const, input: null, why: null, at: '' };
  const open = openQuestions([
    drawQuestion('late', { askedAt: '2026-11-30T11:00:00Z' }),
    drawQuestion('answered', { answer }),
    drawQuestion('void', { voidedAt: '2026-11-30T10:30:00Z' }),
    drawQuestion('early'),
  ]);
  expect(open.map(({ id }) => id)).toEqual(['early', 'late']);
});

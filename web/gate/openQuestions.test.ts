import { expect, test } from 'vitest';
import type { Question } from '../../shared/gate.ts';
import { openQuestions } from './openQuestions.ts';

const question = (id: string, change: Partial<Question> = {}): Question => ({
  id,
  branch: 'main',
  scene: 's',
  turn: 16,
  position: 0,
  callId: 'c',
  name: 'send_email',
  input: {},
  inputDigest: '',
  files: [],
  toolClass: 'external',
  target: null,
  why: 'mode',
  earlier: null,
  askedAt: '2026-11-30T10:00:00Z',
  answer: null,
  spentAt: null,
  voidedAt: null,
  ...change,
});

test('only what still waits, in the order in which it was asked', () => {
  const answer = { kind: 'approve' as const, input: null, why: null, at: '' };
  const open = openQuestions([
    question('late', { askedAt: '2026-11-30T11:00:00Z' }),
    question('answered', { answer }),
    question('void', { voidedAt: '2026-11-30T10:30:00Z' }),
    question('early'),
  ]);
  expect(open.map(({ id }) => id)).toEqual(['early', 'late']);
});

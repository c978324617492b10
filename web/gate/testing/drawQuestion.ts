import type { Question } from '../../../shared/gate.ts';

/** A question at the gate, for tests. */
export const drawQuestion = (id: string, change: Partial<Question> = {}): Question => ({
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

import { expect, test } from 'vitest';
import type { Problem } from '../../shared/errors.ts';
import { isLate, wordsOfLate } from './lateAnswer.ts';
import { drawQuestion } from './testing/drawQuestion.ts';

const answered = (answer: string): Problem => ({
  code: 'already-answered',
  params: { question: 'q', answer },
});
const gone: Problem = { code: 'question-void', params: { question: 'q', branch: 'main' } };

test('an answer is late where its question waits no more', () => {
  expect([answered('approve'), gone].map(isLate)).toEqual([true, true]);
  expect(isLate({ code: 'bad-request', params: { detail: 'no such field' } })).toBe(false);
});

test('what counts instead is said', () => {
  const words = (problem: Problem) => wordsOfLate({ question: drawQuestion('q'), problem });
  expect(words(answered('refuse'))).toMatch(/refused already/);
  expect(words(answered('approve'))).toMatch(/approved already/);
  expect(words(gone)).toMatch(/moved on/);
});

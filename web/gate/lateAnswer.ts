import type { Problem } from '../../shared/errors.ts';
import type { Question } from '../../shared/gate.ts';
import { words } from '../i18n/words.ts';

/** An answer that came too late: another page or a terminal was quicker, or the branch has moved on. */
export interface LateAnswer {
  question: Question;
  problem: Problem;
}

const lateCodes: readonly Problem['code'][] = ['already-answered', 'question-void', 'no-such-question'];

/** Whether an answer was refused because its question waits no more: its card goes, and takes with it what it says. */
export function isLate({ code }: Problem): boolean {
  return lateCodes.includes(code);
}

/** What became of the question instead. */
export function wordsOfLate({ problem }: LateAnswer): string {
  if (problem.code !== 'already-answered') return words('gate.lateVoid');
  return words(problem.params.answer === 'refuse' ? 'gate.lateRefused' : 'gate.lateApproved');
}

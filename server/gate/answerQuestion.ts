import { canonicalJson } from '../../shared/digest.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { currentQuestions, type GateAnswer, type GateRecord, type Question } from '../../shared/gate.ts';
import type { RunStore } from '../store/runStore.ts';

/** What the person says at the gate. */
export interface GivenAnswer {
  kind: GateAnswer['kind'];
  /** Runs in place of what was asked about. */
  input?: Record<string, unknown> | undefined;
  why?: string | undefined;
  /** Says yes to this tool for the rest of the branch too; never to repeats. */
  standing?: boolean | undefined;
}

/** What is wrong with an input that the person put in place of what was asked about, or null. */
export type ProblemOfInput = (question: Question, input: Record<string, unknown>) => Promise<string | null>;

export interface KeptAnswer {
  question: Question;
  /** Whether this answer is the one that counts now; false where the same was answered before. */
  isNew: boolean;
}

/**
 * Keeps an answer, under the run's lock: of two pages that answer at once the second finds the first. The same answer
 * given again changes nothing.
 * @throws ForkpointError `no-such-question`, `question-void` (its branch has moved on), `already-answered` (otherwise),
 *   `bad-request` for an input that does not fit
 */
export async function answerQuestion(
  run: RunStore,
  id: string,
  given: GivenAnswer,
  problemOf: ProblemOfInput = async () => null,
): Promise<KeptAnswer> {
  return await run.gate.locked(async ({ record, write }) => {
    const question = record.questions.find(entry => entry.id === id);
    if (!question)
      throw new ForkpointError('no-such-question', { run: (await run.record()).id, question: id });
    const answer = answerFrom(given, question);
    if (question.answer !== null) {
      if (isSameAnswer(question.answer, answer)) return { question, isNew: false };
      throw new ForkpointError('already-answered', { question: id, answer: question.answer.kind });
    }
    if (currentQuestions([question], (await run.rows()).branches).length === 0) {
      throw new ForkpointError('question-void', { question: id, branch: question.branch });
    }
    await refuseUnfit(question, answer, problemOf);
    const answered = { ...question, answer };
    await write(withStandingYes(withQuestion(record, answered), answered, given));
    return { question: answered, isNew: true };
  });
}

/** It would run into an error of the tool, and the yes would be gone. */
async function refuseUnfit(
  question: Question,
  { input }: GateAnswer,
  problemOf: ProblemOfInput,
): Promise<void> {
  const problem = input === null ? null : await problemOf(question, input);
  if (problem === null) return;
  throw new ForkpointError('bad-request', {
    detail: `the input of ${question.name} does not fit: ${problem}`,
  });
}

function answerFrom({ kind, input, why }: GivenAnswer, question: Question): GateAnswer {
  const isChanged =
    kind === 'approve' && input !== undefined && canonicalJson(input) !== canonicalJson(question.input);
  return { kind, input: isChanged ? input : null, why: why ?? null, at: new Date().toISOString() };
}

function isSameAnswer(x: GateAnswer, y: GateAnswer): boolean {
  return x.kind === y.kind && x.why === y.why && canonicalJson(x.input) === canonicalJson(y.input);
}

function withQuestion(record: GateRecord, question: Question): GateRecord {
  const questions = record.questions.map(entry => (entry.id === question.id ? question : entry));
  return { ...record, questions };
}

function withStandingYes(record: GateRecord, question: Question, given: GivenAnswer): GateRecord {
  const { branch, name, scene, answer } = question;
  const isKnown = record.standing.some(entry => entry.branch === branch && entry.tool === name);
  if (given.kind !== 'approve' || given.standing !== true || isKnown || answer === null) return record;
  return { ...record, standing: [...record.standing, { branch, tool: name, scene, at: answer.at }] };
}

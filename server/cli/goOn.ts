import type { AnswerBody, ResumeBody } from '../../shared/api.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { wordsOfProblem } from '../../shared/errorWords.ts';
import { isOpenQuestion } from '../../shared/gate.ts';
import { followBranch } from './followBranch.ts';
import type { Interrupt } from './interrupt.ts';
import { type ExitCode, exitCode, type Output } from './output.ts';
import type { Services } from './services.ts';

/** What commands speak and listen with. */
export interface Speaking {
  services: Services;
  output: Output;
  interrupt: Interrupt;
}

/**
 * `forkpoint resume`: goes on with a branch and follows it until it rests. One that has ended is told of as it ended, so
 * that who resumes until nothing is left to do gets the exit code of the run.
 */
export async function resume(
  run: string,
  branch: string,
  body: ResumeBody,
  speaking: Speaking,
): Promise<ExitCode> {
  const { services } = speaking;
  const since = await (await services.index.source(run)).rows();
  const on = await services.commands.resume(run, branch, body).catch((error: unknown) => {
    if (!isForkpointError(error, 'nothing-to-do')) throw error;
    speaking.output.note(wordsOfProblem(error.toProblem()));
    return run;
  });
  if (on !== run) speaking.output.note(`Run “${run}” can only be read; it was imported as “${on}”.`);
  return await followBranch({ run: on, branch, since: on === run ? since : null }, speaking);
}

/**
 * `forkpoint answer`: answers the open question about a call and follows its branch, where that goes on.
 * @throws ForkpointError `no-such-question`; `bad-request` where two branches ask about one call id
 */
export async function answer(
  run: string,
  call: string,
  { branch, ...body }: AnswerBody & { branch?: string | undefined },
  speaking: Speaking,
): Promise<ExitCode> {
  const { services, output } = speaking;
  const since = await (await services.index.source(run)).rows();
  const asked = since.questions.filter(
    question =>
      isOpenQuestion(question) &&
      question.callId === call &&
      (branch === undefined || question.branch === branch),
  );
  const [question, another] = asked;
  if (!question) throw new ForkpointError('no-such-question', { run, question: call });
  if (another && another.branch !== question.branch) {
    const detail = `${asked.map(entry => entry.branch).join(' and ')} ask about this call; name one with --branch`;
    throw new ForkpointError('bad-request', { detail });
  }
  const started = await services.commands.answer(run, question.id, body);
  if (started) return await followBranch({ run, branch: question.branch, since }, speaking);
  output.note('Answered. The branch waits for another answer.');
  return exitCode.waiting;
}

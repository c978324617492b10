import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerBody } from '../../shared/api.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { isOpenQuestion, type Question } from '../../shared/gate.ts';
import { answerQuestion, type ProblemOfInput } from '../gate/answerQuestion.ts';
import { inputCheck } from '../harness/inputCheck.ts';
import type { Tool } from '../tools/tool.ts';
import type { ActingRun } from './actingRun.ts';
import type { Runner } from './runner.ts';

const REST_WITHIN_MS = 5000;
const LOOK_EVERY_MS = 100;

/**
 * Answers a question at the gate, once, and lets its branch go on when it was the last open one of its scene.
 * @returns whether the branch goes on
 * @param toolsOf the tools of a branch, which know what input they take
 * @throws ForkpointError `no-such-question`, `already-answered`, `question-void`, `bad-request`
 */
export async function answerGate(
  run: Pick<ActingRun, 'id' | 'store'>,
  runner: Pick<Runner, 'start'>,
  id: string,
  body: AnswerBody,
  toolsOf: (branch: string) => Promise<readonly Tool[]>,
): Promise<boolean> {
  const problemOf: ProblemOfInput = async ({ branch, name }, input) => {
    const tool = (await toolsOf(branch)).find(entry => entry.name === name);
    return tool ? inputCheck()(tool, input).problem : null;
  };
  const { question, isNew } = await answerQuestion(run.store, id, body, problemOf);
  const { questions } = await run.store.gate.read();
  const isAbout = ({ branch, scene }: Question) => branch === question.branch && scene === question.scene;
  if (questions.some(other => isAbout(other) && isOpenQuestion(other))) return false;
  // The same answer again, by a double click or from another page: the first one has started the branch.
  if (isNew) await startOnceAtRest(run, runner, question.branch, body.paceMs);
  return true;
}

/** A branch asks before it has come to rest: an answer may be quicker. */
async function startOnceAtRest(
  run: Pick<ActingRun, 'id' | 'store'>,
  runner: Pick<Runner, 'start'>,
  branch: string,
  paceMs: number | undefined,
): Promise<void> {
  for (const deadline = Date.now() + REST_WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
    try {
      return await runner.start(run.id, branch, paceMs === undefined ? {} : { paceMs });
    } catch (error) {
      const isStillAtWork = isForkpointError(error, 'run-busy') || isForkpointError(error, 'branch-locked');
      if (!isStillAtWork || Date.now() > deadline) throw error;
    }
  }
}

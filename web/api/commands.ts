import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AnswerBody, BodyOf, ReplyOf, ResumeBody, StartBody } from '../../shared/api.ts';
import { type Problem, problemFromError } from '../../shared/errors.ts';
import type { FanOutBody } from '../../shared/fanOut.ts';
import type { ForkBody, RewindBody } from '../../shared/plan.ts';
import { callRoute } from './client.ts';
import { queryKeys } from './queryKeys.ts';

/** Starts a run; gives its id. */
export function useStartRun() {
  return useCommand((body: StartBody) => callRoute('startRun', { body }));
}

/** Stops a run, or one branch of it, at a scene that can be resumed. */
export function useStopRun(run: string) {
  return useCommand((body: BodyOf<'stopRun'>) => callRoute('stopRun', { params: { run }, body }));
}

/** Opens a folder or a transcript in place, for reading; gives the id of the run. */
export function useOpenPath() {
  return useCommand(
    (path: string): Promise<ReplyOf<'openPath'>> => callRoute('openPath', { body: { path } }),
  );
}

/** Copies a folder or a transcript into the data folder as a run of ours; gives its id. */
export function useImportPath() {
  return useCommand(
    (path: string): Promise<ReplyOf<'importPath'>> => callRoute('importPath', { body: { path } }),
  );
}

/** Moves a branch's head back; gives the receipt. */
export function useRewind(run: string) {
  return useCommand(({ branch, body }: { branch: string; body: RewindBody }) =>
    callRoute('rewind', { params: { run, branch }, body }),
  );
}

/** Starts a new branch from a scene of `branch`; gives the receipt. */
export function useFork(run: string) {
  return useCommand(({ branch, body }: { branch: string; body: ForkBody }) =>
    callRoute('fork', { params: { run, branch }, body }),
  );
}

/** Forks several branches from a scene of `branch` and lets them run; gives what became of each. */
export function useMakeFanOut(run: string) {
  return useCommand(({ branch, body }: { branch: string; body: FanOutBody }) =>
    callRoute('fanOut', { params: { run, branch }, body }),
  );
}

/** Stops what runs of a fan-out, and lets nothing of it begin any more. */
export function useStopFanOut(run: string) {
  return useCommand((fanOut: string) => callRoute('stopFanOut', { params: { run, fanOut }, body: {} }));
}

/** Lets the branches of a fan-out run that have not begun, or were stopped where nothing has to be decided. */
export function useStartRest(run: string) {
  return useCommand((fanOut: string) => callRoute('startRest', { params: { run, fanOut }, body: {} }));
}

/** Takes back the latest rewind of a branch; gives the receipt. */
export function useUndo(run: string) {
  return useCommand((branch: string) => callRoute('undo', { params: { run, branch }, body: {} }));
}

/** Goes on with a branch that rests, perhaps with words to the model. */
export function useResume(run: string) {
  return useCommand(({ branch, body }: { branch: string; body: ResumeBody }) =>
    callRoute('resume', { params: { run, branch }, body }),
  );
}

/** Answers a question at the gate. `onProblem` is told even where the component that asked is gone by then. */
export function useAnswer(run: string, onProblem: (problem: Problem) => void) {
  return useCommand(
    ({ question, body }: { question: string; body: AnswerBody }) =>
      callRoute('answer', { params: { run, question }, body }),
    error => onProblem(problemFromError(error)),
  );
}

/** Has a run of a scenario die at a label, for a class to see. */
export function useArmCrash(run: string) {
  return useCommand((body: BodyOf<'armCrash'>) => callRoute('armCrash', { params: { run }, body }));
}

/**
 * A mutation after which the list of runs is fetched again; the run itself follows through its events. While one is
 * on its way another is not sent: the second half of a double click comes before the button is drawn disabled.
 */
export function useCommand<I, O>(mutationFn: (input: I) => Promise<O>, onError?: (error: Error) => void) {
  const client = useQueryClient();
  const isOnItsWay = useRef(false);
  const { mutate, ...rest } = useMutation<O, Error, I>({
    mutationFn,
    ...(onError && { onError }),
    onSettled: () => {
      isOnItsWay.current = false;
      return client.invalidateQueries({ queryKey: queryKeys.runs });
    },
  });
  const mutateOnce = (input: I, options: MutateOptions<O, Error, I> = {}) => {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    mutate(input, options);
  };
  return { ...rest, mutate: mutateOnce };
}

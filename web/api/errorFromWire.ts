import { ForkpointError, type Problem } from '../../shared/errors.ts';
import { type CarriedProblem, isErrorCode, wordsOfProblem } from '../../shared/errorWords.ts';

/** The error to throw for a problem that the server answered with. */
export function errorFromWire(problem: CarriedProblem): ForkpointError {
  if (!isErrorCode(problem.code)) return new ForkpointError('internal', { detail: wordsOfProblem(problem) });
  // A known code has the parameters that the sentence of it asks for; one that lacks some is said with gaps, never thrown.
  const { code, params } = problem as Problem;
  return new ForkpointError(code, params);
}

import { ForkpointError, type Problem, problemFromError } from '../../shared/errors.ts';
import { isErrorCode } from '../../shared/errorWords.ts';
import { type WireProblem, wordsOf } from '../i18n/problemWords.ts';

/** The error to throw for a problem that the server answered with. */
export function errorFromWire(problem: WireProblem): ForkpointError {
  if (!isErrorCode(problem.code)) return new ForkpointError('internal', { detail: wordsOf(problem) });
  const { code, params } = problem as Problem;
  return new ForkpointError(code, params);
}

/** What a query or a command failed with, as data. */
export function problemOf(error: unknown): Problem {
  return problemFromError(error);
}

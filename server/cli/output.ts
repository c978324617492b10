import { ForkpointError, type Problem, problemFromError } from '../../shared/errors.ts';
import { wordsOfProblem } from '../../shared/errorWords.ts';
import { toTerminal } from './paint.ts';

/** Exit codes of the command line. 137 is a simulated crash, which ends the process by itself. */
export const exitCode = { done: 0, failed: 1, wrongUsage: 2, waiting: 3 } as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** Where a command speaks: words to people, or JSON to programs with `--json`. */
export interface Output {
  readonly isJson: boolean;
  /** A line for people, with nothing in it that a terminal obeys but its paint; with `--json` it goes to stderr, so that stdout holds JSON alone. */
  say(line: string): void;
  /** A line that is no result: progress, advice. Always to stderr. */
  note(line: string): void;
  /** A JSON value on a line of its own; nothing without `--json`. */
  json(value: unknown): void;
}

/**
 * Painted lines get their colours on a terminal, where nobody asked for none (https://no-color.org).
 * @param isJson whether `--json` was given
 */
export function outputTo(
  streams: {
    stdout: NodeJS.WritableStream & { isTTY?: boolean };
    stderr: NodeJS.WritableStream & { isTTY?: boolean };
    env?: NodeJS.ProcessEnv;
  },
  isJson: boolean,
): Output {
  const write = (stream: typeof streams.stderr, text: string) => {
    const isColoured = stream.isTTY === true && !streams.env?.NO_COLOR;
    const lines = text.split('\n').map(line => toTerminal(line, isColoured));
    stream.write(`${lines.join('\n')}\n`);
  };
  return {
    isJson,
    say: line => write(isJson ? streams.stderr : streams.stdout, line),
    note: line => write(streams.stderr, line),
    json: value => {
      if (isJson) streams.stdout.write(`${JSON.stringify(value)}\n`);
    },
  };
}

/** What the words of a command line itself can be wrong in; the rest are failures. */
const usageCodes: readonly Problem['code'][] = [
  'bad-request',
  'bad-name',
  'bad-address',
  'host-needs-secret',
];

/** Tells of an error and gives its exit code. An error that is not ours keeps its stack, on stderr. */
export function reportError(error: unknown, output: Output): ExitCode {
  const problem = problemFromError(error);
  output.json({ problem });
  output.note(`forkpoint: ${wordsOfProblem(problem)}`);
  if (!(error instanceof ForkpointError) && error instanceof Error) output.note(error.stack ?? '');
  return usageCodes.includes(problem.code) ? exitCode.wrongUsage : exitCode.failed;
}

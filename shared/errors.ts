/**
 * Errors are facts: a code, and parameters that say what and where. Sentences are made at the edge, from a
 * catalogue per language (`errorWords.ts`), so that the page and the command line can word them alike.
 */

/** Every code with the names of its parameters. */
export interface ErrorParams {
  'bad-request': { detail: string };
  'bad-address': { address: string };
  'bad-name': { name: string; detail: string };
  'bad-pattern': { pattern: string; detail: string };
  'bad-json': { where: string; detail: string };
  'bad-shape': { where: string; detail: string };
  'newer-version': { where: string; version: number; known: number };
  'empty-file': { where: string };
  'unreadable-file': { where: string; detail: string };
  'no-such-path': { path: string };
  'no-such-run': { run: string };
  'no-such-branch': { run: string; branch: string };
  'no-such-scene': { run: string; address: string };
  'no-such-scenario': { scenario: string };
  'no-such-route': { path: string };
  'unknown-format': { path: string };
  'name-taken': { name: string };
  'branch-moved': { branch: string; expected: string; found: string };
  /** `subject` is a branch, or the file that is locked. */
  'branch-locked': { subject: string; owner: string };
  'lock-lost': { subject: string };
  'already-saved': { file: string };
  'nothing-to-undo': { branch: string };
  'damaged-scene': { where: string; detail: string };
  /** A scene whose line breaks: what it follows is not here, or does not fit. */
  'no-parent': { where: string; turn: number; point: string };
  /** A scene on no line that no head can go back to. `where`: the file at which its line begins. */
  'orphaned-scene': { address: string; where: string; parent: string };
  'tail-goes-on': { address: string; next: string };
  'missing-head': { branch: string; id: string };
  'read-only': { run: string };
  'run-busy': { run: string };
  'not-running': { run: string };
  /** What a plan was made against is not so any more. */
  'plan-changed': { branch: string };
  /** Of files that a rewind or a fork shall put back. */
  'cannot-restore': { address: string; why: string };
  /** Of the settings of a rewind or a fork. `message` is an index. */
  'thinking-missing': { message: number };
  'thinking-budget': { budgetTokens: number; maxTokens: number };
  'thinking-foreign': { model: string; writer: string };
  'tools-missing': { tool: string; id: string };
  'tool-not-offered': { tool: string };
  'no-such-tool': { tool: string; known: string };
  'no-such-question': { run: string; question: string };
  'already-answered': { question: string; answer: string };
  'question-void': { question: string; branch: string };
  'not-a-scenario': { run: string };
  /** A text that is not the one any more that a change of it began with. */
  'note-changed': { found: string };
  /** An act that was told to die at this step. */
  'simulated-crash': { label: string };
  'nothing-to-do': { branch: string };
  'no-such-fan-out': { run: string; fanOut: string };
  /** The branches of a fan-out never run live. */
  'fan-out-live': Record<string, never>;
  /** A branch of a fan-out that was stopped before it was made. */
  'fan-out-stopped': Record<string, never>;
  'no-price': { model: string };
  'still-running': { run: string; seconds: number };
  'disk-full': { where: string };
  /** Said before anything is written. */
  'no-room': { where: string; neededMegabytes: number; freeMegabytes: number };
  'scene-too-large': { address: string; megabytes: number; limitMegabytes: number };
  'write-failed': { where: string; detail: string };
  'duplicate-call-id': { id: string };
  'no-key': Record<string, never>;
  'wrong-key': { detail: string };
  'unknown-model': { model: string };
  'model-failed': { detail: string };
  'model-stream-cut': { detail: string };
  'scenario-has-no-reply': { scenario: string; turn: number };
  'limit-reached': { limit: string; value: number };
  'foreign-host': { host: string };
  'foreign-origin': { origin: string };
  'no-secret': Record<string, never>;
  'not-json': { contentType: string };
  'host-needs-secret': { host: string };
  'no-free-port': { port: number };
  'too-large': { where: string; limitBytes: number };
  'ui-not-built': { path: string };
  unreachable: { detail: string };
  'bad-line': { where: string; line: number; detail: string };
  'repeated-record': { where: string; line: number; first: number };
  'missing-parent': { where: string; line: number; parent: string };
  'orphan-result': { where: string; line: number; id: string };
  'repeated-result': { where: string; line: number; id: string };
  'no-such-capture': { capture: string };
  'capture-damaged': { digest: string; detail: string };
  /** A capture that a file of the run names and that cannot be used. */
  'lost-capture': { where: string; capture: string; detail: string };
  /** What a file of the run names and the run does not hold: a scene, a move. */
  'names-nothing': { where: string; name: string };
  /** A head whose line does not lead back to the task. */
  'broken-line': { branch: string; id: string };
  'capture-failed': { branch: string; detail: string };
  /** A workspace that is not the folder the run knows. */
  'foreign-root': { expected: string; found: string };
  'bad-workspace': { path: string; detail: string };
  /** Files that cannot be adopted, or go nowhere. `why` is a sentence's end. */
  'cannot-adopt': { side: string; why: string };
  'adoption-changed': Record<string, never>;
  'adoption-unfinished': Record<string, never>;
  'adoption-undone': { at: string };
  /** What the calls of a turn that was cut off did to the files of a branch is not known yet. */
  'cut-off-turn': { branch: string };
  'no-such-adoption': { adoption: string };
  internal: { detail: string };
}

export type ErrorCode = keyof ErrorParams;

/** A problem as it is stored, sent and shown: plain data. */
export type Problem = { [C in ErrorCode]: { code: C; params: ErrorParams[C] } }[ErrorCode];

/** An error of ours: its code and parameters are the whole of it; `message` is for logs only. */
export class ForkpointError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ForkpointError';
  readonly code: C;
  readonly params: ErrorParams[C];

  constructor(code: C, params: ErrorParams[C], options?: { cause?: unknown }) {
    super(`${code} ${JSON.stringify(params)}`, options);
    this.code = code;
    this.params = params;
  }

  /** A problem to be thrown. */
  static from(problem: Problem): ForkpointError {
    return new ForkpointError(problem.code, problem.params);
  }

  toProblem(): Problem {
    // The class ties the two to each other; the compiler does not follow that through its parameter.
    return { code: this.code, params: this.params } as Problem;
  }
}

/** Whether a caught value is an error of ours, with this code where one is given. */
export function isForkpointError<C extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: C,
): error is ForkpointError<C> {
  return error instanceof ForkpointError && (code === undefined || error.code === code);
}

/** Any caught value as plain data; what is not ours becomes `internal` with its message. */
export function problemFromError(error: unknown): Problem {
  if (error instanceof ForkpointError) return error.toProblem();
  const detail = error instanceof Error ? error.message : String(error);
  return { code: 'internal', params: { detail } };
}

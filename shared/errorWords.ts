import type { ErrorCode, Problem } from './errors.ts';

/** English sentences for every error code. `{name}` is replaced by the parameter of that name. */
const english: Record<ErrorCode, string> = {
  'bad-request': 'The request is not valid: {detail}.',
  'bad-address':
    '“{address}” is no address of a scene. Write [branch:]turn[-A|-B][~k], for example main:14-B.',
  'bad-name': '“{name}” cannot be used as a name: {detail}.',
  'bad-json': '{where} is not valid JSON: {detail}.',
  'bad-shape': '{where} does not have the expected shape: {detail}.',
  'newer-version':
    '{where} has version {version}; this Forkpoint reads up to version {known}. Update Forkpoint.',
  'empty-file': '{where} is empty.',
  'unreadable-file': '{where} cannot be read: {detail}.',
  'no-such-path': 'There is nothing at {path}.',
  'no-such-run': 'There is no run “{run}”.',
  'no-such-branch': 'Run “{run}” has no branch “{branch}”.',
  'no-such-scene': 'Run “{run}” has no scene at {address}.',
  'no-such-scenario': 'There is no scenario “{scenario}”.',
  'no-such-route': 'This server has nothing at {path}.',
  'unknown-format': '{path} is neither a folder with checkpoints nor a transcript that Forkpoint knows.',
  'name-taken': 'The name “{name}” is already taken.',
  'branch-moved':
    'Branch “{branch}” has moved: expected its head at {expected}, found {found}. Nothing was written.',
  'branch-locked': 'Branch “{branch}” is being written by {owner}. Stop that run first.',
  'lock-lost': 'Another process took over branch “{branch}”. This one stopped writing.',
  'already-saved': '{file} exists already and was left as it is.',
  'nothing-to-undo': 'Branch “{branch}” has no rewind to undo.',
  'damaged-scene': '{where} is damaged: {detail}.',
  'no-parent':
    'Turn {turn}-{point} has no parent: what {where} follows is not here. It is shown apart, and never resumed by itself.',
  'missing-head':
    'Branch “{branch}” should go on from the scene {id}, which is missing or cannot be read. Choose a scene to go on from.',
  'read-only': 'Run “{run}” is open for reading only.',
  'run-busy': 'Run “{run}” is already running.',
  'not-running': 'Run “{run}” is not running.',
  'needs-resume':
    'Branch “{branch}” was interrupted: {calls} call(s) of its last reply have no result. It has to be resumed first.',
  'nothing-to-do': 'Branch “{branch}” has ended. Give it a message to go on with.',
  'mode-not-runnable': 'Branch “{branch}” is set to “{mode}”; only “live” branches can be run so far.',
  'no-price': 'A limit on cost needs to know what “{model}” costs, and no price is set for it.',
  'still-running':
    'Run “{run}” was asked to stop and has not done so within {seconds} s. It will, once its process notices.',
  'disk-full': 'The disk is full: {where} could not be written. Nothing was lost; free some space and go on.',
  'write-failed': '{where} could not be written: {detail}.',
  'duplicate-call-id': 'Two calls of this reply share the id {id}. None of them was run.',
  'no-key': 'No API key: set ANTHROPIC_API_KEY, or start a scenario, which needs none.',
  'wrong-key': 'The API refused the key: {detail}.',
  'unknown-model': 'The API does not know the model “{model}”.',
  'model-failed': 'The model’s API answered with an error: {detail}.',
  'model-stream-cut': 'The model’s reply was cut off: {detail}. The unfinished words were withdrawn.',
  'scenario-has-no-reply': 'Scenario “{scenario}” has no reply for turn {turn}.',
  'limit-reached': 'The run reached its limit of {value} {limit}.',
  'foreign-host': 'Host “{host}” is not served here.',
  'foreign-origin': 'Requests from {origin} are refused.',
  'no-secret': 'The secret is missing or wrong. Open the address that Forkpoint printed when it started.',
  'not-json': 'Requests that change something must be application/json, not “{contentType}”.',
  'host-needs-secret': 'Listening on {host} needs a secret of your own: set FORKPOINT_SECRET.',
  'no-free-port': 'No free port at or after {port}.',
  'too-large': '{where} is larger than {limitBytes} bytes.',
  'ui-not-built': 'The page is not built: {path} is missing. Run npm run build.',
  unreachable: 'Forkpoint’s server does not answer: {detail}. Is it still running?',
  'bad-line': '{where}, line {line}: {detail}.',
  'repeated-record':
    '{where}, line {line}: this record stands at line {first} already; the first one counts.',
  'missing-parent':
    '{where}, line {line}: its parent {parent} is not in the file. It is shown after the record before it.',
  'orphan-result': '{where}, line {line}: a result for call {id}, which is not in the file.',
  'repeated-result': '{where}, line {line}: call {id} has a result already; the first one counts.',
  internal: 'Something went wrong inside Forkpoint: {detail}.',
};

/** A problem as an English sentence, for the page and the command line. */
export function wordsOfProblem(problem: Problem): string {
  const params = problem.params as Record<string, string | number>;
  return english[problem.code].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** Whether a code that came over the wire or lies in a file is one that this version can word. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(english, code);
}

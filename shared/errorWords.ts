import type { ErrorCode } from './errors.ts';

/** English sentences for every error code. `{name}` is replaced by the parameter of that name. */
const english: Record<ErrorCode, string> = {
  'bad-request': 'That cannot be done as it was asked: {detail}.',
  'bad-address':
    '“{address}” is no address of a scene. Write [branch:]turn[-A|-B][~k], for example main:14-B.',
  'bad-name': '“{name}” cannot be used as a name: {detail}.',
  'bad-pattern':
    '“{pattern}” is no regular expression that can be used here: {detail}. Lookahead and back-references are not known.',
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
  'branch-locked': '“{subject}” is being written by {owner}. Wait for it, or stop that run first.',
  'lock-lost': 'Another process took over “{subject}”. This one stopped writing.',
  'already-saved': '{file} exists already and was left as it is.',
  'nothing-to-undo': 'Branch “{branch}” has no rewind to undo.',
  'damaged-scene': '{where} is damaged: {detail}.',
  'no-parent':
    'Turn {turn}-{point} has no parent: what {where} follows is not here. It is shown apart, and never resumed by itself.',
  'orphaned-scene':
    'No branch can go back to {address}: {where} follows {parent}, which is not here. Fork from it instead: its messages are whole.',
  'tail-goes-on':
    'No branch can go back to {address} yet: {next} follows it and was never left behind. Go to the end of that line first, or fork.',
  'missing-head':
    'Branch “{branch}” should go on from the scene {id}, which is missing or cannot be read. Choose a scene to go on from.',
  'read-only': 'Run “{run}” is open for reading only.',
  'run-busy': 'Run “{run}” is already running.',
  'not-running': 'Run “{run}” is not running.',
  'plan-changed':
    'Branch “{branch}” or its files changed since the plan was made. Nothing was written; look at it again.',
  'cannot-restore': 'The files of {address} cannot be put back: {why}. Choose the conversation alone.',
  'thinking-missing':
    'Thinking cannot be switched on here: the model is inside a tool loop that it began without thinking (message {message}), and the API refuses that.',
  'thinking-budget':
    'The thinking budget of {budgetTokens} tokens is not below the {maxTokens} tokens that a reply may have, and the API refuses that.',
  'thinking-foreign':
    'The open tool loop holds thinking that was signed for {writer}; the API may refuse it from {model}.',
  'tools-missing':
    'Tools cannot all be left out here: the history calls “{tool}” ({id}), and the API refuses calls without a list of tools.',
  'tool-not-offered': 'The history calls “{tool}”, which would not be offered any more.',
  'no-such-tool': 'This run has no tool “{tool}”. It has: {known}.',
  'no-such-question': 'Run “{run}” asks no question “{question}”.',
  'already-answered': 'This question was answered already: {answer}. The first answer counts.',
  'question-void': 'Branch “{branch}” has moved on since this was asked. Nothing runs because of it.',
  'simulated-crash':
    'The run died at “{label}”, as it was told to. What it had begun is finished when it goes on.',
  'note-changed': 'This note was changed elsewhere meanwhile. Nothing was written. It now says: {found}',
  'not-a-scenario': 'Run “{run}” plays no scenario: only such a run can be made to crash.',
  'nothing-to-do': 'Branch “{branch}” has ended. Give it a message to go on with.',
  'no-such-fan-out': 'Run “{run}” has no fan-out “{fanOut}”.',
  'fan-out-live':
    'The branches of a fan-out do not run live: each would do in the world what the others do. Let them ask, or run dry.',
  'fan-out-stopped': 'The fan-out was stopped before this branch was made.',
  'no-price': 'A limit on cost needs to know what “{model}” costs, and no price is set for it.',
  'still-running':
    'Run “{run}” was asked to stop and has not done so within {seconds} s. It will, once its process notices.',
  'disk-full': 'The disk is full: {where} could not be written. Nothing was lost; free some space and go on.',
  'no-room':
    'A copy needs about {neededMegabytes} MB in {where}, and {freeMegabytes} MB are free there. Each of its checkpoints holds all messages before it. Nothing was written.',
  'scene-too-large':
    'The long texts and images before the turn of {address} are about {megabytes} MB, more than the {limitMegabytes} MB that a request to a model may have. They are not put together here: look at them turn by turn.',
  'write-failed': '{where} could not be written: {detail}.',
  'duplicate-call-id':
    'Two calls of this reply share the id {id}. None of them was run. Go back to the turn before it, or fork from there.',
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
  'no-such-capture': 'There is no capture of the files “{capture}” in this run.',
  'capture-damaged':
    'The files cannot be put back: bytes that were kept for them cannot be used, {detail} ({digest}). Nothing was touched.',
  'lost-capture': '{where} names the files {capture}, which cannot be put back: {detail}.',
  'names-nothing': '{where} names {name}, which is not in this run.',
  'broken-line':
    'The line of branch “{branch}” to its head {id} does not lead back to the task: a scene on it is missing.',
  'capture-failed':
    'The files of branch “{branch}” as they are now could not be saved first ({detail}), so nothing was put back.',
  'foreign-root':
    'The workspace is not the one this run knows: expected {expected}, found {found}. Its files were left as they are.',
  'bad-workspace': '{path} cannot be a workspace: {detail}.',
  'cannot-adopt': 'The files of {side} cannot be adopted: {why}.',
  'adoption-changed':
    'The files changed since you looked at what would happen. Nothing was written; look at it again.',
  'adoption-unfinished':
    'Files were being put in place here when that was cut short. Finish it first; nothing else was written.',
  'adoption-undone': 'This adoption was undone already, at {at}.',
  'cut-off-turn':
    'A turn of “{branch}” was cut off while it worked on the files there. Resume or rewind that branch first.',
  'no-such-adoption': 'Nothing was adopted here under “{adoption}”.',
  internal: 'Something went wrong inside Forkpoint: {detail}.',
};

/** A problem as rows, replies and files carry it: its code may come from a newer version. */
export interface CarriedProblem {
  code: string;
  params: Record<string, unknown>;
}

const unknownCode = 'Problem “{code}”, which this version of Forkpoint does not know.';

/** A problem as an English sentence, for the server and the command line. An unknown one is named by its code. */
export function wordsOfProblem(problem: CarriedProblem): string {
  const { sentence, params } = sentenceOfProblem(problem);
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** The English sentence of a problem before its `{names}` are replaced, for whoever says it in another language. */
export function sentenceOfProblem({ code, params }: CarriedProblem): {
  sentence: string;
  params: Record<string, unknown>;
} {
  return isErrorCode(code)
    ? { sentence: english[code], params }
    : { sentence: unknownCode, params: { code } };
}

/** Whether a code that came over the wire or lies in a file is one that this version can word. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(english, code);
}

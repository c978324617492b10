import { wordsOfProblem } from '../../shared/errorWords.ts';
import { firstWords } from '../../shared/message.ts';
import type { BranchRow, CallRow, SceneRow } from '../../shared/rows.ts';
import { visibleText } from './visibleText.ts';

const WORDS_SHOWN = 90;
const DETAIL_SHOWN = 60;

/** A finished turn for the terminal: its number and first words, then each call with its mark. */
export function linesOfTurn(scene: SceneRow): string[] {
  const number = String(scene.turn).padStart(3);
  const words = firstWords(visibleText(scene.words), WORDS_SHOWN);
  return [`${number}  ${words}`, ...scene.calls.map(call => `       ${lineOfCall(call)}`)];
}

function lineOfCall(call: CallRow): string {
  const marks = { answered: '✓', error: '✗', dangling: '…' };
  const result = call.state === 'error' && call.result !== null ? `: ${visibleText(call.result)}` : '';
  const detail = firstWords(visibleText(call.detail), DETAIL_SHOWN);
  return `${marks[call.state]} ${visibleText(call.name)} ${detail}${result}`.trimEnd();
}

const stateWords: Record<BranchRow['state'], string> = {
  running: 'is running',
  waiting: 'waits for an answer',
  done: 'is done',
  stopped: 'was stopped; it can go on from here',
  failed: 'failed',
  refused: 'ended: the model refused',
  'context-full': 'ended: the context window is full',
  invalid: 'ended: the reply was invalid',
  limit: 'reached its limit',
  interrupted: 'was interrupted',
};

/** How a branch came to rest, in one sentence. */
export function lineOfRest(run: string, branch: BranchRow, turns: number, tokens: number): string {
  const why = branch.problem === null ? '' : ` ${wordsOfProblem(branch.problem)}`;
  const size = `${turns} turns, ${tokens.toLocaleString('en')} tokens`;
  return `Run “${run}” ${stateWords[branch.state]} (${size}).${why}`;
}

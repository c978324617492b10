import type { Remark, RemarkRule } from '../../shared/lookHere/remark.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatTokenCount } from '../i18n/format.ts';
import { type WordKey, words } from '../i18n/words.ts';

const text = ({ params }: Remark, name: string): string => visibleText(String(params[name] ?? ''));
const count = ({ params }: Remark): number => Number(params.count ?? 0);

const sentences: Record<RemarkRule, (remark: Remark) => string> = {
  'same-failure': remark =>
    words('lookHere.sameFailure', {
      tool: text(remark, 'tool'),
      detail: text(remark, 'detail'),
      count: count(remark),
    }),
  'error-streak': remark => words('lookHere.errorStreak', { count: count(remark) }),
  'to-and-fro': remark => words('lookHere.toAndFro', { file: text(remark, 'file'), count: count(remark) }),
  'went-red': remark =>
    words('lookHere.wentRed', { check: text(remark, 'check'), green: text(remark, 'green') }),
  'never-green': remark =>
    words('lookHere.neverGreen', { check: text(remark, 'check'), count: count(remark) }),
  'edit-beside': remark =>
    words('lookHere.editBeside', {
      file: text(remark, 'file'),
      red: text(remark, 'red'),
      again: text(remark, 'again'),
    }),
  'claim-while-red': remark =>
    words('lookHere.claimWhileRed', { said: text(remark, 'said'), red: text(remark, 'red') }),
  'context-jump': remark =>
    words('lookHere.contextJump', {
      tokens: formatTokenCount(Number(remark.params.tokens ?? 0)),
      tool: text(remark, 'tool'),
      detail: text(remark, 'detail'),
    }),
  'effect-after-error': remark =>
    words('lookHere.effectAfterError', {
      tool: text(remark, 'tool'),
      failed: text(remark, 'failed'),
      turn: text(remark, 'turn'),
      detail: text(remark, 'detail'),
    }),
};

const reasons: Record<RemarkRule, WordKey & `lookHere.${string}Why`> = {
  'same-failure': 'lookHere.sameFailureWhy',
  'error-streak': 'lookHere.errorStreakWhy',
  'to-and-fro': 'lookHere.toAndFroWhy',
  'went-red': 'lookHere.wentRedWhy',
  'never-green': 'lookHere.neverGreenWhy',
  'edit-beside': 'lookHere.editBesideWhy',
  'claim-while-red': 'lookHere.claimWhileRedWhy',
  'context-jump': 'lookHere.contextJumpWhy',
  'effect-after-error': 'lookHere.effectAfterErrorWhy',
};

/** What can be seen at the turns of a remark. */
export function wordsOfRemark(remark: Remark): string {
  return sentences[remark.rule](remark);
}

/** What its rule looks for. */
export function wordsOfRule(rule: RemarkRule): string {
  return words(reasons[rule]);
}

/** What a remark is about, the same for as long as it says the same: for remembering that it was dismissed. */
export function keyOfRemark({ rule, turns, params }: Remark): string {
  return [rule, turns[0], params.file, params.detail, params.check]
    .filter(part => part !== undefined)
    .join(' ');
}

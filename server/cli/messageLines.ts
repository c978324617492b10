import type { MessageChange } from '../../shared/diff/messagesDiff.ts';
import { isRepairable } from '../../shared/findProblems.ts';
import type { LegalityProblem } from '../../shared/legality.ts';
import type { Plan } from '../../shared/plan.ts';
import { lineOfBlock } from './blockLine.ts';
import { wordsOfLegality } from './legalityWords.ts';
import { paint } from './paint.ts';
import { counted, more } from './textLayout.ts';

const PROBLEMS_SHOWN = 10;
const CHANGES_SHOWN = 20;
const BLOCKS_SHOWN = 8;

/** What a plan would send: how much of it is stored like that, what is new in it, and whether the API takes it. */
export function linesOfMessages({ messages, pending }: Plan): string[] {
  const { changes, problems } = messages;
  return [
    `  messages  ${countsOf(messages)}`,
    ...changes.slice(0, CHANGES_SHOWN).flatMap(change => linesOfChange(change)),
    ...more(changes.length - CHANGES_SHOWN, 'change', '    '),
    ...(pending.length === 0
      ? []
      : [paint.dim(`    the results of ${counted(pending.length, 'open call')} come first, unknown yet`)]),
    ...linesOfProblems(problems),
    ...linesOfRepair(messages),
  ];
}

function countsOf({ count, changes, repairCount, problems }: Plan['messages']): string {
  const isNew = changes.filter(change => change.kind === 'added').length;
  const edited = changes.length - isNew;
  const parts = [
    ...(isNew > 0 ? [`${isNew} new`] : []),
    ...(edited > 0 ? [`${edited} edited`] : []),
    ...(repairCount > 0 ? [`${repairCount} repaired`] : []),
    isNew + edited + repairCount === 0 ? 'all as stored' : 'the rest as stored',
  ];
  return `${count.toLocaleString('en')} will be sent: ${parts.join(', ')}; ${verdictOn(problems)}`;
}

function verdictOn(problems: readonly LegalityProblem[]): string {
  if (problems.length === 0) return paint.green('the API takes them');
  const isError = problems.some(problem => problem.severity === 'error');
  if (!isError) return paint.yellow('the API should take them, with warnings');
  return problems.some(problem => problem.severity === 'error' && !isRepairable(problem))
    ? paint.red('the API would refuse them')
    : paint.yellow('the API takes the repaired copy');
}

function linesOfProblems(problems: readonly LegalityProblem[]): string[] {
  return [
    ...problems.slice(0, PROBLEMS_SHOWN).map(({ severity, messageIndex, code }) => {
      const line = `    message ${messageIndex}: ${wordsOfLegality(code)}`;
      return severity === 'error' ? paint.red(line) : paint.yellow(`${line} (warning)`);
    }),
    ...more(problems.length - PROBLEMS_SHOWN, 'problem', '    '),
  ];
}

/** The repair as a diff: what is stored on the left, what is sent on the right. */
function linesOfRepair({ repair, repairCount, isRepaired }: Plan['messages']): string[] {
  if (!isRepaired) return [];
  const shown = repair.slice(0, CHANGES_SHOWN);
  return [
    '  repair    what is stored stays; the copy that is sent differs:',
    ...shown.flatMap(linesOfChange),
    ...more(repairCount - shown.length, 'message', '    '),
  ];
}

const kindWords: Record<MessageChange['kind'], string> = {
  added: 'is added',
  removed: 'is left out',
  changed: 'is changed',
  'moved-away': 'moves away',
  'moved-here': 'moves here',
  same: 'stays',
};

function linesOfChange({ kind, leftIndex, rightIndex, role, blocks }: MessageChange): string[] {
  const lines = blocks.flatMap(({ left, right }) => [
    ...(left ? [paint.red(`      - ${lineOfBlock(left)}`)] : []),
    ...(right ? [paint.green(`      + ${lineOfBlock(right)}`)] : []),
  ]);
  return [
    `    ${rightIndex === null ? `stored message ${leftIndex}` : `message ${rightIndex}`} (${role}) ${kindWords[kind]}`,
    ...lines.slice(0, BLOCKS_SHOWN),
    ...more(lines.length - BLOCKS_SHOWN, 'line', '      '),
  ];
}

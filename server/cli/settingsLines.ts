import { wordsOfProblem } from '../../shared/errorWords.ts';
import { firstWords } from '../../shared/message.ts';
import type { Plan, PlannedSettings, PreflightNote } from '../../shared/plan.ts';
import { paint } from './paint.ts';
import { counted } from './textLayout.ts';
import { visibleText } from './visibleText.ts';

const PROMPT_SHOWN = 80;
const TOOLS_NAMED = 6;

/** What the next requests are made with. */
export function linesOfSettings({ settings }: Plan): string[] {
  const { model, maxTokens, system } = settings;
  const parts = [
    visibleText(model ?? 'the usual model'),
    thinkingWords(settings),
    `up to ${counted(maxTokens, 'token')} a reply`,
    toolWords(settings),
  ];
  const prompt =
    system === null ? [] : [`            system: ${visibleText(firstWords(system, PROMPT_SHOWN))}`];
  return [`  asked     ${parts.join(', ')}`, ...prompt];
}

function thinkingWords({ thinking }: PlannedSettings): string {
  if (thinking === undefined) return 'thinking as usual';
  if (thinking === null) return 'thinking off';
  return thinking === 'adaptive'
    ? 'thinking as it sees fit'
    : `thinking within ${counted(thinking.budgetTokens, 'token')}`;
}

function toolWords({ tools }: PlannedSettings): string {
  if (tools.length === 0) return 'no tools';
  if (tools.length > TOOLS_NAMED) return counted(tools.length, 'tool');
  return `${counted(tools.length, 'tool')} (${visibleText(tools.join(', '))})`;
}

/** What settings and history make of each other, and where it would go well. */
export function linesOfPreflight({ action, preflight }: Plan): string[] {
  return preflight.flatMap(note => {
    const words = visibleText(wordsOfProblem(note.problem));
    const line =
      note.severity === 'error' ? paint.red(`  refused   ${words}`) : paint.yellow(`  warning   ${words}`);
    return [line, ...offerOf(note, action === 'fork' ? '--from' : '--to')];
  });
}

function offerOf({ earlier }: PreflightNote, option: string): string[] {
  if (earlier === null) return [];
  const say = earlier.say === null ? '' : ` --say “${visibleText(firstWords(earlier.say, PROMPT_SHOWN))}”`;
  return [`            one user turn earlier it goes well: ${option} ${earlier.address}${say}`];
}

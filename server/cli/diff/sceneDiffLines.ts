import { isEmptySettingsDiff } from '../../../shared/diff/diffSettings.ts';
import { isEmptyDiff, type MessageDiff } from '../../../shared/diff/messagesDiff.ts';
import type { PassedOver, SceneDiff, SideCounts } from '../../../shared/diff/sceneDiff.ts';
import { blocksOf, type Message } from '../../../shared/message.ts';
import { lineOfBlock } from '../blockLine.ts';
import { paint } from '../paint.ts';
import { counted } from '../textLayout.ts';
import { visibleText } from '../visibleText.ts';
import { linesOfBlock, linesOfBlockDiff } from './blockDiffLines.ts';
import { linesOfSettingsDiff } from './settingsDiffLines.ts';

/** How a diff is written for people. */
export interface DiffWriting {
  ignoreSpace: boolean;
  onlyChanges: boolean;
}

const CONTEXT = 2;

/** A diff of two scenes: what they are and hold, their request settings, and message by message what differs. */
export function linesOfSceneDiff(scenes: SceneDiff, { ignoreSpace, onlyChanges }: DiffWriting): string[] {
  const { diff, settings } = scenes;
  if (isEmptyDiff(diff) && isEmptySettingsDiff(settings)) return [noDifference(scenes.passedOver)];
  const options = { indent: '  ', context: onlyChanges ? 0 : CONTEXT, ignoreSpace };
  return [
    ...linesOfHead(scenes),
    ...linesOfSettingsDiff(settings, options),
    ...diff.entries.flatMap(entry => linesOfEntry(entry, options)),
  ];
}

const passedOverWords: Record<PassedOver, string> = {
  'cache-marks': 'cache marks',
  form: 'the form in which the same is written',
  'white-space': 'white space',
};

function noDifference(passedOver: readonly PassedOver[]): string {
  if (passedOver.length === 0) return 'No difference.';
  return `No difference but for ${passedOver.map(what => passedOverWords[what]).join(' and ')}.`;
}

function linesOfHead({ runs, addresses, counts, diff: { summary } }: SceneDiff): string[] {
  const place = (side: 'left' | 'right') =>
    runs.left === runs.right ? addresses[side] : `${runs[side]}/${addresses[side]}`;
  const parts = [
    paint.green(`${summary.added} added`),
    paint.red(`${summary.removed} removed`),
    `${summary.changed} changed`,
    ...(summary.moved > 0 ? [paint.yellow(`${summary.moved} moved`)] : []),
    `${summary.same.toLocaleString('en')} the same`,
  ];
  const side = (name: keyof SideCounts) => `${name} ${fromTo(counts.left[name], counts.right[name])}`;
  return [
    paint.bold(visibleText(`${place('left')} → ${place('right')}`)),
    `${side('messages')}   ${side('tokens')}   ${side('calls')}`,
    parts.join(', '),
  ];
}

/** `29 → 41 (+12)`. */
function fromTo(left: number, right: number): string {
  const written = (count: number) => count.toLocaleString('en');
  if (left === right) return written(left);
  const sign = right > left ? '+' : '−';
  return `${written(left)} → ${written(right)} (${sign}${written(Math.abs(right - left))})`;
}

type EntryOptions = Parameters<typeof linesOfBlockDiff>[1];

function linesOfEntry(entry: MessageDiff, options: EntryOptions): string[] {
  const { kind, count, leftIndex, rightIndex, left, right, blocks } = entry;
  if (kind === 'same')
    return options.context === 0 ? [] : [paint.dim(`  ${counted(count, 'message')} the same`)];
  const message = right ?? left;
  if (!message) return [];
  const head = `@ ${leftIndex ?? '–'} ${rightIndex ?? '–'}  ${message.role}`;
  switch (kind) {
    case 'added':
      return [paint.bold(head), ...wholeMessage('+', message, options.indent)];
    case 'removed':
      return [paint.bold(head), ...wholeMessage('-', message, options.indent)];
    case 'moved-away':
      return [paint.bold(`${head}, moved to ${rightIndex}`), ...inShort('<', message)];
    case 'moved-here':
      return [paint.bold(`${head}, moved from ${leftIndex}`), ...inShort('>', message)];
    case 'changed': {
      const lines = blocks.flatMap(block => linesOfBlockDiff(block, options));
      const isSame = blocks.every(block => block.kind === 'same');
      return [paint.bold(head), ...lines, ...(isSame ? ['  ~ other fields of the message'] : [])];
    }
  }
}

function wholeMessage(sign: '+' | '-', message: Message, indent: string): string[] {
  return blocksOf(message).flatMap(block => linesOfBlock(sign, block, indent));
}

function inShort(sign: '<' | '>', message: Message): string[] {
  return blocksOf(message).map(block => paint.yellow(`  ${sign} ${lineOfBlock(block)}`));
}

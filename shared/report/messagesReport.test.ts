import { expect, test } from 'vitest';
import { diffMessages } from '../diff/diffMessages.ts';
import { digestMessages } from '../diff/digestMessages.ts';
import type { Messages } from '../message.ts';
import { messageBlocks, settingBlocks } from './messagesReport.ts';
import type { ReportBlock } from './report.ts';

const said = (text: string) => ({ role: 'user' as const, content: text });
const replied = (text: string) => ({ role: 'assistant' as const, content: text });

/** Blocks as lines of text: headings, then `+` and `-` lines with marked words in brackets. */
function linesOf(blocks: readonly ReportBlock[]): string[] {
  const signs = { same: ' ', added: '+', removed: '-' };
  return blocks.flatMap(block => {
    if (block.kind === 'lines') {
      return block.lines.map(
        ({ kind, parts }) =>
          `${signs[kind]}${parts.map(({ isMarked, text }) => (isMarked ? `[${text}]` : text)).join('')}`,
      );
    }
    return 'text' in block ? [block.text] : [];
  });
}
const reportOf = (left: Messages, right: Messages) =>
  linesOf(messageBlocks(diffMessages(digestMessages(left), digestMessages(right))));

test('what is the same is counted and not given away', () => {
  const shared = Array.from({ length: 6 }, (_, index) => [
    said(`secret plan ${index}`),
    replied(`yes ${index}`),
  ]).flat();
  const lines = reportOf(
    [...shared, said('go on with a queue')],
    [...shared, said('go on with two services')],
  );
  expect(lines.join('\n')).not.toContain('secret plan');
  expect(lines).toContain('12 messages the same');
});

test('a changed message is told line by line, words marked', () => {
  const lines = reportOf(
    [said('round the total once\nthen test')],
    [said('round the total twice\nthen test')],
  );
  expect(lines).toEqual(
    expect.arrayContaining(['-round the total [once]', '+round the total [twice]', ' then test']),
  );
});

test('what one side has alone stands in whole, a long text as it begins', () => {
  const long = Array.from({ length: 1000 }, (_, line) => `line ${line}`).join('\n');
  const lines = reportOf([said('a')], [said('a'), replied(long)]);
  expect(lines).toContain('+line 0');
  expect(lines).not.toContain('+line 900');
  expect(lines.at(-1)).toMatch(/^[\d,]+ characters are left out\.$/);
});

test('settings that differ, and nothing where a side does not know its own', () => {
  const diff = {
    known: { left: true, right: true },
    settings: [{ name: 'model', kind: 'changed' as const, left: 'one', right: 'two' }],
    tools: [{ name: 'grep', kind: 'added' as const, left: null, right: { name: 'grep' } }],
    same: { settings: 2, tools: 3 },
  };
  expect(linesOf(settingBlocks(diff))).toEqual([
    'model · changed',
    '-one',
    '+two',
    'tool grep · added',
    '-',
    '+{',
    '+  "name": "grep"',
    '+}',
  ]);
  expect(settingBlocks({ ...diff, known: { left: false, right: true } })).toEqual([]);
});

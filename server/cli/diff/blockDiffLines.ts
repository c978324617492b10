import { readableJson, textOfBlock } from '../../../shared/blockText.ts';
import type { BlockDiff } from '../../../shared/diff/messagesDiff.ts';
import { type Block, isToolResult, isToolUse, textOfResult } from '../../../shared/message.ts';
import { isRecord } from '../../../shared/schema.ts';
import { lineOfBlock } from '../blockLine.ts';
import { paint } from '../paint.ts';
import { visibleText } from '../visibleText.ts';
import { linesOfJson } from './jsonDiffLines.ts';
import { type DrawOptions, linesOfText, linesOfTexts } from './textDiffLines.ts';

const INPUT_ON_LINE = 160;

/** A block of a changed message. */
export function linesOfBlockDiff(
  { kind, left, right, leftIndex, rightIndex }: BlockDiff,
  options: DrawOptions,
): string[] {
  const { indent } = options;
  if (left && right && kind === 'changed') return linesOfChanged(left, right, options);
  const block = right ?? left;
  if (!block) return [];
  const line = lineOfBlock(block);
  switch (kind) {
    case 'same':
      return options.context === 0 ? [] : [paint.dim(`${indent}  ${line}`)];
    case 'moved-away':
      return [paint.yellow(`${indent}< ${line} (moved to block ${rightIndex})`)];
    case 'moved-here':
      return [paint.yellow(`${indent}> ${line} (moved from block ${leftIndex})`)];
    default:
      return linesOfBlock(kind === 'added' ? '+' : '-', block, indent);
  }
}

/** A block that one side has alone. */
export function linesOfBlock(sign: '+' | '-', block: Block, indent: string): string[] {
  return linesOfText(sign, wordsOf(block), indent);
}

function linesOfChanged(left: Block, right: Block, options: DrawOptions): string[] {
  const inside = { ...options, indent: `${options.indent}  ` };
  const lines =
    isToolUse(left) && isToolUse(right)
      ? linesOfCall(left, right, inside)
      : linesOfContent(left, right, inside);
  const details = lines.length > 0 ? lines : linesOfJson(bare(left), bare(right), inside);
  return [`${options.indent}~ ${headOf(right)}`, ...details];
}

function linesOfCall(
  left: { id: string; name: string; input: unknown },
  right: { id: string; name: string; input: unknown },
  options: DrawOptions,
): string[] {
  const named = ({ id, name }: typeof left) => ({ name, id });
  return [
    ...linesOfJson(named(left), named(right), { ...options, context: 0 }),
    ...linesOfJson(left.input, right.input, options),
  ];
}

/** What two blocks say: JSON by its structure, else by lines. */
function linesOfContent(left: Block, right: Block, options: DrawOptions): string[] {
  const [before, after] = [textOfBlock(left), textOfBlock(right)];
  const [leftJson, rightJson] = [jsonIn(before), jsonIn(after)];
  if (isToolResult(left) && isToolResult(right)) {
    const ended =
      left.is_error === right.is_error ? [] : [`${options.indent}~ ${endOf(left)} → ${endOf(right)}`];
    const said =
      leftJson && rightJson
        ? linesOfJson(leftJson, rightJson, options)
        : linesOfTexts(before, after, options);
    return [...ended, ...said];
  }
  return linesOfTexts(before, after, options);
}

/** An object or an array that a text is, or null. */
function jsonIn(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) || isRecord(value) ? value : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}

function bare({ cache_control: _mark, ...rest }: Block): Record<string, unknown> {
  return rest;
}

const endOf = ({ is_error }: { is_error?: boolean }) => (is_error ? 'an error' : 'no error');

function headOf(block: Block): string {
  if (isToolUse(block)) return `call ${visibleText(block.id)}: ${visibleText(block.name)}`;
  if (isToolResult(block)) return `result of ${visibleText(block.tool_use_id)}`;
  return visibleText(block.type);
}

function wordsOf(block: Block): string {
  if (isToolUse(block)) return `→ ${block.name} ${inputOf(block)}`;
  if (isToolResult(block)) return `${block.is_error ? '✗' : '✓'} ${textOfResult(block)}`;
  return block.type === 'thinking' ? `(thinking) ${textOfBlock(block)}` : textOfBlock(block);
}

/** A short input on the line of its call, a long one as it is best read. */
function inputOf({ input }: { input: unknown }): string {
  const text = JSON.stringify(input) ?? '';
  return text.length <= INPUT_ON_LINE ? text : readableJson(input);
}

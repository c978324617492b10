import { readableJson, textOfBlock } from '../blockText.ts';
import { diffHunks } from '../diff/foldHunks.ts';
import type { BlockDiff, MessageDiff, MessagesDiff } from '../diff/messagesDiff.ts';
import type { SettingsDiff } from '../diff/settingsDiff.ts';
import { type Block, blocksOf, isText, isThinking, isToolResult, isToolUse } from '../message.ts';
import { countOf } from '../plainNumbers.ts';
import type { ReportBlock } from './report.ts';
import { changeBlocks, wholeBlocks } from './textBlocks.ts';

/** What differs between two arrays of messages. What is the same is counted and not told: nobody chose to give it away. */
export function messageBlocks({ entries, summary }: MessagesDiff): ReportBlock[] {
  const { same, added, removed, changed, moved } = summary;
  const counts = `${same} the same, ${added} added, ${removed} removed, ${changed} changed, ${moved} moved`;
  const hunks = diffHunks(entries).flatMap((hunk): ReportBlock[] =>
    hunk.kind === 'same'
      ? [{ kind: 'text', text: `${countOf(hunk.count, 'message', 'messages')} the same`, tone: 'dim' }]
      : hunk.entries.flatMap(entryBlocks),
  );
  return [{ kind: 'text', text: `Messages: ${counts}.` }, ...hunks];
}

const kindWords = {
  same: 'the same',
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  'moved-away': 'moved away',
  'moved-here': 'moved here',
} as const;

function entryBlocks({ kind, leftIndex, rightIndex, left, right, blocks }: MessageDiff): ReportBlock[] {
  const role = (right ?? left)?.role ?? 'message';
  const place = kind === 'removed' || kind === 'moved-away' ? leftIndex : rightIndex;
  const other = kind === 'moved-away' ? rightIndex : leftIndex;
  const movedText = kind.startsWith('moved') && other !== null ? ` (the other place is ${other})` : '';
  const text = `${place ?? '?'} · ${role} · ${kindWords[kind]}${movedText}`;
  const heading: ReportBlock = { kind: 'heading', level: 3, text };
  if (kind === 'changed') return [heading, ...blocks.flatMap(changedBlock)];
  if (kind.startsWith('moved')) return [heading];
  const sign = kind === 'removed' ? 'removed' : 'added';
  const present = right ?? left;
  return [heading, ...(present === null ? [] : blocksOf(present).flatMap(block => oneSided(block, sign)))];
}

function changedBlock({ kind, left, right }: BlockDiff): ReportBlock[] {
  if (kind === 'same') return [];
  if (kind === 'moved-away' || kind === 'moved-here') {
    const block = left ?? right;
    return block === null
      ? []
      : [{ kind: 'text', text: `${nameOfBlock(block)}: ${kindWords[kind]}`, tone: 'dim' }];
  }
  if (left === null || right === null) {
    const block = left ?? right;
    return block === null ? [] : oneSided(block, kind === 'removed' ? 'removed' : 'added');
  }
  return [...label(right), ...changeBlocks(textOfBlock(left), textOfBlock(right))];
}

function oneSided(block: Block, kind: 'added' | 'removed'): ReportBlock[] {
  return [...label(block), ...wholeBlocks(textOfBlock(block), kind)];
}

/** Words of a person or the model speak for themselves. */
function label(block: Block): ReportBlock[] {
  return isText(block) ? [] : [{ kind: 'text', text: nameOfBlock(block), tone: 'dim' }];
}

function nameOfBlock(block: Block): string {
  if (isToolUse(block)) return `call of ${block.name}`;
  if (isToolResult(block)) return block.is_error ? 'result (error)' : 'result';
  return isThinking(block) ? 'thinking' : block.type;
}

/** What else was asked of the model: its settings and tools. */
export function settingBlocks({ known, settings, tools }: SettingsDiff): ReportBlock[] {
  if (!known.left || !known.right) return [];
  const pairs = [...settings, ...tools.map(tool => ({ ...tool, name: `tool ${tool.name}` }))];
  return pairs.flatMap(({ name, kind, left, right }): ReportBlock[] => [
    { kind: 'heading', level: 3, text: `${name} · ${kindWords[kind]}` },
    ...changeBlocks(textOfSetting(left), textOfSetting(right)),
  ]);
}

function textOfSetting(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : readableJson(value);
}

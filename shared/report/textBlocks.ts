import { diffText, type LineDiff } from '../diff/diffText.ts';
import { foldUnchanged } from '../diff/foldHunks.ts';
import { countOf } from '../plainNumbers.ts';
import type { ReportBlock, ReportLine } from './report.ts';

/** A report is read, not searched: of a longer text it holds the beginning and says how much it leaves out. */
const shown = { lines: 400, characters: 40_000 };
const folding = { context: 3, least: 5 };

/** What differs between two texts, by lines; nothing where they are the same. */
export function changeBlocks(left: string, right: string): ReportBlock[] {
  const diff = diffText(left, right, { byLines: true });
  if (diff.kind === 'same') return [];
  if (diff.kind === 'lines') return shownBlocks(foldedLines(diff.lines));
  return [
    { kind: 'text', text: 'Too large to be compared line by line: both as they begin.', tone: 'dim' },
    ...wholeBlocks(left, 'removed'),
    ...wholeBlocks(right, 'added'),
  ];
}

function shownBlocks(lines: readonly ReportLine[]): ReportBlock[] {
  const rest = lines.length - shown.lines;
  const block: ReportBlock = { kind: 'lines', lines: lines.slice(0, shown.lines) };
  if (rest <= 0) return [block];
  return [block, { kind: 'text', text: `${countOf(rest, 'line', 'lines')} more are left out.`, tone: 'dim' }];
}

/** A text that is on one side alone. */
export function wholeBlocks(text: string, kind: ReportLine['kind']): ReportBlock[] {
  const begin = text.slice(0, shown.characters).split('\n').slice(0, shown.lines);
  const lines = begin.map((line): ReportLine => ({ kind, parts: [{ isMarked: false, text: line }] }));
  const leftOut = text.length - begin.join('\n').length;
  const blocks: ReportBlock[] = text === '' ? [] : [{ kind: 'lines', lines }];
  return leftOut > 0 ? [...blocks, leftOutBlock(leftOut)] : blocks;
}

function leftOutBlock(characters: number): ReportBlock {
  return {
    kind: 'text',
    text: `${countOf(characters, 'character', 'characters')} are left out.`,
    tone: 'dim',
  };
}

function foldedLines(lines: readonly LineDiff[]): ReportLine[] {
  const folds = foldUnchanged(lines.length, index => lines[index]?.kind !== 'same', folding);
  return folds.flatMap(({ start, end, folded }): ReportLine[] => {
    if (!folded) return lines.slice(start, end).map(lineOf);
    return [
      {
        kind: 'same',
        parts: [{ isMarked: false, text: `⋯ ${countOf(end - start, 'line', 'lines')} the same` }],
      },
    ];
  });
}

function lineOf({ kind, parts }: LineDiff): ReportLine {
  const isWhole = parts.length < 2;
  return {
    kind,
    parts: parts.map(part => ({ isMarked: !isWhole && part.kind !== 'same', text: part.text })),
  };
}

import type { FileComparison, FileText } from '../compare/comparison.ts';
import { sizeOf } from '../plainNumbers.ts';
import type { ReportBlock } from './report.ts';
import { changeBlocks, wholeBlocks } from './textBlocks.ts';

/** What one file is on each further side, against the first. */
export function fileTextBlocks(
  { path, sides }: FileComparison,
  columns: readonly { side: string }[],
): ReportBlock[] {
  const [first, ...others] = sides;
  if (!first) return [];
  return others.flatMap((other, index) => {
    const blocks = pairBlocks(first, other);
    const title = `${path}: ${columns[0]?.side ?? ''} against ${columns[index + 1]?.side ?? ''}`;
    return blocks.length === 0 ? [] : [{ kind: 'folded' as const, summary: title, blocks }];
  });
}

function pairBlocks(left: FileText, right: FileText): ReportBlock[] {
  if (left.state === 'text' && right.state === 'text') return changeBlocks(left.text, right.text);
  if (left.state === 'text' && right.state === 'absent') return wholeBlocks(left.text, 'removed');
  if (left.state === 'absent' && right.state === 'text') return wholeBlocks(right.text, 'added');
  const [before, after] = [wordsOf(left), wordsOf(right)];
  return before === after ? [] : [{ kind: 'text', text: `${before} → ${after}` }];
}

function wordsOf(file: FileText): string {
  switch (file.state) {
    case 'text':
      return `text of ${sizeOf(file.sizeBytes)}`;
    case 'binary':
    case 'too-large':
      return `${file.state === 'binary' ? 'no text' : 'too large to be told'}, ${sizeOf(file.sizeBytes)}, digest ${file.digest.slice(0, 12)}`;
    case 'link':
      return `link to ${file.target}`;
    case 'folder':
      return 'folder';
    case 'absent':
      return 'not there';
    case 'unknown':
      return `not known: ${file.why}`;
  }
}

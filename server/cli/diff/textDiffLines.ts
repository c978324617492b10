import {
  diffText,
  type LineDiff,
  type TextDiffOptions,
  type TextPart,
} from '../../../shared/diff/diffText.ts';
import { foldUnchanged } from '../../../shared/diff/foldHunks.ts';
import { paint } from '../paint.ts';
import { counted } from '../textLayout.ts';
import { visibleText } from '../visibleText.ts';

/** How lines are drawn: what stands before them, and how much there is room for. */
export interface DrawOptions extends Pick<TextDiffOptions, 'ignoreSpace'> {
  indent: string;
  /** Lines around each change; 0 where only changes are wanted. */
  context: number;
}

const LINES_SHOWN = 80;
const CHARACTERS_SHOWN = 1_000;
/** Fewer lines take no more room than saying that they are left out. */
const LEAST_FOLDED = 2;

const why = {
  'too-long': 'long',
  'too-many-lines': 'long',
  'line-too-long': 'long a line',
} as const;

/** Two texts, line by line: what went in red, what came in green, the words that differ underlined. */
export function linesOfTexts(left: string, right: string, options: DrawOptions): string[] {
  const diff = diffText(left, right, { byLines: true, ignoreSpace: options.ignoreSpace ?? false });
  const { indent } = options;
  switch (diff.kind) {
    case 'lines': {
      const note = diff.isCoarse ? [paint.dim(`${indent}too different to be matched line by line:`)] : [];
      return [...note, ...cut(foldedLines(diff.lines, options), indent)];
    }
    case 'too-large': {
      const { startCharacters, endCharacters } = diff.same;
      const same = `the first ${counted(startCharacters, 'character')} and the last ${endCharacters.toLocaleString('en')} are the same`;
      return [
        paint.dim(`${indent}too ${why[diff.reason]} to be compared; ${same}; where they part:`),
        ...cut(textLines('-', diff.left.excerpt.text, indent), indent),
        ...cut(textLines('+', diff.right.excerpt.text, indent), indent),
      ];
    }
    default:
      return [];
  }
}

/** A text that one side has alone, each line behind its sign. */
export function linesOfText(sign: '+' | '-', text: string, indent: string): string[] {
  return cut(textLines(sign, text, indent), indent);
}

function textLines(sign: '+' | '-', text: string, indent: string): string[] {
  const colour = sign === '+' ? paint.green : paint.red;
  return text.split('\n').map(line => colour(`${indent}${sign} ${shownText(line)}`));
}

function foldedLines(lines: readonly LineDiff[], { indent, context }: DrawOptions): string[] {
  const folds = foldUnchanged(lines.length, index => lines[index]?.kind !== 'same', {
    context,
    least: context === 0 ? 1 : LEAST_FOLDED,
  });
  return folds.flatMap(({ start, end, folded }) => {
    if (!folded) return lines.slice(start, end).map(line => lineOf(line, indent));
    return context === 0 ? [] : [paint.dim(`${indent}  … ${counted(end - start, 'line')} the same`)];
  });
}

function lineOf({ kind, parts }: LineDiff, indent: string): string {
  const isWhole = parts.length < 2;
  const text = parts.map(part => partOf(part, isWhole)).join('');
  if (kind === 'same') return paint.dim(`${indent}  ${text}`);
  return kind === 'added' ? paint.green(`${indent}+ ${text}`) : paint.red(`${indent}- ${text}`);
}

function partOf({ kind, text }: TextPart, isWhole: boolean): string {
  if (kind === 'same' || isWhole) return shownText(text);
  return paint.underline(visibleText(text.slice(0, CHARACTERS_SHOWN)));
}

/** Tabs as room: only where they are what differs they have to be seen. */
function shownText(text: string): string {
  const rest = text.length - CHARACTERS_SHOWN;
  const words = visibleText(text.slice(0, CHARACTERS_SHOWN).replaceAll('\t', '    '));
  return rest > 0 ? `${words}… ${counted(rest, 'more character')}` : words;
}

function cut(lines: string[], indent: string): string[] {
  const rest = lines.length - LINES_SHOWN;
  if (rest <= 1) return lines;
  const note = `${indent}  … ${counted(rest, 'more line')}, --json has all`;
  return [...lines.slice(0, LINES_SHOWN), paint.dim(note)];
}

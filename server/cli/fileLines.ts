import type { RestoreEntry } from '../../shared/capture.ts';
import { diffText, type LineDiff } from '../../shared/diff/diffText.ts';
import type { Plan } from '../../shared/plan.ts';
import { paint } from './paint.ts';
import { counted, more } from './textLayout.ts';
import { visibleText } from './visibleText.ts';

const FILES_SHOWN = 20;
const LINES_PER_FILE = 14;
const LINES_IN_ALL = 120;
const CONTEXT = 2;

/** What a plan does to the files: each with what is different in it, as far as there is room. */
export function linesOfFiles({
  action,
  files: { restore, refused, entries, copiedBytes },
}: Pick<Plan, 'action' | 'files'>): string[] {
  const why = refused === null ? '' : ` (${refused})`;
  if (restore === 'conversation')
    return [`  files     ${action === 'fork' ? 'begin anew' : 'stay as they are'}${why}`];
  if (action === 'fork')
    return [`  files     a copy of those at this scene, ${counted(copiedBytes ?? 0, 'byte')}${why}`];
  const changed = entries.filter(entry => entry.action !== 'keep');
  const put = changed.filter(entry => entry.action !== 'conflict');
  const left = changed.filter(entry => entry.action === 'conflict');
  return [
    `  files     ${put.length} to put back${wordsOfLeft(left)}${why}`,
    ...linesOfEntries(changed.slice(0, FILES_SHOWN)),
    ...more(changed.length - FILES_SHOWN, 'file', '    '),
  ];
}

/** Files that stay as they are: those of somebody else, and those of which it is not known whose the change is. */
function wordsOfLeft(left: readonly RestoreEntry[]): string {
  const doubtful = left.filter(entry => entry.why === 'not-known-by-whom').length;
  const others = left.length - doubtful;
  return [
    others === 0 ? '' : `, ${others} left: changed by somebody else`,
    doubtful === 0
      ? ''
      : `, ${doubtful} left: not known by whom ${doubtful === 1 ? 'it was' : 'they were'} changed (--claim PATH)`,
  ].join('');
}

/** Files with what happens to each, and what is different in it, as far as there is room. */
export function linesOfEntries(entries: readonly RestoreEntry[]): string[] {
  let room = LINES_IN_ALL;
  return entries.flatMap(entry => {
    const diff = linesOfContents(entry);
    const shown = diff.slice(0, Math.min(LINES_PER_FILE, room));
    room -= shown.length;
    return [lineOfEntry(entry), ...shown, ...more(diff.length - shown.length, 'line', '      ')];
  });
}

function lineOfEntry({ action, path, why }: RestoreEntry): string {
  const because = why === null ? '' : ` (${visibleText(why.replaceAll('-', ' '))})`;
  const line = `    ${action.padEnd(8)} ${visibleText(path)}${because}`;
  return action === 'conflict' ? paint.yellow(line) : paint.bold(line);
}

/** What a file loses and gets. Where one of the two is no text, or too long, its name has to do. */
function linesOfContents({ before, after, change }: RestoreEntry): string[] {
  const hasText = before !== null || after !== null;
  if (!hasText || change === 'mode' || change === 'kind') return [];
  const diff = diffText(before ?? '', after ?? '', { byLines: true });
  if (diff.kind === 'too-large') return [paint.dim('      too long to be compared here')];
  return diff.kind === 'lines' ? hunksOf(diff.lines).map(lineOfHunk) : [];
}

/** The lines that differ with a few around them; `null` where others are left out. */
function hunksOf(lines: readonly LineDiff[]): (LineDiff | null)[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(line => line.kind !== 'same'),
  );
  return lines.flatMap((line, at) => {
    if (isNear[at]) return [line];
    return at > 0 && isNear[at - 1] && isNear.includes(true, at) ? [null] : [];
  });
}

function lineOfHunk(line: LineDiff | null): string {
  if (line === null) return paint.dim('      …');
  const text = visibleText(line.parts.map(part => part.text).join(''));
  if (line.kind === 'same') return paint.dim(`        ${text}`);
  return line.kind === 'added' ? paint.green(`      + ${text}`) : paint.red(`      - ${text}`);
}

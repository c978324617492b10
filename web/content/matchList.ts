export interface MatchLine {
  /** Number of the line in its file. */
  line: string;
  text: string;
  /** A line around a match, not one itself. */
  isContext: boolean;
}

/** What a search found in one file; an empty name where the search was of one file. */
export interface MatchGroup {
  file: string;
  lines: MatchLine[];
}

export interface MatchList {
  groups: MatchGroup[];
  count: number;
  /** Lines that are no matches: a cut, what was skipped. */
  notes: string[];
}

const matchLine = /^(?:([^\s:][^:]*?):)?(\d+):(.*)$/;
const contextLine = /^(?:(\S+?)-)?(\d+)-(.*)$/;
const noteLine = /^(?:\(.*\)|\[.*\]|Found \d+ .*)$/;

/** What a search by lines found, by file: `path:12:text`, with lines around as `path-11-text`. Null for other texts. */
export function matchList(text: string): MatchList | null {
  const groups: MatchGroup[] = [];
  const notes: string[] = [];
  let count = 0;
  for (const whole of text.split('\n')) {
    if (whole.trim() === '' || whole === '--') continue;
    const match = matchLine.exec(whole);
    const found = match ?? contextLine.exec(whole);
    if (!found) {
      if (!noteLine.test(whole)) return null;
      notes.push(whole);
      continue;
    }
    const [, file = '', line = '', rest = ''] = found;
    if (groups.at(-1)?.file !== file) groups.push({ file, lines: [] });
    groups.at(-1)?.lines.push({ line, text: rest, isContext: match === null });
    if (match) count++;
  }
  return count === 0 ? null : { groups, count, notes };
}

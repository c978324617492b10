/** A line of a unified diff. `other` stands outside of every hunk: what a command said around it. */
export interface DiffLine {
  kind: 'file' | 'hunk' | 'added' | 'removed' | 'same' | 'other';
  text: string;
}

const hunkHead = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const fileHead =
  /^(?:diff --git |index [0-9a-f]+\.\.|--- |\+\+\+ |(?:new|deleted) file mode |rename |similarity index )/;

/** Whether a text holds a unified diff: the head of a file and the head of a hunk. */
export function holdsUnifiedDiff(text: string): boolean {
  return /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(text) && /^(?:diff --git |--- )/m.test(text);
}

/** Parts a text that holds a unified diff. A hunk is as long as its head says, so that what follows is no part of it. */
export function unifiedDiffLines(text: string): DiffLine[] {
  let left = { before: 0, after: 0 };
  return text.split('\n').map((line): DiffLine => {
    if (left.before > 0 || left.after > 0) {
      const kind = kindInHunk(line);
      if (kind !== null) {
        left = {
          before: left.before - (kind === 'added' ? 0 : 1),
          after: left.after - (kind === 'removed' ? 0 : 1),
        };
        return { kind, text: line };
      }
      // `\ No newline at end of file` counts as no line.
      if (line.startsWith('\\')) return { kind: 'other', text: line };
      left = { before: 0, after: 0 };
    }
    const head = hunkHead.exec(line);
    if (head) {
      left = { before: Number(head[1] ?? 1), after: Number(head[2] ?? 1) };
      return { kind: 'hunk', text: line };
    }
    return { kind: fileHead.test(line) ? 'file' : 'other', text: line };
  });
}

function kindInHunk(line: string): 'added' | 'removed' | 'same' | null {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  // Some tools cut the space of an empty line.
  return line.startsWith(' ') || line === '' ? 'same' : null;
}

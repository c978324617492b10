import type { LineDiff } from '../../shared/diffText.ts';

/** A stretch of a line diff: lines that are shown, or equal ones that are folded away. */
export interface LineStretch {
  /** Index of its first line, which names the stretch. */
  start: number;
  lines: LineDiff[];
  folded: boolean;
}

const contextLines = 3;
/** Fewer lines than this are not worth a fold. */
const leastFolded = 4;

/** Parts a line diff so that equal lines more than three away from a change are folded. */
export function lineStretches(lines: readonly LineDiff[]): LineStretch[] {
  const shown = new Uint8Array(lines.length);
  lines.forEach((line, index) => {
    if (line.kind !== 'same') shown.fill(1, Math.max(0, index - contextLines), index + contextLines + 1);
  });
  const stretches: LineStretch[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start + 1;
    while (end < lines.length && shown[end] === shown[start]) end++;
    const folded = shown[start] === 0 && end - start >= leastFolded;
    stretches.push({ start, lines: lines.slice(start, end), folded });
    start = end;
  }
  return stretches;
}

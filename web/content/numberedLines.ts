/** A line of a file with its number, as tools that read files write it. */
export interface NumberedLine {
  /** Empty for a line that has none: a note behind the file. */
  number: string;
  text: string;
}

const numbered = /^\s{0,10}(\d{1,7})(?:→|\t)(.*)$/;

/**
 * The lines of a file that was read with numbers before them (`12→text`), or null for another text. What stands behind
 * the last of them, parted by an empty line, is a note.
 */
export function numberedLines(text: string): NumberedLine[] | null {
  const lines: NumberedLine[] = [];
  let isNote = false;
  for (const line of text.split('\n')) {
    const match = isNote ? null : numbered.exec(line);
    if (!match) {
      isNote ||= line === '' && lines.length > 0;
      if (!isNote) return null;
    }
    lines.push({ number: match?.[1] ?? '', text: match?.[2] ?? line });
  }
  return lines.filter(line => line.number !== '').length > 1 ? lines : null;
}

const patterns = [
  /^\s*exit(?:ed with)?(?: code| status)?:?\s+(-?\d{1,5})\b/i,
  /\bexit(?:ed with)?(?: code| status):?\s+(-?\d{1,5})\]?\s*$/i,
];

/** The exit code that a command's output names in its first or last line, or null. */
export function exitCodeIn(text: string): number | null {
  const first = text.slice(0, 200).split('\n', 1)[0] ?? '';
  const last = text.slice(-200).trimEnd().split('\n').at(-1) ?? '';
  for (const line of [first, last]) {
    for (const pattern of patterns) {
      const code = pattern.exec(line)?.[1];
      if (code !== undefined) return Number(code);
    }
  }
  return null;
}

/** Longer texts are compared as they are. */
const longest = 200_000;

/** What differs from one run of the same thing to the next and says nothing: times, durations, and where a copy lies. */
const unsteady: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\bduration_ms:? [\d.]+/g, '<duration>'],
  [/\b\d+(?:\.\d+)? ?(?:ns|µs|us|ms|s|sec|seconds?|m|min|minutes?)\b/g, '<duration>'],
  [/[^\s'"(]*\/workspaces\/[^\s/'")]+/g, '<workspace>'],
];

/** A text without its times and durations, and without the path of the copy of the files that it came from. */
export function steadyText(text: string): string {
  if (text.length > longest) return text;
  return unsteady.reduce((steady, [pattern, word]) => steady.replaceAll(pattern, word), text);
}

/** Whether two texts say the same, times and durations aside. */
export function saysTheSame(x: string | null, y: string | null): boolean {
  if (x === y) return true;
  return x !== null && y !== null && steadyText(x) === steadyText(y);
}

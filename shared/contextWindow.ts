const SMALL = 200_000;
const LARGE = 1_000_000;

/**
 * Context windows in tokens, by how a model's name begins; the first that fits counts. As published in the
 * overview of models at platform.claude.com. The 4.x models get the large window on request only, which their names do not tell.
 */
const windows: readonly (readonly [start: RegExp, tokens: number])[] = [
  [/^claude-haiku-4/, SMALL],
  [/^claude-(opus|sonnet)-4/, SMALL],
  [/^claude-(opus|sonnet|haiku|fable|mythos)-/, LARGE],
  [/^claude-(2|3|instant)/, SMALL],
];

/**
 * The context window of a model in tokens; null for a model that is not known.
 * @param seenTokens the most that a request of it held: more than the small window means that it had the large one
 */
export function contextWindowOf(model: string, seenTokens: number): number | null {
  const tokens = windows.find(([start]) => start.test(model))?.[1] ?? null;
  if (tokens === null || seenTokens > LARGE) return null;
  return seenTokens > tokens ? LARGE : tokens;
}

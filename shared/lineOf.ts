/** Scene ids from the first scene to `id`, following parents. Ends early at a parent that is missing. */
export function lineOf(scenes: ReadonlyMap<string, { parent: string | null }>, id: string): string[] {
  const line: string[] = [];
  const seen = new Set<string>();
  for (let at: string | null = id; at !== null && !seen.has(at); at = scenes.get(at)?.parent ?? null) {
    if (!scenes.has(at)) break;
    seen.add(at);
    line.push(at);
  }
  return line.reverse();
}

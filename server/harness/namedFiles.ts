import type { Question } from '../../shared/gate.ts';
import type { Tool } from '../tools/tool.ts';
import { noteFiles } from './noteFiles.ts';

/** Words of an input that are looked up as paths; a longer one is data, not a command. */
const mostWords = 200;
const longestPath = 1_000;

/**
 * The files of the workspace that an input names, with the digests of their bytes: those that the tool says it will
 * touch, and every word of the input that is the path of a file (a script that a command runs, an attachment).
 */
export async function namedFiles(
  workspace: string,
  tool: Tool,
  input: Record<string, unknown>,
): Promise<Question['files']> {
  const touched = tool.touches?.(input) ?? [];
  const words = wordsOf(input).filter(word => !touched.includes(word));
  const files = await noteFiles(workspace, touched, null);
  const others = await noteFiles(workspace, words, null);
  const known = [...files, ...others.filter(file => file.digest !== null)];
  return known.map(({ path, digest }) => ({ path, digest }));
}

/** Whole strings, their words without quotes, and the parts of words: `-F file=@report.pdf`, `report.pdf:12`. */
function wordsOf(input: unknown): string[] {
  const words = new Set<string>();
  for (const text of stringsOf(input)) {
    const plain = text.split(/[\s;|&<>()="'`]+/);
    for (const word of [text, ...plain, ...plain.flatMap(part => part.split(/[,:@{}[\]]+/))]) {
      if (word !== '' && word.length <= longestPath) words.add(word);
      if (words.size === mostWords) return [...words];
    }
  }
  return [...words];
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

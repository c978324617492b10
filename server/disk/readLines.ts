import { basename } from 'node:path';
import { isForkpointError, type Problem } from '../../shared/errors.ts';
import { parseJson } from '../../shared/schema.ts';
import { readIfThere } from './readIfThere.ts';
import { setAsideBytes, setAsideProblems } from './setAside.ts';

/** The values of a JSONL file. `lines` are their line numbers, from 1. */
export interface Lines {
  values: unknown[];
  lines: number[];
  problems: Problem[];
  /** Whether all of it can be read, apart from a last line that was torn while it was written. */
  isWhole: boolean;
}

/**
 * Reads a JSONL file; an absent one is empty. A torn last line counts as unwritten. Any other line that cannot be
 * parsed is a problem and the rest stays, and so is a fragment that was set aside before an append.
 * @throws ForkpointError `unreadable-file`
 */
export async function readLines(path: string): Promise<Lines> {
  const bytes = await readIfThere(path);
  const problems: Problem[] = [];
  const values: unknown[] = [];
  const lines: number[] = [];
  let isWhole = true;
  if (bytes === null) return { values, lines, problems, isWhole };
  const texts = bytes.toString('utf8').split('\n');
  texts.forEach((text, index) => {
    if (text.trim() === '') return;
    try {
      values.push(parseJson(text, `${basename(path)}:${index + 1}`));
      lines.push(index + 1);
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      const isTorn = index === texts.length - 1 && beginsLikeRecord(text);
      if (index < texts.length - 1) problems.push(error.toProblem());
      isWhole &&= isTorn;
    }
  });
  const aside = await setAsideBytes(path);
  isWhole &&= aside.every(fragment => beginsLikeRecord(fragment.toString('utf8')));
  return { values, lines, problems: [...problems, ...(await setAsideProblems(path))], isWhole };
}

/** The first part of a record of ours. NUL bytes, as power loss leaves them, and foreign text are none. */
function beginsLikeRecord(text: string): boolean {
  return text.startsWith('{') && !text.includes('\0');
}

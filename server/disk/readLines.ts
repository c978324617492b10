import { basename } from 'node:path';
import { isForkpointError, type Problem } from '../../shared/errors.ts';
import { parseJson } from '../../shared/schema.ts';
import { readIfThere } from './readIfThere.ts';
import { setAsideProblems } from './setAside.ts';

/** The values of a JSONL file. `lines` are their line numbers, from 1. */
export interface Lines {
  values: unknown[];
  lines: number[];
  problems: Problem[];
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
  if (bytes === null) return { values, lines, problems };
  const texts = bytes.toString('utf8').split('\n');
  texts.forEach((text, index) => {
    if (text.trim() === '') return;
    try {
      values.push(parseJson(text, `${basename(path)}:${index + 1}`));
      lines.push(index + 1);
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      if (index < texts.length - 1) problems.push(error.toProblem());
    }
  });
  return { values, lines, problems: [...problems, ...(await setAsideProblems(path))] };
}

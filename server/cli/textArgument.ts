import { ForkpointError } from '../../shared/errors.ts';
import { readIfThere } from '../disk/readIfThere.ts';

/**
 * A text of a command line: as it stands, or the contents of a file where it is `@path`; `@@` stands for an `@` that
 * begins a text. @throws ForkpointError `no-such-path`, `unreadable-file`
 */
export async function textArgument(word: string): Promise<string> {
  if (word.startsWith('@@')) return word.slice(1);
  if (!word.startsWith('@')) return word;
  const path = word.slice(1);
  const bytes = await readIfThere(path);
  if (bytes === null) throw new ForkpointError('no-such-path', { path });
  return bytes.toString('utf8');
}

/**
 * `CALL=TEXT`, by call id, the text as `textArgument` takes it. Of two for one call the last counts.
 * @throws ForkpointError `bad-request` where there is no `=`
 */
export async function textsByCall(option: string, words: readonly string[]): Promise<Record<string, string>> {
  const entries = words.map(async (word): Promise<[string, string]> => {
    const at = word.indexOf('=');
    if (at < 1) throw new ForkpointError('bad-request', { detail: `${option}: write CALL=…, not “${word}”` });
    return [word.slice(0, at), await textArgument(word.slice(at + 1))];
  });
  return Object.fromEntries(await Promise.all(entries));
}

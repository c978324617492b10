import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ForkpointError } from '../../shared/errors.ts';
import { systemCode } from './diskCalls.ts';

/** What the system says of a path that leads nowhere, or that no file system could hold. */
const nowhere = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ERR_INVALID_ARG_VALUE'];

/** A path as people write it, absolute and with links resolved. @throws ForkpointError `no-such-path`, `unreadable-file` */
export async function realPathOf(path: string): Promise<string> {
  if (path === '') throw new ForkpointError('no-such-path', { path });
  try {
    return await realpath(resolve(path));
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    if (nowhere.includes(code)) throw new ForkpointError('no-such-path', { path }, { cause: error });
    throw new ForkpointError('unreadable-file', { where: path, detail: code }, { cause: error });
  }
}

/** `~/` at the start means the person's home folder: a shell would have put it in, a field on the page does not. */
export function atHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
}

import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

const temporaryPattern = /^\..+\.[0-9a-f]{12}\.tmp$/;

/** A dotted name beside `path` that nothing else uses; readers pass over it, see `isTemporaryName`. */
export function temporaryPathBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
}

/** Whether a file's or folder's name was made by `temporaryPathBeside`: what a killed writer leaves. */
export function isTemporaryName(name: string): boolean {
  return temporaryPattern.test(name);
}

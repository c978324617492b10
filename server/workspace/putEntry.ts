import {
  chmodSync,
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../disk/diskCalls.ts';
import type { RestorePlace } from './applyRestore.ts';
import { foldersAbove, linkTarget, type PathState } from './entry.ts';
import { lstatOrNull } from './workspaceRoot.ts';

/**
 * Puts a file, a link or a folder at a path of the workspace: whole or not at all, and never through a link.
 * @param bytes of a file
 * @param isNew nothing is there: what turns up meanwhile is not replaced (`EEXIST`)
 * @throws the system's error
 */
export function putEntry(
  place: Pick<RestorePlace, 'root' | 'temporaryName' | 'crashPoint'>,
  path: string,
  entry: PathState,
  bytes: Buffer | null,
  isNew: boolean,
): void {
  checkFoldersAbove(place.root, path);
  const absolute = `${place.root}/${path}`;
  if (entry.kind === 'absent' || entry.kind === 'unknown') return;
  const temporary = `${dirname(absolute)}/${place.temporaryName}`;
  try {
    if (entry.kind === 'folder') makeTemporaryFolder(temporary, entry.mode);
    else if (entry.kind === 'link') symlinkSync(linkTarget(entry, place.root), temporary);
    else writeTemporary(temporary, bytes ?? Buffer.alloc(0), entry.mode, isNew ? null : absolute);
    place.crashPoint('restore-temporary');
    if (isNew && entry.kind !== 'folder') publishNew(temporary, absolute);
    else renameSync(temporary, absolute);
  } catch (error) {
    const left = lstatOrNull(temporary);
    if (left?.isDirectory()) rmdirSync(temporary);
    else if (left) unlinkSync(temporary);
    throw error;
  }
}

/**
 * Open for what comes into it; its own mode is set when all is there. Making a folder sets neither what the mask of the
 * process takes away nor the bits above the rights.
 */
function makeTemporaryFolder(temporary: string, mode: number): void {
  mkdirSync(temporary, 0o700);
  chmodSync(temporary, mode | 0o700);
}

function checkFoldersAbove(root: string, path: string): void {
  for (const folder of foldersAbove(path)) {
    if (lstatOrNull(`${root}/${folder}`)?.isDirectory()) continue;
    throw Object.assign(new Error(`${folder} is no folder`), { code: 'EEXIST' });
  }
}

/** @param replaced the file whose owner it keeps, as far as this process may give files away */
function writeTemporary(temporary: string, bytes: Buffer, mode: number, replaced: string | null): void {
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeFileSync(file, bytes);
    if (replaced !== null) keepOwner(file, replaced);
    fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function keepOwner(file: number, replaced: string): void {
  const [own, other] = [fstatSync(file), lstatSync(replaced)];
  if (own.uid === other.uid && own.gid === other.gid) return;
  try {
    fchownSync(file, other.uid, other.gid);
  } catch (error) {
    if (systemCode(error) !== 'EPERM') throw error;
  }
}

/** A hard link never replaces; a disk without them has to do with a look. */
function publishNew(temporary: string, absolute: string): void {
  try {
    linkSync(temporary, absolute);
    unlinkSync(temporary);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(systemCode(error) ?? ''))
      throw error;
    if (lstatOrNull(absolute)) throw Object.assign(new Error(`${absolute} exists`), { code: 'EEXIST' });
    renameSync(temporary, absolute);
  }
}

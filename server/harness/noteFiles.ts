import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { digestOf } from '../../shared/digest.ts';
import type { JournalOpen } from '../../shared/effect.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { KEPT_LIMIT_BYTES, keepBytes } from './keptFiles.ts';

export type FileNote = JournalOpen['files'][number];

/** What most files have; other permission bits are noted. */
const USUAL_MODE = 0o644;

/** Whether two notes say the same of a file. */
export function isSameFile(before: FileNote, now: FileNote | undefined): boolean {
  return (
    now !== undefined && before.digest === now.digest && before.kind === now.kind && before.mode === now.mode
  );
}

/**
 * The files that a call will touch, with the SHA-256 of their bytes as they are before it runs. Null: not there, or
 * (`kind: other`) no readable plain file of the workspace: paths come from the model and may lead anywhere.
 * @param paths relative to `workspace`
 * @param keepIn a folder where the bytes themselves are kept, under their digest; null to keep none
 * @throws ForkpointError `disk-full`
 */
export function noteFiles(
  workspace: string,
  paths: readonly string[],
  keepIn: string | null,
): Promise<FileNote[]> {
  return Promise.all(paths.map(path => noteFile(workspace, path, keepIn)));
}

async function noteFile(workspace: string, path: string, keepIn: string | null): Promise<FileNote> {
  const read = await readPlainFile(workspace, path);
  if ('digest' in read) return read;
  if (keepIn !== null && read.bytes !== null) await keepBytes(keepIn, read.sha256, read.bytes);
  return { path, digest: read.sha256, ...(read.mode === USUAL_MODE ? {} : { mode: read.mode }) };
}

/** What a plain file holds; `bytes` are the very ones that were digested, null for a large file. */
interface PlainFile {
  sha256: string;
  mode: number;
  bytes: Buffer | null;
}

async function readPlainFile(workspace: string, path: string): Promise<PlainFile | FileNote> {
  try {
    const root = await realpath(workspace);
    const file = join(root, path);
    const stat = await lstat(file);
    const inside = relative(root, await realpath(file));
    if (inside.startsWith(`..${sep}`) || !stat.isFile()) return { path, digest: null, kind: 'other' };
    const mode = stat.mode & 0o777;
    if (stat.size > KEPT_LIMIT_BYTES) return { sha256: await streamedDigest(file), mode, bytes: null };
    const bytes = await readFile(file);
    return { sha256: digestOf(bytes), mode, bytes };
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return { path, digest: null, ...(code === 'ENOENT' || code === 'ENOTDIR' ? {} : { kind: 'other' }) };
  }
}

async function streamedDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

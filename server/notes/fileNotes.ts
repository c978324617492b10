import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { type ForkpointError, isForkpointError, type Problem } from '../../shared/errors.ts';
import { NOTES_VERSION, type NotesRecord, noNotes, notesRecordSchema } from '../../shared/notes.ts';
import { checked, isRecord, parseJson } from '../../shared/schema.ts';
import { writeError } from '../disk/diskCalls.ts';
import { acquireLockPatiently } from '../disk/lock.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { setAside, setAsideProblems } from '../disk/setAside.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import { inspectFile } from '../sources/inspectFile.ts';
import { refuseNewer } from '../sources/versionDoor.ts';

/** Where the notes of a run are kept, and the lock of what is written there. */
export interface NotesPlace {
  /** Absolute. */
  path: string;
  lock: string;
}

/** What lies in a file of notes. One that cannot be read gives a problem, and no notes. */
export interface NotesReading {
  record: NotesRecord;
  problems: Problem[];
}

/** Reads notes; writes nothing. */
export async function readNotes({ path }: NotesPlace): Promise<NotesReading> {
  try {
    const { record, error } = await readRecord(path);
    return { record, problems: [...(error ? [error.toProblem()] : []), ...(await setAsideProblems(path))] };
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return { record: noNotes, problems: [error.toProblem()] };
  }
}

/**
 * Changes notes as they are at that moment: whoever else changes them takes turns. A file that cannot be parsed is kept
 * aside before another takes its place. Nothing is written where nothing changes.
 * @throws ForkpointError `newer-version`, `unreadable-file`, `branch-locked` where the lock stays taken for seconds,
 *   `lock-lost`, `disk-full`, `write-failed`, and what `change` throws
 */
export async function changeNotes(
  { path, lock: lockPath }: NotesPlace,
  change: (record: NotesRecord) => NotesRecord,
): Promise<NotesReading> {
  await makeFolderOf(path);
  const lock = await acquireLockPatiently(lockPath, basename(lockPath));
  try {
    const { record, bytes, error } = await readRecord(path);
    if (error?.code === 'newer-version') throw error;
    const next = change(record);
    if (next !== record) {
      await lock.check();
      if (error !== null) await setAside(path, bytes);
      await writeFileAtomic(path, `${JSON.stringify(next, null, 2)}\n`);
    }
  } finally {
    await lock.release();
  }
  return await readNotes({ path, lock: lockPath });
}

interface RecordReading {
  record: NotesRecord;
  bytes: Buffer;
  /** Why the bytes are no notes. */
  error: ForkpointError | null;
}

/** @throws ForkpointError `unreadable-file`, also for a link that leads out of the folder */
async function readRecord(path: string): Promise<RecordReading> {
  await inspectFile(path, dirname(path));
  const bytes = await readIfThere(path);
  if (bytes === null) return { record: noNotes, bytes: Buffer.alloc(0), error: null };
  try {
    return { record: notesFromText(bytes.toString('utf8'), basename(path)), bytes, error: null };
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return { record: noNotes, bytes, error };
  }
}

/**
 * The door for a file of notes: the parsed original, checked; lists that are not there are empty.
 * @throws ForkpointError `empty-file`, `bad-json`, `bad-shape`, `newer-version`
 */
export function notesFromText(text: string, where: string): NotesRecord {
  const value = parseJson(text, where);
  refuseNewer(value, NOTES_VERSION, where);
  return checked(notesRecordSchema, isRecord(value) ? { ...noNotes, ...value } : value, where);
}

async function makeFolderOf(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (error) {
    throw writeError(error, path);
  }
}

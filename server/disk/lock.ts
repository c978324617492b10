import { randomBytes } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { systemCode, writeError } from './diskCalls.ts';
import {
  isAliveHere,
  isKnownDead,
  ownProcess,
  type ProcessIdentity,
  processIdentitySchema,
} from './processIdentity.ts';
import { readIfThere, statIfThere } from './readIfThere.ts';
import { writeFileAtomic, writeFileExclusive } from './writeFileAtomic.ts';

/** A lock whose heart has not beaten for this long may be taken over. */
export const STALE_AFTER_MS = 10_000;
const heartbeatEveryMs = 2_000;
const patienceMs = 5_000;

/** The token becomes part of a file's name. */
const lockRecordSchema = processIdentitySchema.extend({
  token: z.string().regex(/^[0-9a-f]{16}$/),
  heartbeatAt: z.string(),
});
type LockRecord = z.infer<typeof lockRecordSchema>;

interface Taker {
  record: LockRecord;
  text: string;
  subject: string;
}

/** Held while a process acts. */
export interface FileLock {
  /** Whose stale lock was taken over although its process is alive on this machine, and may wake; else null. */
  readonly silentOwner: ProcessIdentity | null;
  /** @throws ForkpointError `lock-lost` if another process took over */
  check(): Promise<void>;
  release(): Promise<void>;
  /** Lets go of it so that it is the silent owner's again; without one as `release`. */
  giveBack(): Promise<void>;
}

/**
 * Takes a lock file. A stale one is taken over: its heart stopped, or its process on this machine is dead. Of two
 * takers one wins.
 * @param subject what is locked, for errors: the branch, or the file
 * @throws ForkpointError `branch-locked` while a live owner holds it, `disk-full`, `write-failed`
 */
export async function acquireLock(path: string, subject: string): Promise<FileLock> {
  const record = newRecord();
  const taker: Taker = { record, text: JSON.stringify(record), subject };
  for (;;) {
    const present = await readLock(path);
    if (present !== null && isLive(present)) throw lockedBy(subject, present);
    const isOurs =
      present === null ? await created(path, taker.text) : await takenOver(path, present, present, taker);
    if (isOurs) return await heldLock(path, taker, present);
  }
}

/** As `acquireLock`, for what is held for moments only: waits a few seconds for a live owner before it refuses. */
export async function acquireLockPatiently(path: string, subject: string): Promise<FileLock> {
  const untilMs = Date.now() + patienceMs;
  for (;;) {
    try {
      return await acquireLock(path, subject);
    } catch (error) {
      if (!isForkpointError(error, 'branch-locked') || Date.now() > untilMs) throw error;
      await sleep(20);
    }
  }
}

/** Who holds a lock, for people ("process 4711 on host"), or null while nobody alive does. Writes nothing. */
export async function liveOwner(path: string): Promise<string | null> {
  const present = await readLock(path);
  return present !== null && isLive(present) ? wordsOf(present) : null;
}

/**
 * A stale lock is replaced by whoever first makes the file named after its token. That file is a lock itself: where
 * its maker died too, the same rule holds for it, and so on.
 * @param root the stale lock at `path`; `stale` is it, or the last permit of the chain
 */
async function takenOver(path: string, root: LockRecord, stale: LockRecord, taker: Taker): Promise<boolean> {
  const permit = join(dirname(path), `.${basename(path)}.${stale.token}.taken`);
  if (!(await created(permit, taker.text))) {
    const other = await readLock(permit);
    if (other === null) return false;
    if (isLive(other)) throw lockedBy(taker.subject, other);
    if (!(await takenOver(path, root, other, taker))) return false;
    await removeIfThere(permit);
    return true;
  }
  try {
    // Who read the stale lock long ago may come here after it was replaced and its permit was removed.
    if ((await readLock(path))?.token !== root.token) return false;
    await writeFileAtomic(path, taker.text);
    return true;
  } finally {
    await removeIfThere(permit);
  }
}

async function heldLock(path: string, taker: Taker, before: LockRecord | null): Promise<FileLock> {
  // Beats go through the open file: after a takeover it is the old, unlinked one, and a late beat does no harm.
  const handle = await open(path, 'r+');
  let { record } = taker;
  let isOver = false;
  const beat = async () => {
    record = { ...record, heartbeatAt: new Date().toISOString() };
    await handle.write(JSON.stringify(record), 0);
  };
  const timer = setInterval(() => {
    // A beat that fails makes the lock look stale, and `check` finds that out.
    beat().catch(() => clearInterval(timer));
  }, heartbeatEveryMs);
  timer.unref();
  const end = async () => {
    isOver = true;
    clearInterval(timer);
    await handle.close();
  };
  const silentOwner = before !== null && isAliveHere(before) ? before : null;
  const release = async () => {
    if (isOver) return;
    await end();
    if ((await readLock(path))?.token === record.token) await removeIfThere(path);
  };
  return {
    silentOwner,
    async check() {
      if (!isOver && Date.now() - Date.parse(record.heartbeatAt) > heartbeatEveryMs) await beat();
      if (!isOver && (await readLock(path))?.token === record.token) return;
      if (!isOver) await end();
      throw new ForkpointError('lock-lost', { subject: taker.subject });
    },
    release,
    async giveBack() {
      if (isOver || silentOwner === null) return await release();
      await end();
      const isOurs = (await readLock(path))?.token === record.token;
      if (isOurs) await writeFileAtomic(path, JSON.stringify(silentOwner));
    },
  };
}

function newRecord(): LockRecord {
  const token = randomBytes(8).toString('hex');
  return { token, ...ownProcess(), heartbeatAt: new Date().toISOString() };
}

async function created(path: string, text: string): Promise<boolean> {
  try {
    await writeFileExclusive(path, text);
    return true;
  } catch (error) {
    if (isForkpointError(error, 'already-saved')) return false;
    throw error;
  }
}

/** A lock that cannot be parsed (power loss) is as old as its file. */
async function readLock(path: string): Promise<LockRecord | null> {
  const bytes = await readIfThere(path);
  if (bytes === null) return null;
  try {
    return checked(lockRecordSchema, parseJson(bytes.toString('utf8'), path), path);
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    const stat = await statIfThere(path);
    if (stat === null) return null;
    const heartbeatAt = new Date(Number(stat.mtimeMs)).toISOString();
    return { token: `unreadable-${stat.ino}`, pid: 0, host: '', startedAt: heartbeatAt, heartbeatAt };
  }
}

function isLive(record: LockRecord): boolean {
  // A beat from the future is no better than an old one: the clock was set back.
  const isFresh = Math.abs(Date.now() - Date.parse(record.heartbeatAt)) < STALE_AFTER_MS;
  return isFresh && !isKnownDead(record);
}

function lockedBy(subject: string, record: LockRecord): ForkpointError {
  return new ForkpointError('branch-locked', { subject, owner: wordsOf(record) });
}

function wordsOf({ pid, host }: LockRecord): string {
  return pid === 0 ? 'an unknown process' : `process ${pid} on ${host}`;
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw writeError(error, path);
  }
}

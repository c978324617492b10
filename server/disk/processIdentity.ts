import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { systemCode } from './diskCalls.ts';

/** A process as locks and journals name it. `startTicks` tells it from a later one with the same number (Linux). */
export const processIdentitySchema = z.looseObject({
  pid: z.number(),
  host: z.string(),
  startedAt: z.string(),
  startTicks: z.string().optional(),
});
export type ProcessIdentity = z.infer<typeof processIdentitySchema>;

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

/** This process. */
export function ownProcess(): ProcessIdentity {
  const startTicks = startTicksOf(process.pid);
  return { pid: process.pid, host: hostname(), startedAt, ...(startTicks === null ? {} : { startTicks }) };
}

/** Whether a process of this machine is gone. Of other machines nothing can be known: false. */
export function isKnownDead(identity: ProcessIdentity): boolean {
  if (identity.host !== hostname()) return false;
  if (!isAlive(identity.pid)) return true;
  const ticks = startTicksOf(identity.pid);
  return identity.startTicks !== undefined && ticks !== null && ticks !== identity.startTicks;
}

/** Whether a process is one of this machine and lives. */
export function isAliveHere(identity: ProcessIdentity): boolean {
  return identity.host === hostname() && !isKnownDead(identity);
}

/** Whether two identities are one process. */
export function isSameProcess(x: ProcessIdentity, y: ProcessIdentity): boolean {
  const isSamePid = x.pid === y.pid && x.host === y.host;
  const haveTicks = x.startTicks !== undefined && y.startTicks !== undefined;
  return isSamePid && (haveTicks ? x.startTicks === y.startTicks : x.startedAt === y.startedAt);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to someone else.
    return systemCode(error) === 'EPERM';
  }
}

/** Field 22 of /proc/<pid>/stat (proc(5)): the start time, in clock ticks since boot. Null where there is no /proc. */
function startTicksOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may itself hold spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

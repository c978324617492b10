import type { ChildProcess } from 'node:child_process';
import { systemCode } from '../disk/diskCalls.ts';

/** How long a group may tidy up after SIGTERM before SIGKILL: with it a stop stays within a second. */
const GRACE_MS = 300;
/** How long to look after SIGKILL, which nobody survives: in some containers the dead stay listed for ever. */
const AFTER_KILL_MS = 100;

/**
 * Ends a child that was started as the leader of its own process group, with everything it started: SIGTERM, and
 * SIGKILL where something is left after a moment. Resolves, soon in any case, when none of the group is left.
 */
export async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined || !signalGroup(pid, 'SIGTERM')) return;
  if (await isGoneWithin(pid, GRACE_MS)) return;
  signalGroup(pid, 'SIGKILL');
  await isGoneWithin(pid, AFTER_KILL_MS);
}

async function isGoneWithin(pid: number, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 10) {
    if (!signalGroup(pid, 0)) return true;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  return !signalGroup(pid, 0);
}

/** Whether the group had anybody left to take the signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    // macOS says EPERM for a group that holds only zombies.
    if (['ESRCH', 'EPERM'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}

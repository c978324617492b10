import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { systemCode } from '../disk/diskCalls.ts';

/** How long all may tidy up after SIGTERM before SIGKILL: with it a stop stays within a second. */
const GRACE_MS = 300;
/** How long to look after SIGKILL, which nobody survives: in some containers the dead stay listed for ever. */
const AFTER_KILL_MS = 100;

/** Whether what left its process group can be found again: only where the system shows environments as files. */
export const findsStrays = process.platform === 'linux';

/**
 * Ends a child that was started as the leader of its own process group, with everything it started: SIGTERM, and
 * SIGKILL where something is left after a moment. Resolves, soon in any case, when none is left. On Linux what left
 * the group (`setsid`, a daemon) is found by its environment; only what also cleaned that escapes.
 * @param mark `NAME=value` of the child's environment, of no other process
 */
export async function endGroup(child: ChildProcess, mark: string): Promise<void> {
  const { pid } = child;
  if (pid === undefined || !signalAll(pid, mark, 'SIGTERM')) return;
  if (await isGoneWithin(GRACE_MS, () => signalAll(pid, mark, 0))) return;
  // Again and again: what was being started at the first moment is found at the next.
  await isGoneWithin(AFTER_KILL_MS, () => signalAll(pid, mark, 'SIGKILL'));
}

async function isGoneWithin(limitMs: number, isLeft: () => boolean): Promise<boolean> {
  for (const untilMs = performance.now() + limitMs; performance.now() < untilMs; ) {
    if (!isLeft()) return true;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  return !isLeft();
}

/** Whether anybody was left to take the signal, in the group or outside of it. */
function signalAll(group: number, mark: string, signal: NodeJS.Signals | 0): boolean {
  const strays = findsStrays ? straysWith(mark) : [];
  return [-group, ...strays].map(pid => isSignalled(pid, signal)).includes(true);
}

function isSignalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    // macOS says EPERM for a group that holds only zombies.
    if (['ESRCH', 'EPERM'].includes(systemCode(error) ?? '')) return false;
    throw error;
  }
}

/** Processes with the mark in the environment they were started with. Zombies have none. */
function straysWith(mark: string): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return pids.filter(pid => environmentOf(pid).includes(mark)).map(Number);
}

/** Nothing for a process that is gone, or another person's. */
function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

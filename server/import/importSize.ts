import { statfs } from 'node:fs/promises';
import { ForkpointError } from '../../shared/errors.ts';
import type { Messages } from '../../shared/message.ts';
import type { SceneRow } from '../../shared/rows.ts';

/**
 * About how many bytes the checkpoints of a branch take: each holds all messages up to it, so that a recording with large
 * results becomes a run many times its size.
 * @param messages those of the last of the scenes
 */
export function checkpointBytes(scenes: readonly SceneRow[], messages: Messages): number {
  let bytes = 0;
  const bytesOfFirst = [0, ...messages.map(message => (bytes += JSON.stringify(message).length))];
  return scenes.reduce((sum, { messageCount }) => sum + (bytesOfFirst[messageCount] ?? bytes), 0);
}

/** @throws ForkpointError `no-room` where the disk of a folder has less room than is needed */
export async function refuseWithoutRoom(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (neededBytes <= freeBytes) return;
  throw new ForkpointError('no-room', {
    where: folder,
    neededMegabytes: Math.ceil(neededBytes / 1e6),
    freeMegabytes: Math.floor(freeBytes / 1e6),
  });
}

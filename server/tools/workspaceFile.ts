import { chmod, constants, type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { statIfThere } from '../disk/readIfThere.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import { onPath, ToolFailure } from './toolFailure.ts';
import { pathForReading, pathForWriting } from './workspacePath.ts';

/** Larger files are not read whole. */
export const READ_LIMIT_BYTES = 10_000_000;

/**
 * The bytes of a plain file of the workspace.
 * @throws ToolFailure for anything that is no plain file (a pipe would never end) and above `READ_LIMIT_BYTES`
 */
export async function readWorkspaceFile(workspace: string, path: string): Promise<Buffer> {
  const real = await pathForReading(workspace, path);
  return await onPath(path, async () => {
    // The path was made real above: a link that appears in between must not be followed, a pipe not waited for.
    const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return await readPlainFile(handle, path);
    } finally {
      await handle.close();
    }
  });
}

async function readPlainFile(handle: FileHandle, path: string): Promise<Buffer> {
  const stat = await handle.stat();
  if (stat.isDirectory()) throw new ToolFailure(`${path} is a folder: use list_dir.`);
  if (!stat.isFile()) throw new ToolFailure(`${path} is not a plain file.`);
  if (stat.size > READ_LIMIT_BYTES) {
    throw new ToolFailure(
      `${path} has ${formatBytes(stat.size)}; files up to ${formatBytes(READ_LIMIT_BYTES)} are read. Search it with grep, or cut it with run_command.`,
    );
  }
  return await handle.readFile();
}

/**
 * A text file of the workspace. @throws ToolFailure where it holds bytes that are not UTF-8 text: they would be lost
 * in writing it back
 */
export async function readWorkspaceText(workspace: string, path: string): Promise<string> {
  const bytes = await readWorkspaceFile(workspace, path);
  if (isBinary(bytes)) throw new ToolFailure(`${path} is a binary file (${formatBytes(bytes.length)}).`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new ToolFailure(`${path} is not UTF-8 text.`, { cause: error });
  }
}

/**
 * Writes a file of the workspace whole, making its folders; permission bits stay. Returns whether it is new.
 * @throws ToolFailure where the path is refused; ForkpointError `disk-full`, `write-failed`
 */
export async function writeWorkspaceFile(workspace: string, path: string, text: string): Promise<boolean> {
  const absolute = await pathForWriting(workspace, path);
  await onPath(path, async () => await mkdir(dirname(absolute), { recursive: true }));
  const before = await statIfThere(absolute);
  if (before !== null && !before.isFile()) throw new ToolFailure(`${path} is not a plain file.`);
  await writeFileAtomic(absolute, text);
  if (before !== null) await chmod(absolute, Number(before.mode) & 0o777);
  return before === null;
}

/** Whether bytes look like something other than text: a NUL in the first 8 KB, as git decides it. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** `612 bytes`, `4.2 KB`, `1.5 MB`. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes === 1) return '1 byte';
  if (sizeBytes < 1000) return `${sizeBytes} bytes`;
  if (sizeBytes < 1_000_000) return `${(sizeBytes / 1000).toFixed(1)} KB`;
  return `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
}

/** How many lines a text has; a last line without a line end counts. */
export function countLines(text: string): number {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

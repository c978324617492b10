import { systemCode } from '../disk/diskCalls.ts';
import type { ToolOutcome } from './tool.ts';

/** Why a call cannot give what it was asked for, in words for the model. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  /** Whether the effect may have happened all the same. */
  readonly isInDoubt: boolean;

  constructor(
    message: string,
    { isInDoubt = false, ...options }: ErrorOptions & { isInDoubt?: boolean } = {},
  ) {
    super(message, options);
    this.isInDoubt = isInDoubt;
  }
}

const wordsOfSystemCode: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ELOOP: 'too many links',
  ENAMETOOLONG: 'the name is too long',
  EROFS: 'the disk is read-only',
  ENOTEMPTY: 'the folder is not empty',
};

/**
 * The outcome of `work`; a `ToolFailure` becomes a result marked as an error. What the tool did not expect is
 * thrown on.
 */
export async function outcomeOf(work: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { content: error.message, isError: true, ...(error.isInDoubt ? { isInDoubt: true } : {}) };
  }
}

/**
 * Does `work` on a file; system errors that its path explains become a `ToolFailure` that names the path as the
 * model wrote it. Others (a broken disk, no memory) are thrown on.
 */
export async function onPath<T>(shownPath: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const words = wordsOfSystemCode[systemCode(error) ?? ''];
    if (words === undefined) throw error;
    throw new ToolFailure(`${shownPath}: ${words}.`, { cause: error });
  }
}

/** @throws ToolFailure once the person stopped the branch */
export function failIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new ToolFailure('Stopped before it was finished.');
}

import type { FileText } from '../../shared/compare/comparison.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { isEntryName, linkTarget } from '../workspace/entry.ts';
import type { OpenedSide } from './sideFiles.ts';

/** Larger files are not given as text. */
const largestTextBytes = 2 * 1024 * 1024;

/** A path that stays in its workspace. @throws ForkpointError `bad-request` */
export function checkedPath(path: string): string {
  if (path.split('/').every(isEntryName)) return path;
  throw new ForkpointError('bad-request', { detail: `path: “${path}” is none of a workspace` });
}

/** What the final files of a side hold at a path, as text where it is one. */
export async function fileTextOf({ captures, store }: OpenedSide, path: string): Promise<FileText> {
  if (captures.end === null) return { state: 'unknown', why: captures.why };
  try {
    return await textAt(store, captures.end, path);
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return { state: 'unknown', why: 'damaged' };
  }
}

async function textAt(store: OpenedSide['store'], captureId: string, path: string): Promise<FileText> {
  const capture = await store.capture(captureId);
  const state = await capture.stateAt(path);
  if (state.kind === 'absent' || state.kind === 'folder') return { state: state.kind };
  if (state.kind === 'unknown') return { state: 'unknown', why: state.why };
  if (state.kind === 'link') return { state: 'link', target: linkTarget(state, '.') };
  const { digest, sizeBytes } = state;
  if (sizeBytes > largestTextBytes) return { state: 'too-large', sizeBytes, digest };
  const text = asText(await store.objects.read(digest));
  return text === null ? { state: 'binary', sizeBytes, digest } : { state: 'text', text, sizeBytes, digest };
}

/** Bytes as text where they are nothing else. */
function asText(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : null;
}

import { createHash } from 'node:crypto';
import { endsOnReply } from '../../shared/branchRow.ts';
import {
  type Checkpoint,
  checkpointFromJson,
  isOwnId,
  type Point,
  pendingToolUseOf,
} from '../../shared/checkpoint.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { contentOfCheckpoint, type SceneContent, unknownContent } from '../../shared/sceneRow.ts';
import { parseJson } from '../../shared/schema.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { type MessagePrefix, messagePrefixes } from './messagePrefixes.ts';

/** What one checkpoint file holds, without its payload. */
export interface CheckpointEntry {
  /** The scene's own id where it holds, else the digest of the bytes; null for a file that cannot be read. */
  id: string | null;
  isOwn: boolean;
  /** As the file says; holds only where `isOwn`. */
  parent: string | null;
  /** What can be said from the file's name and bytes alone, and so be kept. */
  content: SceneContent;
  endsOnReply: boolean;
  prefixes: MessagePrefix[];
}

/** Files above this are not opened: no scene is that large, and a string of it could not be held. */
const limitBytes = 256 * 1024 * 1024;
const digestLengthHex = 32;

export interface SavePoint {
  turn: number;
  point: Point;
}

/** A checkpoint as its file's name and bytes give it. */
interface ParsedCheckpoint {
  checkpoint: Checkpoint;
  id: string;
  isOwn: boolean;
}

/**
 * Parses the bytes of a checkpoint.
 * @throws ForkpointError `empty-file`, `bad-json`, `bad-shape`, `newer-version`
 */
export function parseCheckpoint(bytes: Uint8Array, fileName: string, where: string): ParsedCheckpoint {
  return withinLimits(where, () => {
    const text = new TextDecoder().decode(bytes);
    const checkpoint = checkpointFromJson(parseJson(text, where), where);
    const isOwn = isOwnId(fileName, checkpoint);
    const id = isOwn && checkpoint.id !== undefined ? checkpoint.id : digestOfBytes(bytes);
    return { checkpoint, id, isOwn };
  });
}

/**
 * Reads a checkpoint file into its entry; a bad file becomes an entry with the problem.
 * @param place turn and point of the file's name, or null for names that say none (`checkpoint.json`)
 * @returns null where the file is gone
 */
export async function readCheckpointEntry(
  path: string,
  fileName: string,
  place: SavePoint | null,
  where: string,
  sizeBytes: number,
): Promise<CheckpointEntry | null> {
  try {
    if (sizeBytes > limitBytes) throw new ForkpointError('too-large', { where, limitBytes });
    const bytes = await readIfThere(path);
    if (bytes === null) return null;
    const parsed = parseCheckpoint(bytes, fileName, where);
    return withinLimits(where, () => entryOf(parsed, place));
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return damagedEntry(place, { code: error.code, params: { ...error.params, where } });
  }
}

function entryOf({ checkpoint, id, isOwn }: ParsedCheckpoint, place: SavePoint | null): CheckpointEntry {
  const { turn, point } = place ?? placeOf(checkpoint);
  return {
    id,
    isOwn,
    parent: checkpoint.parent ?? null,
    content: contentOfCheckpoint(checkpoint, turn, point, isOwn),
    endsOnReply: endsOnReply(checkpoint.messages),
    prefixes: messagePrefixes(checkpoint.messages),
  };
}

/** V8 gives up on what is nested thousands of levels deep or longer than a string may be: such a file is bad. */
function withinLimits<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ForkpointError('bad-shape', { where, detail: error.message }, { cause: error });
  }
}

/** The entry of a file that cannot be read: its turn and point from its name, and why. */
export function damagedEntry(place: SavePoint | null, problem: SceneRow['problem']): CheckpointEntry {
  return {
    id: null,
    isOwn: false,
    parent: null,
    endsOnReply: false,
    prefixes: [],
    content: {
      ...unknownContent,
      turn: place?.turn ?? 0,
      point: place?.point ?? 'B',
      problem,
    },
  };
}

/** A file whose name says no turn: the scene stands at A while a call of its last reply waits. */
function placeOf(checkpoint: Checkpoint): SavePoint {
  const turn = Number.isSafeInteger(checkpoint.turns) && checkpoint.turns >= 0 ? checkpoint.turns : 0;
  return { turn, point: pendingToolUseOf(checkpoint.messages) === null ? 'B' : 'A' };
}

/** SHA-256 of the bytes, cut to the length of an id. */
export function digestOfBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, digestLengthHex);
}

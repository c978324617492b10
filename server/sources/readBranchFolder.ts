import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCheckpointFileName } from '../../shared/checkpoint.ts';
import { isForkpointError, type Problem } from '../../shared/errors.ts';
import { bySavePoint } from '../../shared/head.ts';
import { listIfThere } from '../disk/readIfThere.ts';
import {
  type CheckpointEntry,
  damagedEntry,
  readCheckpointEntry,
  type SavePoint,
} from './checkpointEntry.ts';
import { type BranchFolder, type FolderLayout, isTurnFile, singleFileName } from './folderLayout.ts';
import { inParallel } from './inParallel.ts';
import { type FileSignature, inspectFile } from './inspectFile.ts';
import type { RowCache } from './rowCache.ts';

/** A checkpoint file of a branch. */
interface ListedFile {
  path: string;
  /** Its path below the opened folder, with slashes. */
  file: string;
  fileName: string;
  folderOfMove: number | null;
  /** Turn and point of its name; null for `checkpoint.json`. */
  place: SavePoint | null;
}

/** A checkpoint file with what it holds. */
export interface FoundCheckpoint extends ListedFile {
  entry: CheckpointEntry;
}

interface FoundCheckpoints {
  checkpoints: FoundCheckpoint[];
  problems: Problem[];
}

/** What reading the folders of one run shares. */
export interface FolderContext {
  kind: FolderLayout['kind'];
  /** The real path of the opened folder: no link is followed out of it. */
  root: string;
  cache: RowCache;
}

interface Listing {
  files: ListedFile[];
  problems: Problem[];
}

/** A folder is listed until two listings agree, or this often while files keep moving in it. */
const listingLimit = 20;
const filesAtOnce = 32;
const largeFileBytes = 4_000_000;

/**
 * Reads the checkpoints of a branch folder and of its `superseded/<k>/`, unchanged ones out of the cache. A rewind
 * or an undo may move files at the same moment, each in one step, while one folder is listed after the other: what
 * any listing shows counts, until it is missing in two in a row. So no scene is missed, and none is there twice.
 * @param committed the numbers of the branch's moves: what other moves have prepared does not count yet
 * @throws ForkpointError `unreadable-file` for the folders themselves
 */
export async function readBranchFolder(
  folder: BranchFolder,
  context: FolderContext,
  committed: ReadonlySet<number>,
): Promise<FoundCheckpoints> {
  const found = new Map<string, FoundCheckpoint>();
  let missing = new Set<string>();
  for (let listings = 1; ; listings++) {
    const { files, problems } = await listBranch(folder, context.kind, committed);
    const unread = files.filter(({ file }) => !found.has(file));
    const read = await readListed(unread, context);
    for (const checkpoint of read) found.set(checkpoint.file, checkpoint);
    const areTwinsStill = await settleTwins(found, context);
    const listed = new Set(files.map(({ file }) => file));
    const gone = [...found.keys()].filter(file => !listed.has(file));
    for (const file of gone.filter(name => missing.has(name))) found.delete(file);
    const isSettled = areTwinsStill && read.length === unread.length && gone.every(file => missing.has(file));
    if ((isSettled && listings > 1) || listings === listingLimit) {
      return { checkpoints: [...found.values()].sort(byFolderAndPlace), problems };
    }
    missing = new Set(gone);
    // Waits longer and longer for a rewind of many turns to get through.
    if (!isSettled) await sleep(listings);
  }
}

/**
 * One scene in two places was moved from one to the other, or is there twice: reading both again tells.
 * @returns whether they were all as before, and so there twice
 */
async function settleTwins(found: Map<string, FoundCheckpoint>, context: FolderContext): Promise<boolean> {
  const places = new Map<string, FoundCheckpoint[]>();
  for (const checkpoint of found.values()) {
    const key = `${checkpoint.fileName} ${checkpoint.entry.id}`;
    if (checkpoint.entry.id !== null) places.set(key, [...(places.get(key) ?? []), checkpoint]);
  }
  const twins = [...places.values()].filter(files => files.length > 1).flat();
  for (const { file } of twins) found.delete(file);
  for (const checkpoint of await readListed(twins, context)) found.set(checkpoint.file, checkpoint);
  return twins.every(({ file, entry }) => found.get(file)?.entry.id === entry.id);
}

async function listBranch(
  folder: BranchFolder,
  kind: FolderContext['kind'],
  committed: ReadonlySet<number>,
): Promise<Listing> {
  const superseded = join(folder.path, 'superseded');
  const files: ListedFile[] = [];
  const problems: Problem[] = [];
  const listFolder = async (way: string, folderOfMove: number | null) => {
    const entries = (await listIfThere(join(folder.path, way))) ?? [];
    for (const { name } of entries) {
      const path = join(folder.path, way, name);
      const file = [folder.inRun, `${way}${name}`].filter(part => part !== '').join('/');
      const place = parseCheckpointFileName(name);
      if (place !== null || (kind === 'single' && name === singleFileName)) {
        files.push({ path, file, fileName: name, folderOfMove, place });
      } else if (isTurnFile(name)) {
        problems.push({ code: 'bad-name', params: { name: file, detail: wantedName } });
      }
    }
  };
  await listFolder('', null);
  for (const { number, name } of await movesIn(superseded)) {
    if (!preparedFolderPattern.test(name) || committed.has(number)) {
      await listFolder(`superseded/${name}/`, number);
    }
  }
  return { files, problems };
}

const wantedName = 'a checkpoint is called turn-<number>-A.json or turn-<number>-B.json';

/** Below `superseded/`: what move k has prepared, whole before the move is committed. */
export const preparedFolderPattern = /^\.\d{1,9}$/;

/** The folders of moves, by number. */
async function movesIn(superseded: string): Promise<{ number: number; name: string }[]> {
  const names = ((await listIfThere(superseded)) ?? []).map(entry => entry.name);
  return names
    .filter(name => /^\.?\d{1,9}$/.test(name))
    .map(name => ({ number: Number(name.replace('.', '')), name }))
    .sort((x, y) => x.number - y.number);
}

/** The branch's own folder first, then move by move; of two names for one save point the usual one first. */
function byFolderAndPlace(x: FoundCheckpoint, y: FoundCheckpoint): number {
  const folders = (x.folderOfMove ?? -1) - (y.folderOfMove ?? -1);
  return folders || bySavePoint(x.entry.content, y.entry.content) || y.fileName.length - x.fileName.length;
}

let lastLargeRead: Promise<unknown> = Promise.resolve();

/** Large files are read one after the other, of whatever run: many at once would not fit into memory. */
async function afterOtherLargeOnes<T>(read: () => Promise<T>): Promise<T> {
  const mine = lastLargeRead.then(read);
  lastLargeRead = mine.catch(() => undefined);
  return mine;
}

/** The checkpoints of files; those that are gone are left out. */
async function readListed(files: readonly ListedFile[], context: FolderContext): Promise<FoundCheckpoint[]> {
  const found = await inParallel(files, filesAtOnce, async (file): Promise<FoundCheckpoint[]> => {
    const entry = await entryOf(file, context);
    return entry === null ? [] : [{ ...file, entry }];
  });
  return found.flat();
}

async function entryOf(file: ListedFile, { root, cache }: FolderContext): Promise<CheckpointEntry | null> {
  const inspectedAtMs = Date.now();
  let signature: FileSignature | null;
  try {
    signature = await inspectFile(file.path, root);
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return damagedEntry(file.place, { code: error.code, params: { ...error.params, where: file.file } });
  }
  if (signature === null) return null;
  const known = cache.get(file.file, signature);
  if (known) return known;
  const [sizeBytes] = signature;
  const read = () => readCheckpointEntry(file.path, file.fileName, file.place, file.file, sizeBytes);
  const entry = await (sizeBytes > largeFileBytes ? afterOtherLargeOnes(read) : read());
  return entry === null ? null : cache.put(file.file, signature, entry, inspectedAtMs);
}

import type { FilesOfSide, HeldFile } from '../../shared/compare/comparedFiles.ts';
import { type SideLine, scenesAfter } from '../../shared/compare/sideLine.ts';
import { isForkpointError } from '../../shared/errors.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { CaptureStore } from '../workspace/captureStore.ts';
import type { PathState } from '../workspace/entry.ts';
import { changedPaths, changeOf } from '../workspace/fileChanges.ts';

/** The captures of one side: of its end, and of where it parted from the others. */
export interface SideCaptures {
  /** The scene whose files are the final ones. */
  scene: SceneRow | null;
  end: string | null;
  beginning: string | null;
  why: FilesOfSide['why'];
}

/** Paths of one comparison that are looked at; the rest is only counted. */
const maxLookedAt = 5_000;

/** Finds the captures of a side. Where a turn is under way, its files are those of the last save point before it. */
export function capturesOf({ line, branchRow }: SideLine, ancestor: SceneRow | null): SideCaptures {
  const after = scenesAfter(line, ancestor);
  const before = line.slice(0, line.length - after.length);
  const beginning = ancestor === null ? after.find(captureOfRow) : before.findLast(captureOfRow);
  const isUnderWay = after.every(row => row.point === 'A');
  const end = line.at(-1);
  // What a branch made of its files until it came to rest at an A is kept beside that scene.
  const rest = branchRow?.restCaptures?.findLast(entry => entry.scene === end?.id);
  const scene = rest
    ? end
    : (after.findLast(captureOfRow) ?? (isUnderWay ? before.findLast(captureOfRow) : null));
  return {
    scene: scene ?? null,
    end: rest?.capture ?? (scene ? captureOfRow(scene) : null),
    beginning: beginning ? captureOfRow(beginning) : null,
    why: end?.capture?.state === 'failed' ? 'capture-failed' : 'not-captured',
  };
}

function captureOfRow({ capture }: SceneRow): string | null {
  return capture !== null && capture.state !== 'failed' ? capture.id : null;
}

/** A side's captures with the store that holds them. */
export interface OpenedSide {
  /** As text, see `formatSide`. */
  text: string;
  line: SideLine;
  captures: SideCaptures;
  store: CaptureStore;
}

/** The files of all sides, and every path that is of interest in them. */
export interface FilesOfSides {
  files: (Pick<OpenedSide, 'text' | 'line'> & { files: FilesOfSide })[];
  paths: string[];
  pathsLeftOut: number;
}

/** Compares the final files of the sides, and each with those it began with. Reads no file, only what captures list. */
export async function filesOfSides(opened: readonly OpenedSide[]): Promise<FilesOfSides> {
  const sides = await Promise.all(opened.map(changesOfSide));
  const between = await pathsBetween(opened.filter((_, index) => sides[index]?.at !== null));
  const all = [
    ...new Set([...between, ...sides.flatMap(({ changes }) => [...(changes?.keys() ?? [])])]),
  ].sort();
  const paths = all.slice(0, maxLookedAt);
  const held = await Promise.all(opened.map(side => heldAt(side, paths)));
  return {
    files: opened.map(({ text, line }, index) => {
      const side = sides[index] ?? noFiles;
      return { text, line, files: { ...side, held: held[index] ?? noFiles.held } };
    }),
    paths,
    pathsLeftOut: all.length - paths.length,
  };
}

const noFiles: FilesOfSide = { at: null, why: 'not-captured', changes: null, held: new Map() };

async function changesOfSide({ line, captures, store }: OpenedSide): Promise<FilesOfSide> {
  const { scene, end, beginning, why } = captures;
  const unknown: FilesOfSide = { ...noFiles, why };
  if (scene === null || end === null) return unknown;
  try {
    await store.capture(end);
    const changed = beginning === null ? null : await changedPaths(store, beginning, end);
    const changes = changed && new Map(changed.map(({ path, was, is }) => [path, changeOf(was, is)]));
    return { ...unknown, at: line.placeOf(scene), changes };
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return { ...unknown, why: 'damaged' };
  }
}

/** Paths in which final files differ: those of each side from those of the first. */
async function pathsBetween([first, ...others]: readonly OpenedSide[]): Promise<string[]> {
  const found: string[] = [];
  for (const other of others) {
    try {
      if (first) found.push(...(await pathsThatDiffer(first, other)));
    } catch (error) {
      // A part of a capture that cannot be read: what lies there is told as not known, path by path.
      if (!isForkpointError(error)) throw error;
    }
  }
  return found;
}

async function pathsThatDiffer(left: OpenedSide, right: OpenedSide): Promise<string[]> {
  const [from, to] = [left.captures.end ?? '', right.captures.end ?? ''];
  if (left.store === right.store) {
    return (await changedPaths(left.store, from, to)).map(({ path }) => path);
  }
  // Each run keeps objects of its own: what both list is compared entry by entry.
  const [before, after] = [await entriesOf(left.store, from), await entriesOf(right.store, to)];
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    path => before.get(path) !== after.get(path),
  );
}

async function entriesOf(store: CaptureStore, capture: string): Promise<Map<string, string>> {
  const { record } = await store.capture(capture);
  const found = new Map<string, string>();
  for await (const { path, entry } of store.trees.all(record.tree)) {
    // Folders say nothing that their files do not say.
    if (entry.kind !== 'folder') found.set(path, JSON.stringify(entry));
  }
  return found;
}

async function heldAt(
  { captures: { end }, store }: OpenedSide,
  paths: readonly string[],
): Promise<Map<string, HeldFile>> {
  const held = new Map<string, HeldFile>();
  if (end === null) return held;
  for (const path of paths) held.set(path, await heldFileAt(store, end, path));
  return held;
}

async function heldFileAt(store: CaptureStore, capture: string, path: string): Promise<HeldFile> {
  try {
    return heldFile(await (await store.capture(capture)).stateAt(path));
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return { kind: 'unknown', why: 'damaged' };
  }
}

function heldFile(state: PathState): HeldFile {
  return state.kind === 'link'
    ? { kind: 'link', target: state.isFromRoot ? `./${state.target}` : state.target }
    : state;
}

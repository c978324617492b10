import type { ColumnFiles, ComparedFile, FileOfSide, Place } from './comparison.ts';

/** What the files of one side hold at a path; digests are of the content. */
export type HeldFile =
  | { kind: 'file'; digest: string; sizeBytes: number; mode: number }
  | { kind: 'link'; target: string }
  | { kind: 'folder'; mode: number }
  | { kind: 'absent' }
  | { kind: 'unknown'; why: string };

export type ChangeOfFile = NonNullable<ComparedFile['changes'][number]>;

/** The final files of one side, as far as they are of interest. */
export interface FilesOfSide {
  /** The scene whose files they are; null where the reason says why there are none. */
  at: Place | null;
  why: Extract<ColumnFiles, { state: 'unknown' }>['why'];
  /** What was done since the ancestor, by path; null where that is not known. */
  changes: ReadonlyMap<string, ChangeOfFile> | null;
  /** What lies at the paths of the comparison. */
  held: ReadonlyMap<string, HeldFile>;
}

/** Paths that one comparison lists. */
const maxPaths = 2_000;

/** What became of one side's files. */
export function columnFiles({ at, why, changes }: FilesOfSide): ColumnFiles {
  if (at === null || changes === null) return { state: 'unknown', why };
  const count = (...kinds: ChangeOfFile[]) =>
    [...changes.values()].filter(change => kinds.includes(change)).length;
  return {
    state: 'known',
    added: count('created'),
    changed: count('changed', 'mode', 'kind'),
    deleted: count('deleted'),
    at,
  };
}

/** The paths of all sides with what each holds there, those in which they differ first. */
export function comparedFiles(
  paths: Iterable<string>,
  sides: readonly FilesOfSide[],
): { files: ComparedFile[]; filesLeftOut: number } {
  const all = [...paths].map(path => comparedFile(path, sides)).sort(inOrder);
  return { files: all.slice(0, maxPaths), filesLeftOut: Math.max(0, all.length - maxPaths) };
}

function inOrder(x: ComparedFile, y: ComparedFile): number {
  return Number(x.isSame) - Number(y.isSame) || (x.path < y.path ? -1 : 1);
}

function comparedFile(path: string, sides: readonly FilesOfSide[]): ComparedFile {
  const groups = new Map<string, number>();
  const groupOf = (content: string) => {
    const known = groups.get(content) ?? groups.size + 1;
    groups.set(content, known);
    return known;
  };
  const held = sides.map(side => fileOfSide(side.held.get(path), groupOf));
  return {
    path,
    isSame: new Set(held.map(file => JSON.stringify(file))).size === 1 && held[0]?.state !== 'unknown',
    sides: held,
    changes: sides.map(side => side.changes?.get(path) ?? null),
  };
}

function fileOfSide(held: HeldFile | undefined, groupOf: (content: string) => number): FileOfSide {
  switch (held?.kind) {
    case 'file':
      return {
        state: 'file',
        group: groupOf(`file ${held.digest}`),
        sizeBytes: held.sizeBytes,
        mode: held.mode,
      };
    case 'link':
      return { state: 'link', group: groupOf(`link ${held.target}`), target: held.target };
    case 'folder':
      return { state: 'folder', mode: held.mode };
    case 'absent':
      return { state: 'absent' };
    default:
      return { state: 'unknown', why: held?.why ?? 'not-captured' };
  }
}

import { z } from 'zod';
import { checked, parseJson } from '../../shared/schema.ts';
import { type Entry, type FileEntry, type FolderEntry, isEntryName, type LinkEntry } from './entry.ts';
import { type ObjectStore, sha256 } from './objectStore.ts';

/** A folder with everything below it, as a walk found it. */
export interface WalkedFolder extends FolderEntry {
  entries: Map<string, FileEntry | LinkEntry | WalkedFolder>;
}

/**
 * A folder is one object, its entries in the order of their names; folders that did not change share theirs between
 * captures. A long one is split by the digests of its names, so that one changed file rewrites a small part of it.
 */
const splitAbove = 96;
const wideAbove = 3_000;

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);
const modeSchema = z.int().min(0).max(0o7777);
/** A run may come from elsewhere: a name never leads out of its folder, nor into a repository's own files. */
const entryNameSchema = z.string().refine(isEntryName);
const rowSchema = z.union([
  z.tuple([entryNameSchema, z.literal('f'), digestSchema, z.number(), modeSchema]),
  /** `l` as it stands, `r` from the root of the workspace. */
  z.tuple([entryNameSchema, z.enum(['l', 'r']), z.string()]),
  z.tuple([entryNameSchema, z.literal('d'), digestSchema, modeSchema]),
]);
type Row = z.infer<typeof rowSchema>;

const treeObjectSchema = z.union([
  z.object({ entries: z.array(rowSchema) }),
  z.object({ digits: z.int().min(1).max(2), parts: z.array(z.tuple([z.string(), digestSchema])) }),
]);
type TreeObject = z.infer<typeof treeObjectSchema>;

/** An entry of a stored folder; a folder carries the digest of its own object. */
export type StoredEntry = FileEntry | LinkEntry | (FolderEntry & { tree: string });

/** Puts a folder and all below it into `put`; returns the digest of its object. */
export function putTree(folder: WalkedFolder, put: (digest: string, bytes: Buffer) => void): string {
  const rows = [...folder.entries].map(([name, entry]) => rowOf(name, entry, put));
  rows.sort(([a], [b]) => (a < b ? -1 : 1));
  if (rows.length <= splitAbove) return putObject({ entries: rows }, put);
  const digits = rows.length > wideAbove ? 2 : 1;
  const parts = new Map<string, Row[]>();
  for (const row of rows) {
    const key = partOf(row[0], digits);
    const part = parts.get(key);
    if (part) part.push(row);
    else parts.set(key, [row]);
  }
  const stored = [...parts]
    .map(([key, inPart]): [string, string] => [key, putObject({ entries: inPart }, put)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return putObject({ digits, parts: stored }, put);
}

function rowOf(
  name: string,
  entry: FileEntry | LinkEntry | WalkedFolder,
  put: (digest: string, bytes: Buffer) => void,
): Row {
  if (entry.kind === 'file') return [name, 'f', entry.digest, entry.sizeBytes, entry.mode];
  if (entry.kind === 'link') return [name, entry.isFromRoot ? 'r' : 'l', entry.target];
  return [name, 'd', putTree(entry, put), entry.mode];
}

function putObject(object: TreeObject, put: (digest: string, bytes: Buffer) => void): string {
  const bytes = Buffer.from(JSON.stringify(object));
  const digest = sha256(bytes);
  put(digest, bytes);
  return digest;
}

function partOf(name: string, digits: number): string {
  return sha256(Buffer.from(name)).slice(0, digits);
}

/** Reads the folders of captures, each object once. */
export class TreeReader {
  private readonly objects: Pick<ObjectStore, 'read'>;
  private readonly read = new Map<string, Promise<TreeObject>>();

  constructor(objects: Pick<ObjectStore, 'read'>) {
    this.objects = objects;
  }

  /** The entries of a stored folder by name. @throws ForkpointError `capture-damaged` */
  async entries(tree: string): Promise<Map<string, StoredEntry>> {
    const object = await this.object(tree);
    if ('entries' in object) return entriesOf(object.entries);
    const parts = await Promise.all(object.parts.map(([, digest]) => this.entries(digest)));
    return new Map(parts.flatMap(part => [...part]));
  }

  /** What lies at a path below a stored folder, or null. */
  async find(tree: string, path: string): Promise<StoredEntry | null> {
    const [name = '', ...rest] = path.split('/');
    const entry = (await this.named(tree, name)) ?? null;
    if (rest.length === 0) return entry;
    return entry?.kind === 'folder' ? await this.find(entry.tree, rest.join('/')) : null;
  }

  /** Everything below a stored folder, folders before what is in them. */
  async *all(tree: string, above = ''): AsyncGenerator<{ path: string; entry: StoredEntry }> {
    for (const [name, entry] of await this.entries(tree)) {
      yield { path: above + name, entry };
      if (entry.kind === 'folder') yield* this.all(entry.tree, `${above}${name}/`);
    }
  }

  /** Where two stored folders differ, path by path; null stands for an empty one. Equal parts are not read. */
  async *differences(
    before: string | null,
    after: string | null,
    above = '',
  ): AsyncGenerator<{ path: string; before: Entry | null; after: Entry | null }> {
    if (before === after) return;
    const [left, right] = await this.unlikeEntries(before, after);
    for (const name of [...new Set([...left.keys(), ...right.keys()])].sort()) {
      const [was, is] = [left.get(name) ?? null, right.get(name) ?? null];
      const path = above + name;
      if (JSON.stringify(was) === JSON.stringify(is)) continue;
      if (JSON.stringify(plain(was)) !== JSON.stringify(plain(is)))
        yield { path, before: plain(was), after: plain(is) };
      yield* this.differences(treeOf(was), treeOf(is), `${path}/`);
    }
  }

  /** The entries of two folders, less the parts that they share. */
  private async unlikeEntries(before: string | null, after: string | null) {
    const [left, right] = [before && (await this.object(before)), after && (await this.object(after))];
    if (left && right && 'parts' in left && 'parts' in right && left.digits === right.digits) {
      const shared = new Set(left.parts.map(([, digest]) => digest));
      const both = new Set(right.parts.flatMap(([, digest]) => (shared.has(digest) ? [digest] : [])));
      return [await this.partsBut(left.parts, both), await this.partsBut(right.parts, both)] as const;
    }
    const entries = async (tree: string | null) =>
      tree === null ? new Map<string, StoredEntry>() : await this.entries(tree);
    return [await entries(before), await entries(after)] as const;
  }

  private async partsBut(parts: [string, string][], left: ReadonlySet<string>) {
    const wanted = parts.filter(([, digest]) => !left.has(digest));
    const read = await Promise.all(wanted.map(([, digest]) => this.entries(digest)));
    return new Map(read.flatMap(part => [...part]));
  }

  private async named(tree: string, name: string): Promise<StoredEntry | undefined> {
    const object = await this.object(tree);
    if ('entries' in object) return entriesOf(object.entries.filter(row => row[0] === name)).get(name);
    const key = partOf(name, object.digits);
    const part = object.parts.find(([partKey]) => partKey === key);
    return part && (await this.named(part[1], name));
  }

  private object(digest: string): Promise<TreeObject> {
    const known = this.read.get(digest);
    if (known) return known;
    if (this.read.size > 20_000) this.read.clear();
    const reading = this.readObject(digest);
    this.read.set(digest, reading);
    reading.catch(() => this.read.delete(digest));
    return reading;
  }

  private async readObject(digest: string): Promise<TreeObject> {
    const bytes = await this.objects.read(digest);
    return checked(treeObjectSchema, parseJson(bytes.toString('utf8'), digest), digest);
  }
}

function entriesOf(rows: readonly Row[]): Map<string, StoredEntry> {
  return new Map(rows.map(row => [row[0], storedEntry(row)]));
}

function storedEntry(row: Row): StoredEntry {
  if (row[1] === 'f') return { kind: 'file', digest: row[2], sizeBytes: row[3], mode: row[4] };
  if (row[1] === 'd') return { kind: 'folder', mode: row[3], tree: row[2] };
  return { kind: 'link', target: row[2], isFromRoot: row[1] === 'r' };
}

function treeOf(entry: StoredEntry | null): string | null {
  return entry?.kind === 'folder' ? entry.tree : null;
}

function plain(entry: StoredEntry | null): Entry | null {
  return entry?.kind === 'folder' ? { kind: 'folder', mode: entry.mode } : entry;
}

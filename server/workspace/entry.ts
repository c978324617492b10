import { z } from 'zod';

/** What a capture holds of one path. Modes are the low twelve bits of `st_mode`; digests are SHA-256 of the bytes. */
export type Entry = FileEntry | LinkEntry | FolderEntry;

export interface FileEntry {
  kind: 'file';
  digest: string;
  sizeBytes: number;
  mode: number;
}

/** `isFromRoot`: the link was absolute and led into the workspace; `target` is then relative to it, so that a fork's leads into the fork. */
export interface LinkEntry {
  kind: 'link';
  target: string;
  isFromRoot: boolean;
}

export interface FolderEntry {
  kind: 'folder';
  mode: number;
}

/** `unknown`: something lies or may lie there that the capture does not hold. It is never taken for absent. */
export type PathState = Entry | { kind: 'absent' } | { kind: 'unknown'; why: string };

export const absent: PathState = { kind: 'absent' };

/** A path that stays in its workspace and out of repositories' own files: runs may come from elsewhere. */
export const workspacePathSchema = z
  .string()
  .refine(path => path.split('/').every(isEntryName), { error: 'no path of a workspace' });

/** Whether a name can be an entry of a folder in a capture. */
export function isEntryName(name: string): boolean {
  return !/^(|\.|\.\.|\.git)$/i.test(name) && !/[/\0]/.test(name);
}

const modeSchema = z.int().min(0).max(0o7777);

/** As kept in the file of a restore that is under way. */
export const pathStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), digest: z.string(), sizeBytes: z.number(), mode: modeSchema }),
  z.object({ kind: z.literal('link'), target: z.string(), isFromRoot: z.boolean() }),
  z.object({ kind: z.literal('folder'), mode: modeSchema }),
  z.object({ kind: z.literal('absent') }),
  z.object({ kind: z.literal('unknown'), why: z.string() }),
]);

/** Whether two states are known and the same. What is unknown is like nothing, not even like itself. */
export function isSameState(a: PathState, b: PathState): boolean {
  if (a.kind === 'file')
    return b.kind === 'file' && a.digest === b.digest && a.mode === b.mode && a.sizeBytes === b.sizeBytes;
  if (a.kind === 'link') return b.kind === 'link' && a.target === b.target && a.isFromRoot === b.isFromRoot;
  if (a.kind === 'folder') return b.kind === 'folder' && a.mode === b.mode;
  return a.kind === 'absent' && b.kind === 'absent';
}

/** The text of a link as an entry. @param root absolute path of the workspace it lies in */
export function linkEntry(target: string, root: string): LinkEntry {
  const inside = target === root ? '' : target.startsWith(`${root}/`) ? target.slice(root.length + 1) : null;
  return inside === null
    ? { kind: 'link', target, isFromRoot: false }
    : { kind: 'link', target: inside, isFromRoot: true };
}

/** The text of a link in the workspace at `root`. */
export function linkTarget(entry: LinkEntry, root: string): string {
  if (!entry.isFromRoot) return entry.target;
  return entry.target === '' ? root : `${root}/${entry.target}`;
}

/** The folders that a path lies in, outermost first: `a/b/c` gives `a`, `a/b`. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

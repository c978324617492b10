import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../disk/diskCalls.ts';

const skippedFolders = new Set(['.git', 'node_modules']);

/**
 * The plain files under a folder (or the file itself), in order of their names, as paths relative to `root`. Links
 * are not followed; `.git` and `node_modules` are passed over, unless the walk starts there, and so are folders
 * below it that cannot be read or vanish meanwhile.
 */
export async function* walkFiles(root: string, path: string): AsyncGenerator<string> {
  const stat = await lstat(join(root, path));
  if (stat.isFile()) yield path;
  if (stat.isDirectory())
    yield* filesBelow(root, path, await readdir(join(root, path), { withFileTypes: true }));
}

async function* filesBelow(root: string, path: string, entries: Dirent[]): AsyncGenerator<string> {
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = path === '.' ? entry.name : `${path}/${entry.name}`;
    if (entry.isFile()) yield inner;
    if (!entry.isDirectory() || skippedFolders.has(entry.name)) continue;
    yield* filesBelow(root, inner, await entriesOrNone(join(root, inner)));
  }
}

async function entriesOrNone(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EPERM'].includes(systemCode(error) ?? '')) return [];
    throw error;
  }
}

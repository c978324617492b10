import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { digestOf } from '../../../shared/digest.ts';

/** The digest of every file below a folder, by path: equal before and after where nothing was touched. */
export async function folderDigests(folder: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    digests[relative(folder, path)] = digestOf(await readFile(path));
  }
  return digests;
}

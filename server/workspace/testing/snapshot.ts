import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { systemCode } from '../../disk/diskCalls.ts';

/** One path as a test saw it. `value` tells kind, mode and bytes; `uid` whose it is. */
export interface SeenPath {
  value: string;
  uid: number;
  mode: number;
  kind: 'file' | 'folder' | 'link' | 'special';
  sizeBytes: number;
}

/** A workspace as a test saw it, path by path; names that are no UTF-8 as `latin1` behind a `\xff`. */
export type Snapshot = ReadonlyMap<string, SeenPath>;

/** Walks a workspace with code that shares nothing with captures. Absolute links into it count as such. */
export function snapshotOf(root: string): Snapshot {
  const seen = new Map<string, SeenPath>();
  const walk = (at: Buffer, above: string) => {
    for (const name of readdirSync(at, { encoding: 'buffer' })) {
      const absolute = Buffer.concat([at, Buffer.from('/'), name]);
      const text = name.toString();
      const path = above + (Buffer.from(text).equals(name) ? text : `\xff${name.toString('latin1')}`);
      const stats = lstatSync(absolute);
      const mode = stats.mode & 0o7777;
      const base = { uid: stats.uid, mode, sizeBytes: stats.size };
      if (stats.isDirectory()) {
        seen.set(path, { ...base, sizeBytes: 0, kind: 'folder', value: `folder ${mode.toString(8)}` });
        walk(absolute, `${path}/`);
      } else if (stats.isSymbolicLink()) {
        const target = readlinkSync(absolute);
        const inside = target.startsWith(`${root}/`) ? `<root>${target.slice(root.length)}` : target;
        seen.set(path, { ...base, kind: 'link', value: `link ${inside}` });
      } else if (stats.isFile()) {
        seen.set(path, { ...base, kind: 'file', value: `file ${mode.toString(8)} ${contentOf(absolute)}` });
      } else seen.set(path, { ...base, kind: 'special', value: 'special' });
    }
  };
  walk(Buffer.from(root), '');
  return seen;
}

/** The digest of a file; of one that who tests may not read, that. */
function contentOf(absolute: Buffer): string {
  try {
    return createHash('sha1').update(readFileSync(absolute)).digest('hex');
  } catch (error) {
    if (systemCode(error) !== 'EACCES') throw error;
    return 'unreadable';
  }
}

import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import { systemCode } from '../disk/diskCalls.ts';
import { absent, foldersAbove, linkEntry, type PathState } from './entry.ts';
import { IgnoreRules, rulesIn } from './ignoreRules.ts';
import { sha256 } from './objectStore.ts';
import { readFileBytes } from './readFileBytes.ts';
import { isRepository } from './walkWorkspace.ts';
import { lstatOrNull } from './workspaceRoot.ts';

/**
 * What lies at a path of a workspace now, by its exact name: on a disk that does not tell `Hello.txt` from `hello.txt`
 * only the one that is listed is there. Below a link or a file nothing is.
 * @param root absolute, links resolved
 */
export function presentState(root: string, path: string, limitBytes: number): PathState {
  return unlessUnreadable(() => {
    for (const folder of foldersAbove(path)) {
      if (!isListed(root, folder) || !lstatSync(`${root}/${folder}`).isDirectory()) return absent;
    }
    const stats = lstatOrNull(`${root}/${path}`);
    if (stats === null || !isListed(root, path)) return absent;
    return stateOf(root, `${root}/${path}`, stats, limitBytes);
  });
}

/**
 * The same as a capture taken now would see it: nothing is known of what lies in an ignored folder or in a repository of
 * its own.
 */
export function capturableState(root: string, path: string, limitBytes: number): PathState {
  return unlessUnreadable(() => {
    const rules = new IgnoreRules();
    for (const folder of ['', ...foldersAbove(path)]) {
      const absolute = folder === '' ? root : `${root}/${folder}`;
      const stats = lstatOrNull(absolute);
      if (stats === null) break;
      if (!stats.isDirectory()) {
        // Below what is not held, a capture says nothing.
        const above = presentState(root, folder, limitBytes);
        return above.kind === 'unknown' ? above : absent;
      }
      if (folder !== '' && isRepository(readdirSync(absolute))) {
        return { kind: 'unknown', why: 'nested-repository' };
      }
      const text = rulesIn(absolute);
      if (text !== null) rules.add(folder, text);
    }
    const state = presentState(root, path, limitBytes);
    // A folder is held together with what it lists.
    if (state.kind === 'folder' && isRepository(readdirSync(`${root}/${path}`))) {
      return { kind: 'unknown', why: 'nested-repository' };
    }
    return rules.covers(path, state.kind === 'folder') ? { kind: 'unknown', why: 'ignored' } : state;
  });
}

function unlessUnreadable(look: () => PathState): PathState {
  try {
    return look();
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return code === 'ENOENT' || code === 'ENOTDIR' ? absent : { kind: 'unknown', why: 'unreadable' };
  }
}

function stateOf(root: string, absolute: string, stats: Stats, limitBytes: number): PathState {
  const mode = stats.mode & 0o7777;
  if (stats.isDirectory()) return { kind: 'folder', mode };
  if (stats.isSymbolicLink()) return linkEntry(readlinkSync(absolute), root);
  if (!stats.isFile()) return { kind: 'unknown', why: 'device' };
  const read = readFileBytes(absolute, limitBytes);
  if (read === null) return { kind: 'unknown', why: 'too-large' };
  return { kind: 'file', digest: sha256(read.bytes), sizeBytes: read.bytes.length, mode };
}

/** Only where names that differ in case or in their Unicode form lead to one file does a listing say more than `lstat`. */
const isExact = process.platform !== 'darwin' && process.platform !== 'win32';

function isListed(root: string, path: string): boolean {
  if (isExact) return true;
  const slash = path.lastIndexOf('/');
  const folder = slash < 0 ? root : `${root}/${path.slice(0, slash)}`;
  return readdirSync(folder).includes(path.slice(slash + 1));
}

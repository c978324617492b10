import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  type Stats,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { systemCode } from '../disk/diskCalls.ts';
import { linkEntry, linkTarget } from './entry.ts';
import { slices } from './slices.ts';
import { lstatOrNull } from './workspaceRoot.ts';

/** A path that was not copied, and why: a code of the system, `special` for pipes and the like, `git-elsewhere`. */
export interface NotCopied {
  path: string;
  why: string;
}

export interface CopyPlaces {
  /** Real, absolute path of the workspace that is copied from. */
  from: string;
  /** Where the copy is built, and where it will lie in the end: links into the workspace lead there. */
  to: string;
  finalRoot: string;
  /** A folder that is never copied: the data folder. */
  isExcluded(stats: Stats): boolean;
}

/**
 * Copies what captures do not hold, as it is now, with everything below `path`; blocks are shared where the disk can.
 * Gives what could not be copied, and nothing where there is nothing any more. Names are bytes: not all are text.
 * @throws the system's error for a disk that takes no more
 */
export async function copyUncaptured(places: CopyPlaces, path: string): Promise<NotCopied[]> {
  const copy = new Copy(places);
  await copy.each(Buffer.from(path));
  return copy.notCopied;
}

class Copy {
  readonly notCopied: NotCopied[] = [];
  private readonly places: CopyPlaces;
  private readonly breathe = slices();

  constructor(places: CopyPlaces) {
    this.places = places;
  }

  async each(path: Buffer): Promise<void> {
    await this.breathe();
    const [from, to] = [below(this.places.from, path), below(this.places.to, path)];
    try {
      const stats = lstatSync(from);
      if (isOtherRepository(this.places.from, from, stats)) this.leave(path, 'git-elsewhere');
      else if (stats.isDirectory()) await this.folder(path, stats);
      else if (stats.isSymbolicLink()) this.link(from, to);
      else if (stats.isFile()) copyFileSync(from, to, constants.COPYFILE_FICLONE);
      else this.leave(path, 'special');
    } catch (error) {
      const code = systemCode(error);
      if (code === null || code === 'ENOSPC' || code === 'EDQUOT') throw error;
      if (code !== 'ENOENT') this.leave(path, code);
    }
  }

  private async folder(path: Buffer, stats: Stats): Promise<void> {
    if (this.places.isExcluded(stats)) return;
    const to = below(this.places.to, path);
    mkdirSync(to, { mode: 0o700 });
    for (const name of readdirSync(below(this.places.from, path), { encoding: 'buffer' })) {
      await this.each(Buffer.concat([path, Buffer.from('/'), name]));
    }
    chmodSync(to, stats.mode & 0o7777);
  }

  private link(from: Buffer, to: Buffer): void {
    const target = readlinkSync(from, 'buffer');
    const entry = linkEntry(target.toString('utf8'), this.places.from);
    symlinkSync(entry.isFromRoot ? linkTarget(entry, this.places.finalRoot) : target, to);
  }

  private leave(path: Buffer, why: string): void {
    this.notCopied.push({ path: path.toString('utf8'), why });
  }
}

/** What copying a path would take, in bytes. What cannot be read counts nothing. */
export async function sizeOfUncaptured(root: string, path: string): Promise<number> {
  const breathe = slices();
  const sizeOf = async (at: Buffer): Promise<number> => {
    await breathe();
    try {
      const stats = lstatSync(at);
      if (!stats.isDirectory()) return stats.isFile() ? stats.size : 0;
      let sum = 0;
      for (const name of readdirSync(at, { encoding: 'buffer' })) {
        sum += await sizeOf(Buffer.concat([at, Buffer.from('/'), name]));
      }
      return sum;
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return 0;
    }
  };
  return await sizeOf(below(root, Buffer.from(path)));
}

function below(root: string, path: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), path]);
}

/**
 * A `.git` whose repository or work tree lies outside of the copied folder: with a copy of it, git in the fork would
 * write there. https://git-scm.com/docs/gitrepository-layout
 */
function isOtherRepository(root: string, absolute: Buffer, stats: Stats): boolean {
  const path = absolute.toString('utf8');
  if (basename(path) !== '.git') return false;
  if (stats.isSymbolicLink()) return true;
  if (stats.isDirectory()) return hasOwnWorkTree(`${path}/config`);
  if (!stats.isFile()) return false;
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  return isAbsolute(target) || !resolve(dirname(path), target).startsWith(`${root}/`);
}

function hasOwnWorkTree(config: string): boolean {
  return (
    lstatOrNull(config)?.isFile() === true && /^\s*worktree\s*=\s*"?\//im.test(readFileSync(config, 'utf8'))
  );
}

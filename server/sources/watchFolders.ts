import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { branchFromFolderName } from '../../shared/branch.ts';
import { systemCode } from '../disk/diskCalls.ts';

/** Many files change within one save; they are told as one change. */
const gatherMs = 20;
/** How often a folder is looked for that is not there, or cannot be watched (too many watchers, odd disks). */
const lookAgainMs = 1_000;

/**
 * Calls `onChange` soon after anything changes that belongs to a folder of checkpoints: its branch folders, their
 * `superseded/`, a ledger beside it. It watches folders, not files: a handful of watchers however many turns there
 * are. Folders may come and go. Only while the folder is missing or cannot be watched does it look by itself.
 * @returns how to stop
 */
export function watchFolders(root: string, onChange: () => void): () => void {
  const watcher = new FolderWatcher(root, onChange);
  return () => watcher.stop();
}

class FolderWatcher {
  private readonly root: string;
  private readonly onChange: () => void;
  private readonly watched = new Map<string, { ino: number; watcher: FSWatcher }>();
  private gathering: NodeJS.Timeout | null = null;
  private lookingAgain: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(root: string, onChange: () => void) {
    this.root = root;
    this.onChange = onChange;
    this.follow();
  }

  stop(): void {
    this.isStopped = true;
    if (this.gathering !== null) clearTimeout(this.gathering);
    if (this.lookingAgain !== null) clearTimeout(this.lookingAgain);
    for (const { watcher } of this.watched.values()) watcher.close();
    this.watched.clear();
  }

  /** Watches the folders that are there now. New watchers stand before anything is read, so nothing is missed. */
  private follow(): void {
    const folders = new Map(foldersOf(this.root).map(folder => [folder, inodeOf(folder)]));
    for (const [folder, { ino, watcher }] of this.watched) {
      if (folders.get(folder) === ino) continue;
      watcher.close();
      this.watched.delete(folder);
    }
    let isWhole = folders.has(this.root);
    for (const [folder, ino] of folders) {
      if (!this.watched.has(folder) && !this.watchFolder(folder, ino)) isWhole = false;
    }
    if (!isWhole) this.lookAgain();
  }

  private watchFolder(folder: string, ino: number): boolean {
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        if (isRelevant(folder, this.root, event, name)) this.changed();
      });
      // A folder that was removed: what is there now is looked up again.
      watcher.on('error', () => {
        watcher.close();
        this.watched.delete(folder);
        this.changed();
      });
      this.watched.set(folder, { ino, watcher });
      return true;
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return false;
    }
  }

  private changed(): void {
    if (this.isStopped) return;
    this.gathering ??= setTimeout(() => {
      this.gathering = null;
      this.follow();
      this.onChange();
    }, gatherMs).unref();
  }

  private lookAgain(): void {
    this.lookingAgain ??= setTimeout(() => {
      this.lookingAgain = null;
      this.changed();
    }, lookAgainMs).unref();
  }
}

/** The folders in which changes show, as far as they are there. */
function foldersOf(root: string): string[] {
  const names = namesIn(root);
  if (names === null) return [];
  const branches = names.filter(name => branchFromFolderName(name) !== null).map(name => join(root, name));
  const beside = branchFromFolderName(basename(root)) === null ? [] : [dirname(root)];
  const folders = [...beside, root, ...branches].flatMap(folder =>
    folder === beside[0] ? [folder] : [folder, ...supersededFolders(folder)],
  );
  return folders.filter(folder => inodeOf(folder) !== 0);
}

function supersededFolders(branchFolder: string): string[] {
  const superseded = join(branchFolder, 'superseded');
  const moves = namesIn(superseded);
  return moves === null ? [] : [superseded, ...moves.map(name => join(superseded, name))];
}

/** The beat of a lock changes nothing that is shown; its coming and going does. */
function isRelevant(folder: string, root: string, event: string, name: string | null): boolean {
  if (name === null || name === basename(folder)) return true;
  if (name.startsWith('.') || (name === 'lock' && event === 'change')) return false;
  if (folder === dirname(root)) return /^effects.*\.json$/.test(name);
  return relevantName.test(name);
}

const relevantName =
  /^(turn-.*|checkpoints(-.*)?|checkpoint\.json|superseded|\d+|branch\.json|calls\.jsonl|effects.*\.json|lock|run\.json.*)$/;

function namesIn(folder: string): string[] | null {
  return orAbsent(() => readdirSync(folder), null);
}

/** 0 for what is no folder. */
function inodeOf(path: string): number {
  return orAbsent(() => {
    const stats = statSync(path);
    return stats.isDirectory() ? stats.ino : 0;
  }, 0);
}

function orAbsent<T, A>(read: () => T, absent: A): T | A {
  try {
    return read();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return absent;
  }
}

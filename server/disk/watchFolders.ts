import { type FSWatcher, statSync, watch } from 'node:fs';
import { systemCode } from './diskCalls.ts';

/** Many files change within one write; they are told as one change. */
const gatherMs = 20;
/** How often a folder is looked for that is not there, or cannot be watched (too many watchers, odd disks). */
const lookAgainMs = 1_000;

/** What is watched. Paths are absolute. */
export interface Watched {
  /** The folder that should be there: while it is missing it is looked for. */
  root: string;
  /** Further folders in which changes show, as far as they are there. Asked again after every change. */
  listFolders?(): string[];
  /** Whether a change matters; without it every one does. `name` is null where the system does not say what changed. */
  isRelevant?(folder: string, event: string, name: string | null): boolean;
  /** Called soon after a change. */
  onChange(): void;
  /** Whether `onChange` is called at the start too: for what was written since the last reading. */
  tellsFirst?: boolean;
}

/**
 * Watches folders, not files: a handful of watchers however many files there are. Folders may come, go and be replaced.
 * Only while one is missing or cannot be watched does it look by itself. It never ends a process, and keeps none alive.
 * @returns how to stop
 */
export function watchFolders(watched: Watched): () => void {
  const watcher = new FolderWatcher(watched);
  return () => watcher.stop();
}

class FolderWatcher {
  private readonly given: Watched;
  private readonly watched = new Map<string, { inode: number; watcher: FSWatcher }>();
  private gathering: NodeJS.Timeout | null = null;
  private lookingAgain: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(given: Watched) {
    this.given = given;
    this.follow();
    if (given.tellsFirst) this.changed();
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
    const folders = this.foldersNow();
    for (const [folder, { inode, watcher }] of this.watched) {
      if (folders.get(folder) === inode) continue;
      watcher.close();
      this.watched.delete(folder);
    }
    let isWhole = folders.has(this.given.root);
    for (const [folder, inode] of folders) {
      if (!this.watched.has(folder) && !this.watchFolder(folder, inode)) isWhole = false;
    }
    if (!isWhole) this.lookAgain();
  }

  private foldersNow(): Map<string, number> {
    const { root, listFolders } = this.given;
    const named = [root, ...(listFolders?.() ?? [])];
    return new Map(
      named.map(folder => [folder, inodeOf(folder)] as const).filter(([, inode]) => inode !== 0),
    );
  }

  private watchFolder(folder: string, inode: number): boolean {
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        if (this.given.isRelevant?.(folder, event, name) ?? true) this.changed();
      });
      // A folder that was removed: what is there now is looked up again.
      watcher.on('error', () => {
        watcher.close();
        this.watched.delete(folder);
        this.changed();
      });
      this.watched.set(folder, { inode, watcher });
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
      this.given.onChange();
    }, gatherMs).unref();
  }

  private lookAgain(): void {
    this.lookingAgain ??= setTimeout(() => {
      this.lookingAgain = null;
      this.changed();
    }, lookAgainMs).unref();
  }
}

/** 0 for what is no folder. */
function inodeOf(path: string): number {
  try {
    const found = statSync(path);
    return found.isDirectory() ? found.ino : 0;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return 0;
  }
}

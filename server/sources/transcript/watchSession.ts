import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { systemCode } from '../../disk/diskCalls.ts';

/** Several records are written at once; they are told as one change. */
const gatherMs = 20;
/** How often is looked where a folder cannot be watched (too many watchers, odd disks, not there). */
const lookAgainMs = 1_000;

/**
 * Calls `onChange` soon after a session's file or those of its subagents change, whoever writes them. It watches
 * folders, which may come and go, as files may be replaced.
 * @param agentFolder where files of subagents appear: two levels below the session's own folder
 * @returns how to stop
 */
export function watchSession(path: string, agentFolder: string, onChange: () => void): () => void {
  const watcher = new SessionWatcher(path, agentFolder, onChange);
  return () => watcher.stop();
}

class SessionWatcher {
  private readonly path: string;
  private readonly agentFolder: string;
  private readonly onChange: () => void;
  private readonly watched = new Map<string, { inode: number; watcher: FSWatcher }>();
  private gathering: NodeJS.Timeout | null = null;
  private looking: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(path: string, agentFolder: string, onChange: () => void) {
    this.path = path;
    this.agentFolder = agentFolder;
    this.onChange = onChange;
    this.follow();
    // What was written between the last reading and now is noticed too.
    this.changed();
  }

  stop(): void {
    this.isStopped = true;
    if (this.gathering) clearTimeout(this.gathering);
    if (this.looking) clearTimeout(this.looking);
    for (const { watcher } of this.watched.values()) watcher.close();
    this.watched.clear();
  }

  private follow(): void {
    const folder = dirname(this.path);
    for (const each of [folder, dirname(this.agentFolder), this.agentFolder]) {
      const inode = inodeOf(each);
      const known = this.watched.get(each);
      if (known?.inode === inode) continue;
      known?.watcher.close();
      this.watched.delete(each);
      const isWatched = inode !== null && this.watchFolder(each, inode);
      if (!isWatched && (inode !== null || each === folder)) this.lookAgain();
    }
  }

  private watchFolder(folder: string, inode: number): boolean {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || this.isRelevant(folder, name)) this.changed();
      });
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

  /** Beside the session lie others that do not matter. */
  private isRelevant(folder: string, name: string): boolean {
    if (folder !== dirname(this.path) || name.startsWith('agent-')) return true;
    return (
      name === basename(this.path) ||
      name === basename(dirname(this.agentFolder)) ||
      name === basename(folder)
    );
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
    this.looking ??= setTimeout(() => {
      this.looking = null;
      this.changed();
    }, lookAgainMs).unref();
  }
}

function inodeOf(folder: string): number | null {
  try {
    const found = statSync(folder);
    return found.isDirectory() ? found.ino : null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

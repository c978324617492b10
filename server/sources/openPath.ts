import { ForkpointError } from '../../shared/errors.ts';
import type { ReadingProgress } from '../../shared/readingProgress.ts';
import { realPathOf } from '../disk/realPath.ts';
import type { CacheFolder } from './cacheFolder.ts';
import { detectRunFolder } from './folderLayout.ts';
import { RunFolderSource } from './runFolder.ts';
import type { RunSource } from './runSource.ts';
import type { ReadingThread } from './thread/readingThread.ts';
import { ClaudeCodeSource } from './transcript/claudeCodeSource.ts';
import { isClaudeCodeTranscript } from './transcript/isClaudeCodeTranscript.ts';

/** What an opened path is called and where its rows may be kept. */
export interface OpenOptions {
  id: string;
  cacheFolder: CacheFolder | null;
  /** Told now and then while a large file is read. */
  onProgress?: ((progress: ReadingProgress) => void) | undefined;
  /** The thread that reads transcripts; without one they are read where they are opened. */
  thread?: ReadingThread | undefined;
}

/** One kind of thing that can be opened. */
interface Opener {
  detect(path: string): Promise<boolean>;
  open(path: string, options: OpenOptions): RunSource;
}

const openers: readonly Opener[] = [
  {
    detect: async path => (await detectRunFolder(path)) !== null,
    open: (path, { id, cacheFolder }) =>
      new RunFolderSource({ folder: path, readOnly: true, id, cacheFolder }),
  },
  {
    detect: isClaudeCodeTranscript,
    open: (path, { id, onProgress, thread }) =>
      thread ? thread.open(path, id, onProgress) : new ClaudeCodeSource({ path, id, onProgress }),
  },
];

/**
 * Opens whatever lies at a path for reading: a run folder, a folder of checkpoints made by another program, a
 * transcript. Writes nothing there.
 * @throws ForkpointError `no-such-path`, `unknown-format`, `unreadable-file`
 */
export async function openSource(path: string, options: OpenOptions): Promise<RunSource> {
  // Here for what it refuses: the path itself stays as it was written.
  await realPathOf(path);
  for (const opener of openers) {
    if (await opener.detect(path)) return opener.open(path, options);
  }
  throw new ForkpointError('unknown-format', { path });
}

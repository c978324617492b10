import { ForkpointError } from '../../shared/errors.ts';
import { realPathOf } from '../disk/realPath.ts';
import { detectRunFolder } from './folderLayout.ts';
import { RunFolderSource } from './runFolder.ts';
import type { RunSource } from './runSource.ts';
import { ClaudeCodeSource } from './transcript/claudeCodeSource.ts';
import { isClaudeCodeTranscript } from './transcript/isClaudeCodeTranscript.ts';

/** What an opened path is called and where its rows may be kept. */
export interface OpenOptions {
  id: string;
  cacheFolder: string | null;
}

/** One kind of thing that can be opened. */
interface Opener {
  detect(path: string): Promise<boolean>;
  open(path: string, options: OpenOptions): RunSource;
}

const openers: readonly Opener[] = [
  {
    detect: async path => (await detectRunFolder(path)) !== null,
    open: (path, options) => new RunFolderSource({ folder: path, readOnly: true, ...options }),
  },
  {
    detect: isClaudeCodeTranscript,
    open: (path, { id }) => new ClaudeCodeSource({ path, id }),
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

import { type Dirent, lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import type { NotCaptured } from '../../shared/capture.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { type FileEntry, linkEntry } from './entry.ts';
import { IgnoreRules, rulesIn } from './ignoreRules.ts';
import { slices } from './slices.ts';
import type { WalkedFolder } from './tree.ts';

/** A workspace as it was found. */
export interface Walked {
  root: WalkedFolder;
  notCaptured: NotCaptured[];
  rules: IgnoreRules;
  files: number;
  sizeBytes: number;
}

export interface WalkOptions {
  /** A folder that is never part of a workspace: the data folder. By device and inode. */
  isExcluded(stats: Stats): boolean;
  /** What a file holds, or why that is not kept. @throws the system's error where it cannot be read */
  fileEntry(path: string, absolute: string, stats: Stats): FileEntry | NotCaptured['why'];
}

/**
 * Walks a workspace without following a link. What cannot be held is listed, with the reason; what vanishes meanwhile is
 * not there. @throws the system's error where the root itself cannot be read
 */
export async function walkWorkspace(root: string, options: WalkOptions): Promise<Walked> {
  const walk = new Walk(root, options);
  const entries = listFolder(root);
  const { mode } = lstatSync(root);
  walk.walked.root = { kind: 'folder', mode: mode & 0o7777, entries: await walk.below('', entries) };
  return walk.walked;
}

class Walk {
  readonly walked: Walked;
  private readonly rootPath: string;
  private readonly options: WalkOptions;
  private readonly breathe = slices();

  constructor(root: string, options: WalkOptions) {
    this.rootPath = root;
    this.options = options;
    this.walked = {
      root: { kind: 'folder', mode: 0, entries: new Map() },
      notCaptured: [],
      rules: new IgnoreRules(),
      files: 0,
      sizeBytes: 0,
    };
  }

  async below(folder: string, found: Listing): Promise<WalkedFolder['entries']> {
    const above = folder === '' ? '' : `${folder}/`;
    for (const name of found.oddNames) this.leave(above + name, 'odd-name');
    if (found.entries.some(({ name }) => name === '.gitignore')) this.takeRules(folder);
    const entries: WalkedFolder['entries'] = new Map();
    for (const entry of found.entries) {
      const path = above + entry.name;
      const kept = entry.isDirectory()
        ? await this.held(path, () => this.folder(path, entry.name))
        : this.held(path, () => this.single(path, entry));
      if (kept) entries.set(entry.name, kept);
      const wait = this.breathe();
      if (wait) await wait;
    }
    return entries;
  }

  /** What is held of a path; null for what vanished meanwhile, and for what cannot be read, which is listed. */
  private held<T>(path: string, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      const code = systemCode(error);
      if (code === null) throw error;
      return code === 'ENOENT' || code === 'ENOTDIR' ? null : this.leave(path, 'unreadable');
    }
  }

  /** Anything but a folder; without a promise, since most of a workspace is files. */
  private single(path: string, entry: Dirent) {
    const absolute = `${this.rootPath}/${path}`;
    if (isGit(entry.name)) return this.leave(path, 'ignored');
    if (entry.isFile()) return this.file(path, absolute);
    return entry.isSymbolicLink() ? this.link(path, absolute) : this.leave(path, kindOfSpecial(entry));
  }

  private file(path: string, absolute: string) {
    const stats = lstatSync(absolute);
    const entry = this.options.fileEntry(path, absolute, stats);
    if (typeof entry === 'string') return this.leave(path, entry);
    this.walked.files += 1;
    this.walked.sizeBytes += entry.sizeBytes;
    return entry;
  }

  private folder(path: string, name: string): Promise<WalkedFolder> | null {
    const absolute = `${this.rootPath}/${path}`;
    const stats = lstatSync(absolute);
    if (isGit(name) || this.options.isExcluded(stats) || this.walked.rules.ignoresFolder(path)) {
      return this.leave(path, 'ignored');
    }
    const found = listFolder(absolute);
    if (isRepository(found.entries.map(entry => entry.name))) return this.leave(path, 'nested-repository');
    return this.below(path, found).then(entries => ({
      kind: 'folder',
      mode: stats.mode & 0o7777,
      entries,
    }));
  }

  private link(path: string, absolute: string) {
    const bytes = readlinkSync(absolute, 'buffer');
    const target = bytes.toString('utf8');
    if (!Buffer.from(target).equals(bytes)) return this.leave(path, 'odd-name');
    return linkEntry(target, this.rootPath);
  }

  private takeRules(folder: string): void {
    const text = rulesIn(folder === '' ? this.rootPath : `${this.rootPath}/${folder}`);
    if (text !== null) this.walked.rules.add(folder, text);
  }

  private leave(path: string, why: NotCaptured['why']): null {
    this.walked.notCaptured.push({ path, why });
    return null;
  }
}

interface Listing {
  entries: Dirent[];
  /** Names that are no UTF-8, made readable: there is no text that leads to them. */
  oddNames: string[];
}

function listFolder(absolute: string): Listing {
  const entries = readdirSync(absolute, { withFileTypes: true });
  if (!entries.some(({ name }) => name.includes('\ufffd'))) return { entries, oddNames: [] };
  const odd = readdirSync(absolute, { encoding: 'buffer' }).filter(
    bytes => !Buffer.from(bytes.toString('utf8')).equals(bytes),
  );
  const unreadable = new Set(odd.map(bytes => bytes.toString('utf8')));
  return {
    entries: entries.filter(({ name }) => !unreadable.has(name)),
    oddNames: odd.map(readableName).sort(),
  };
}

/** Bytes that are no UTF-8 as `\xNN`. */
function readableName(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, char => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Whether a folder with these names is a repository of its own: a work tree, or a bare one. */
export function isRepository(names: readonly string[]): boolean {
  return names.includes('.git') || ['HEAD', 'objects', 'refs'].every(name => names.includes(name));
}

function isGit(name: string): boolean {
  return name.toLowerCase() === '.git';
}

function kindOfSpecial(entry: Dirent): NotCaptured['why'] {
  if (entry.isFIFO()) return 'pipe';
  return entry.isSocket() ? 'socket' : 'device';
}

import ignore from 'ignore';
import { z } from 'zod';
import { systemCode } from '../disk/diskCalls.ts';
import { foldersAbove } from './entry.ts';
import { readFileBytes } from './readFileBytes.ts';

/** Folders that tools fill and can fill again. Names, at any depth; `.gitignore` may take one back (`!dist/`). */
const builtFolders = new Set([
  'node_modules',
  'bower_components',
  'dist',
  'target',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.gradle',
  '.next',
  '.nuxt',
  '.svelte-kit',
  '.turbo',
  '.parcel-cache',
  '.cache',
]);

const largestRulesBytes = 1 << 20;

/** The text of the `.gitignore` of a folder, or null: none, a link (git follows none), or one that cannot be read. */
export function rulesIn(folder: string): string | null {
  try {
    return readFileBytes(`${folder}/.gitignore`, largestRulesBytes)?.bytes.toString('utf8') ?? null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/** The rules that held at a capture, kept with it: what counts as ignored later does not change what was held then. */
export const frozenRulesSchema = z.object({
  builtFolders: z.array(z.string()),
  /** Text of each `.gitignore`, by the folder it lies in; the root is the empty text. */
  files: z.array(z.tuple([z.string(), z.string()])),
});
export type FrozenRules = z.infer<typeof frozenRulesSchema>;

/**
 * Which folders are passed over. Only folders: a single ignored file (`.env`, a log) is held like any other. Patterns
 * are those of git, https://git-scm.com/docs/gitignore; the nearest file decides.
 */
export class IgnoreRules {
  private readonly built: ReadonlySet<string>;
  private readonly files = new Map<string, { text: string; rules: ignore.Ignore }>();

  constructor(frozen: FrozenRules = { builtFolders: [...builtFolders], files: [] }) {
    this.built = new Set(frozen.builtFolders);
    for (const [folder, text] of frozen.files) this.add(folder, text);
  }

  add(folder: string, text: string): void {
    const rules = ignore({ allowRelativePaths: true, ignorecase: false }).add(text);
    this.files.set(folder, { text, rules });
  }

  /** Whether a folder is passed over, given that none above it is. */
  ignoresFolder(path: string): boolean {
    for (const above of ['', ...foldersAbove(path)].reverse()) {
      const rules = this.files.get(above)?.rules;
      if (!rules) continue;
      const below = above === '' ? path : path.slice(above.length + 1);
      const { ignored, unignored } = rules.test(`${below}/`);
      if (ignored || unignored) return ignored;
    }
    return this.built.has(path.slice(path.lastIndexOf('/') + 1));
  }

  /** Whether a path lies in a folder that is passed over, or is one. */
  covers(path: string, isFolder: boolean): boolean {
    return [...foldersAbove(path), ...(isFolder ? [path] : [])].some(folder => this.ignoresFolder(folder));
  }

  frozen(): FrozenRules {
    const files = [...this.files].map(([folder, { text }]): [string, string] => [folder, text]);
    return { builtFolders: [...this.built].sort(), files: files.sort(([a], [b]) => (a < b ? -1 : 1)) };
  }
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type RunFolder = ReturnType<typeof runFolder>;

/** What lies in the folder of a run, as other programs would see it. */
export function runFolder(dataFolder: string, run: string) {
  const folder = join(dataFolder, run);
  const workspace = (branch: string) => join(folder, 'workspaces', branch);
  return {
    workspace,
    file: (branch: string, path: string) => readFile(join(workspace(branch), path), 'utf8'),
    filesOf: (branch: string) => digests(workspace(branch)),
    /** The whole text of each mail that was sent. */
    async mails(): Promise<string[]> {
      const outbox = join(folder, 'outbox');
      // Nothing makes the folder before the first mail.
      const names = existsSync(outbox) ? await readdir(outbox) : [];
      return Promise.all(names.map(name => readFile(join(outbox, name), 'utf8')));
    },
    async ledger(branch: string): Promise<{ name: string; input: unknown }[]> {
      const checkpoints = branch === 'main' ? 'checkpoints' : `checkpoints-${branch}`;
      return JSON.parse(await readFile(join(folder, checkpoints, 'effects.json'), 'utf8'));
    },
  };
}

/** Digest of every file below a folder, by path. */
async function digests(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const pairs = await Promise.all(
    files
      .toSorted()
      .map(async path => [path.slice(folder.length + 1), digestOf(await readFile(path))] as const),
  );
  return Object.fromEntries(pairs);
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { execFileSync } from 'node:child_process';
import {
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { changeAtRandom, type Pick } from './randomChanges.ts';
import { isRoot } from './rights.ts';

interface RandomFiles {
  root: string;
  /** Whose the files are to be; null: they stay with who makes them. */
  user: number | null;
  pick: Pick;
}

/** Fills a workspace with files, folders and everything odd that lies in folders of people. */
export async function makeRandomFiles({ root, user, pick }: RandomFiles): Promise<void> {
  for (const folder of ['', 'src', 'nested/.git', 'node_modules', 'empty']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(join(root, 'nested/.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(root, 'node_modules/x'), 'built\n');
  const links = { dangling: 'nowhere', outside: '/etc/hostname', way: 'src' };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  for (let count = pick(12); count > 0; count--) changeAtRandom(root, pick);
  if (pick(3) === 0) execFileSync('mkfifo', [join(root, 'pipe')]);
  if (pick(3) === 0) await makeSocket(join(root, 'socket'));
  writeFileSync(Buffer.concat([Buffer.from(`${root}/odd-`), Buffer.from([0xff])]), 'odd');
  if (user !== null) giveAway(Buffer.from(root), user);
  if (pick(2) === 0) makeUnreadable(root);
}

/** Of somebody else where this process can make such, else closed by mode. */
function makeUnreadable(root: string): void {
  writeFileSync(join(root, 'secret'), 'not to be read', { mode: isRoot ? 0o600 : 0o000 });
  mkdirSync(join(root, 'locked'), { mode: 0o755 });
  writeFileSync(join(root, 'locked/file'), 'of someone else', { mode: isRoot ? 0o644 : 0o400 });
}

/** It stays when its server is gone, under another name than that which the server would remove. */
async function makeSocket(path: string): Promise<void> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(`${path}.new`, resolve));
  renameSync(`${path}.new`, path);
  await new Promise(resolve => server.close(resolve));
}

/** A folder and all in it become another's. */
export function giveAway(path: Buffer, user: number): void {
  lchownSync(path, user, user);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path, { encoding: 'buffer' })) {
    giveAway(Buffer.concat([path, Buffer.from('/'), name]), user);
  }
}

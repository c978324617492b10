import {
  chmodSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../../disk/diskCalls.ts';

/** Larger files are not held by the captures of these tests. */
export const limitBytes = 2_000;

const names = [
  'a.txt',
  'b.sh',
  'Hello.txt',
  'hello.txt',
  'caf\u00e9',
  'cafe\u0301',
  '-dash',
  'new\nline',
  '\u202egnp.exe',
  'x',
];
const folders = ['', 'src/', 'src/lib/', 'docs/', 'logs/', 'node_modules/', 'nested/', 'shut/'];

/** Picks whole numbers below a bound. */
export type Pick = (bound: number) => number;

/** Where the run, a restore and somebody else meet. */
const busyPaths = ['a.txt', 'src', 'src/x', 'src/lib', 'docs/new\nline', 'logs/x', 'cafe\u0301'];

/** @param known paths that are there: half of what happens, happens to them */
export function randomPath(pick: Pick, known: readonly string[] = []): string {
  if (known.length > 0 && pick(2) === 0) return known[pick(known.length)] ?? 'x';
  if (pick(2) === 0) return busyPaths[pick(busyPaths.length)] ?? 'x';
  const folder = folders[pick(folders.length)] ?? '';
  // Now and then the folder itself.
  if (folder !== '' && pick(5) === 0) return folder.slice(0, -1);
  return folder + names[pick(names.length)];
}

/**
 * One random change in a workspace: by a tool, a command, or whoever has the rights of this moment. What the rights do
 * not allow does not happen.
 * @param options.owner who new files go to, where this process may give them away
 */
export function changeAtRandom(
  root: string,
  pick: Pick,
  { owner = null, known = [] }: { owner?: number | null; known?: readonly string[] } = {},
): void {
  const path = `${root}/${randomPath(pick, known)}`;
  const other = `${root}/${randomPath(pick, known)}`;
  const acts = [
    write,
    write,
    write,
    write,
    remove,
    remove,
    makeFolder,
    changeMode,
    changeMode,
    link,
    move,
    enlarge,
    rules,
  ];
  const act = acts[pick(acts.length)] ?? write;
  try {
    act({ root, path, other, pick });
    if (owner !== null) lchownSync(path, owner, owner);
  } catch (error) {
    if (systemCode(error) === null) throw error;
  }
}

interface Change {
  root: string;
  path: string;
  other: string;
  pick: Pick;
}

function write({ path, pick }: Change): void {
  mkdirSync(dirname(path), { recursive: true });
  const text = `text ${pick(1_000_000)}\n`;
  // In place, as an editor or a shell does, or a new file in its place, as careful writers do.
  if (pick(2) === 0) writeFileSync(path, text);
  else {
    writeFileSync(`${path}.new`, text, { mode: [0o644, 0o755, 0o600, 0o444][pick(4)] });
    renameSync(`${path}.new`, path);
  }
}

function remove({ path, pick }: Change): void {
  if (lstatSync(path).isDirectory() && pick(2) === 0) return;
  rmSync(path, { recursive: true });
}

function makeFolder({ path }: Change): void {
  mkdirSync(path, { recursive: true });
}

function changeMode({ path, pick }: Change): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  const modes = stats.isDirectory() ? [0o755, 0o700, 0o555, 0o500] : [0o644, 0o755, 0o400, 0o2755];
  chmodSync(path, modes[pick(modes.length)] ?? 0o755);
}

function link({ root, path, other, pick }: Change): void {
  if (lstatSync(dirname(path)).isDirectory() && pick(2) === 0) rmSync(path, { force: true });
  symlinkSync(
    [other, 'a.txt', `${root}/../outside`, `${root}/src`, '..', 'nowhere'][pick(6)] ?? 'a.txt',
    path,
  );
}

function move({ path, other, pick }: Change): void {
  if (pick(3) === 0) rmSync(other, { recursive: true, force: true });
  renameSync(path, other);
}

function enlarge({ path, pick }: Change): void {
  if (pick(3) === 0) writeFileSync(path, 'x'.repeat(limitBytes + 1 + pick(100)));
}

function rules({ root, pick }: Change): void {
  const path = `${root}/.gitignore`;
  if (pick(3) === 0) unlinkSync(path);
  else writeFileSync(path, pick(2) === 0 ? 'logs/\n' : '*.o\n');
}

import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRunFiles } from '../workspace/diskRunFiles.ts';

/** What the table of timings takes. */
export interface Comparison {
  name: string;
  ours: () => Promise<unknown> | unknown;
  beside: () => Promise<unknown> | unknown;
}

const bytesPerFile = 4_000;

/** Captures of small, middling and large workspaces, and what a hundred turns leave on the disk. */
export async function benchCaptures(
  folder: string,
  report: (comparison: Comparison) => Promise<void>,
): Promise<void> {
  for (const count of [100, 5_000, 30_000]) await benchCapture(join(folder, `files-${count}`), count, report);
  await benchTurns(join(folder, 'turns'));
}

async function benchCapture(
  dataFolder: string,
  count: number,
  report: (comparison: Comparison) => Promise<void>,
): Promise<void> {
  const { runFolder, workspace, opened } = await filledWorkspace(dataFolder, count);
  const name = `of ${count.toLocaleString('en')} files, beside walking and stat of the same`;
  let turn = 0;
  await report({
    name: `first capture ${name}`,
    ours: async () => {
      await rm(join(runFolder, 'captures'), { recursive: true, force: true });
      await opened().capture('main');
    },
    beside: () => walk(workspace),
  });
  const files = opened();
  await files.capture('main');
  await report({
    name: `later capture, two changed, ${name}`,
    ours: async () => {
      await changeTwo(workspace, turn++);
      await files.capture('main');
    },
    beside: () => walk(workspace),
  });
}

/** A hundred turns that change two files each, captured before and after. */
async function benchTurns(dataFolder: string): Promise<void> {
  const { runFolder, workspace, opened } = await filledWorkspace(dataFolder, 1_000);
  const files = opened();
  await files.capture('main');
  const captures = join(runFolder, 'captures');
  const before = await bytesBelow(captures);
  const turns = 100;
  for (let turn = 0; turn < turns; turn++) {
    await changeTwo(workspace, turn);
    await files.capture('main');
    await files.capture('main');
  }
  const kept = (await bytesBelow(captures)) - before;
  const changed = turns * 2 * bytesPerFile;
  const name = 'bytes kept of 100 turns that change two of 1,000 files, beside the bytes';
  console.log(
    `${name.padEnd(72)} ${(kept / 1000).toFixed(0).padStart(8)} kB ${(changed / 1000).toFixed(0).padStart(8)} kB  ×${(kept / changed).toFixed(2)}`,
  );
}

async function filledWorkspace(dataFolder: string, count: number) {
  const runFolder = join(dataFolder, 'run');
  const workspace = join(runFolder, 'workspaces', 'main');
  for (let file = 0; file < count; file++) {
    if (file % 100 === 0) await mkdir(join(workspace, folderOf(file)), { recursive: true });
    await writeFile(join(workspace, folderOf(file), `${file}.txt`), textOf(file, 0));
  }
  const opened = () => openRunFiles({ dataFolder, runFolder, ownFolder: null });
  return { runFolder, workspace, opened };
}

async function changeTwo(workspace: string, turn: number): Promise<void> {
  for (const file of [turn % 50, 50 + (turn % 50)]) {
    await writeFile(join(workspace, folderOf(file), `${file}.txt`), textOf(file, turn + 1));
  }
}

function folderOf(file: number): string {
  return `part-${Math.floor(file / 1_000)}/group-${Math.floor(file / 100)}`;
}

function textOf(file: number, version: number): string {
  return `file ${file}, version ${version}\n`.padEnd(bytesPerFile, `line of ${file} in ${version}\n`);
}

/** The least that finding out what changed can cost: every name listed, every file looked at. */
function walk(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path);
    else lstatSync(path);
  }
}

async function bytesBelow(folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return sum;
}

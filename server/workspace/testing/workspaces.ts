import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openRunFiles, type RunFilesOptions } from '../diskRunFiles.ts';
import type { RunFiles } from '../runFiles.ts';
import { fastFolder } from './fastFolder.ts';

/** A run with files, in a folder of its own that goes with the test. */
export interface TestRun {
  files: RunFiles;
  runFolder: string;
  dataFolder: string;
  /** Of branch `main`. */
  workspace: string;
  reopened(more?: Partial<RunFilesOptions>): RunFiles;
}

/** @param own `main` works in a person's own folder beside the data folder */
export async function testRun(options: { own?: boolean } & Partial<RunFilesOptions> = {}): Promise<TestRun> {
  const { own = false, ...more } = options;
  const folder = await fastFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const [dataFolder, runFolder] = [join(folder, 'data'), join(folder, 'data', 'run')];
  const ownFolder = own ? join(folder, 'project') : null;
  const workspace = ownFolder ?? join(runFolder, 'workspaces', 'main');
  await mkdir(runFolder, { recursive: true });
  mkdirSync(workspace, { recursive: true });
  const places = { dataFolder, runFolder, ownFolder };
  const reopened = (again: Partial<RunFilesOptions> = {}) => openRunFiles({ ...places, ...more, ...again });
  return { files: reopened(), runFolder, dataFolder, workspace, reopened };
}

/**
 * Everything below a folder as lines of text, for comparing: `a.txt 644 text`, `b/ 755`, `c -> a.txt`. Names and bytes
 * that are no text come as `latin1`.
 */
export function drawn(folder: string, options: { owners?: boolean } = {}): string[] {
  const lines: string[] = [];
  const walk = (at: Buffer, shown: string) => {
    const names = readdirSync(at, { encoding: 'buffer' }).sort(Buffer.compare);
    for (const name of names) {
      const path = Buffer.concat([at, Buffer.from('/'), name]);
      const label = `${shown}${isText(name) ? name.toString() : name.toString('latin1')}`;
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o7777).toString(8) + (options.owners ? ` ${stats.uid}` : '');
      if (stats.isDirectory()) {
        lines.push(`${label}/ ${mode}`);
        walk(path, `${label}/`);
      } else if (stats.isSymbolicLink()) lines.push(`${label} -> ${readlinkSync(path)}`);
      else if (stats.isFile()) lines.push(`${label} ${mode} ${readFileSync(path, 'latin1')}`);
      else lines.push(`${label} special`);
    }
  };
  walk(Buffer.from(folder), '');
  return lines;
}

function isText(name: Buffer): boolean {
  return Buffer.from(name.toString()).equals(name);
}

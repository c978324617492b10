import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { GitHead } from '../../shared/capture.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { readIfThere } from '../disk/readIfThere.ts';

const commitPattern = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const refPattern = /^refs\/(?!.*(?:\.\.|\/\/))[^\0\n\\]+$/;

/**
 * The commit that HEAD names in the git repository whose work tree a folder is, read from its files. Null for a folder
 * that is none, a repository without a commit, and one whose references are kept in a way that is not known here.
 */
export async function readGitHead(workTree: string): Promise<GitHead | null> {
  try {
    const gitFolder = await gitFolderOf(workTree);
    if (gitFolder === null) return null;
    const head = await textOf(join(gitFolder, 'HEAD'));
    if (head === null) return null;
    if (commitPattern.test(head)) return { commit: head, ref: null };
    const ref = refOf(head);
    const commit = ref === null ? null : await commitOf(gitFolder, ref);
    return commit === null ? null : { commit, ref };
  } catch (error) {
    // What cannot be read says nothing; it is no reason for a capture or a plan to fail.
    if (!isForkpointError(error) && systemCode(error) === null) throw error;
    return null;
  }
}

/**
 * How many commits lie behind `from` on the way to `to`; null where nobody can say: git is not there, or does not know
 * them. Git only reads: it takes no lock and fetches nothing.
 */
export async function commitsBetween(workTree: string, from: string, to: string): Promise<number | null> {
  if (!commitPattern.test(from) || !commitPattern.test(to)) return null;
  const words = ['-C', workTree, 'rev-list', '--count', `${from}..${to}`];
  const env = {
    PATH: process.env.PATH ?? '',
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
  return await new Promise(settle => {
    execFile('git', words, { env, timeout: 2000 }, (error, stdout) => {
      settle(error === null && /^\d+\n$/.test(stdout) ? Number(stdout) : null);
    });
  });
}

/** `.git`, or where a file in its place leads: a further work tree of a repository has one. */
async function gitFolderOf(workTree: string): Promise<string | null> {
  const path = join(workTree, '.git');
  const stats = await lstat(path);
  if (stats.isDirectory()) return path;
  const [, target] = /^gitdir: (.+)$/.exec((stats.isFile() && (await textOf(path))) || '') ?? [];
  return target === undefined ? null : resolve(workTree, target);
}

/** Branches of a further work tree are those of its repository. */
async function commitOf(gitFolder: string, ref: string): Promise<string | null> {
  const common = resolve(gitFolder, (await textOf(join(gitFolder, 'commondir'))) ?? '.');
  let name: string | null = ref;
  // A reference may name another one; git follows five at most.
  for (let step = 0; name !== null && step < 5; step++) {
    const text = await textOf(join(common, name));
    if (text === null) return await packedCommit(common, name);
    if (commitPattern.test(text)) return text;
    name = refOf(text);
  }
  return null;
}

async function packedCommit(common: string, ref: string): Promise<string | null> {
  const lines = ((await textOf(join(common, 'packed-refs'))) ?? '').split('\n');
  const commit = lines.find(line => line.endsWith(` ${ref}`))?.split(' ')[0] ?? '';
  return commitPattern.test(commit) ? commit : null;
}

function refOf(text: string): string | null {
  const [, ref = ''] = /^ref: (.+)$/.exec(text) ?? [];
  return refPattern.test(ref) ? ref : null;
}

async function textOf(path: string): Promise<string | null> {
  return (await readIfThere(path))?.toString('utf8').trim() ?? null;
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitsBetween, readGitHead } from './gitHead.ts';

let folder = '';
let project = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forkpoint-git-'));
  project = join(folder, 'project');
  mkdirSync(project);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};
const git = (...words: string[]) =>
  execFileSync('git', ['-C', project, ...words], { env, encoding: 'utf8', stdio: 'pipe' }).trim();
const commit = (message: string) => {
  git('commit', '--quiet', '--allow-empty', '-m', message);
  return git('rev-parse', 'HEAD');
};

test('of a branch, of a packed one, of a commit by itself, and of a further work tree', async () => {
  git('init', '--quiet', '--initial-branch', 'topic/on');
  expect(await readGitHead(project)).toBeNull();
  const first = commit('one');
  const ref = 'refs/heads/topic/on';
  expect(await readGitHead(project)).toEqual({ commit: first, ref });
  git('pack-refs', '--all');
  expect(await readGitHead(project)).toEqual({ commit: first, ref });
  git('worktree', 'add', '--quiet', '-b', 'beside', join(folder, 'beside'));
  const beside = { commit: first, ref: 'refs/heads/beside' };
  expect(await readGitHead(join(folder, 'beside'))).toEqual(beside);
  const second = commit('two');
  expect(await readGitHead(project)).toEqual({ commit: second, ref });
  expect(await readGitHead(join(folder, 'beside'))).toEqual(beside);
  git('checkout', '--quiet', '--detach', first);
  expect(await readGitHead(project)).toEqual({ commit: first, ref: null });
});

test('of what is no repository, or an odd one, is not known', async () => {
  expect(await readGitHead(project)).toBeNull();
  expect(await readGitHead(join(project, 'nowhere'))).toBeNull();
  writeFileSync(join(project, '.git'), 'gitdir: /nowhere/at/all\n');
  expect(await readGitHead(project)).toBeNull();
  rmSync(join(project, '.git'));
  mkdirSync(join(project, '.git'));
  for (const text of ['', 'ref: refs/heads/../../../secret', 'ref: refs/heads/.invalid', 'ref: HEAD']) {
    writeFileSync(join(project, '.git/HEAD'), text);
    expect(await readGitHead(project)).toBeNull();
  }
});

test('commits between two are counted, or said not to be known', async () => {
  git('init', '--quiet');
  const [first, , third] = [commit('one'), commit('two'), commit('three')];
  expect(await commitsBetween(project, first, third)).toBe(2);
  expect(await commitsBetween(project, third, first)).toBe(0);
  expect(await commitsBetween(project, 'f'.repeat(40), third)).toBeNull();
  expect(await commitsBetween(project, '--all', third)).toBeNull();
  expect(await commitsBetween(folder, first, third)).toBeNull();
});

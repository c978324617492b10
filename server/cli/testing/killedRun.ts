import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel } from '../../model/scripted.ts';
import { scenarioSchema } from '../../scenarios/scenario.ts';
import type { ActedServices } from './actedServices.ts';

const shell = (command: string) => ({ tool: 'run_command', input: { command } });
const write = (path: string, content: string) => ({ tool: 'write_file', input: { path, content } });

/** Two turns that change a good part of a project, and words. What comes next follows from the messages alone. */
export const killedModel = scriptedModel({
  ...scenarioSchema.parse({
    id: 'killed',
    title: 'Changes a good part of a project',
    task: 'Tidy up.',
    paceMs: 0,
    replies: [
      { calls: [write('src/deep/0.txt', 'first change\n'), write('notes/plan.md', 'a plan\n')] },
      {
        calls: [
          { tool: 'delete_file', input: { path: 'src/deep/1.txt' } },
          {
            tool: 'edit_file',
            input: { path: 'src/deep/0.txt', old_text: 'first', new_text: 'second' },
          },
          shell('rm -r old && echo "a file in place of a folder" > old && chmod 755 src/deep/2.txt'),
          shell('for n in 1 2 3 4 5 6; do echo "new $n" > "new-$n.txt"; done; ln -s src/deep way'),
          write('notes/plan.md', 'another plan\n'),
        ],
      },
      { text: 'Done.' },
    ],
  }),
  projectFolder: null,
});

/** Where `doCommand` rewinds to and forks from: the end of the first turn. */
export const backAddress = 'main:1-B';

/** Does one command on the run `run` and waits until nothing of it goes on. */
export async function doCommand({ services, rested }: ActedServices, command: string): Promise<void> {
  const { commands, adoptions } = services;
  if (command === 'resume') await commands.resume('run', 'main', {});
  if (command === 'undo') await commands.undo('run', 'main');
  if (command === 'rewind') await commands.rewind('run', 'main', { to: backAddress });
  if (command === 'fork') await commands.fork('run', 'main', { to: backAddress, name: 'plan-b' });
  if (command === 'adopt') {
    await commands.fork('run', 'main', { to: backAddress, name: 'plan-b' });
    await adoptions.adopt('run', { side: 'plan-b', into: { branch: 'main' } });
  }
  await rested();
}

/**
 * Makes a person's project: a real repository with staged, unstaged and untracked changes, a repository in it that is
 * its own, and what else lies in folders of people: links, a pipe, an ignored folder, odd names, an empty folder.
 */
export function makeProject(project: string): void {
  mkdirSync(project, { recursive: true });
  for (const folder of ['src/deep', 'old', 'node_modules/dep', 'empty', 'vendor/lib']) {
    mkdirSync(join(project, folder), { recursive: true });
  }
  for (let count = 0; count < 8; count++) {
    writeFileSync(join(project, `src/deep/${count}.txt`), `text ${count}\n`);
    writeFileSync(join(project, `old/${count}.txt`), `old ${count}\n`);
  }
  writeFileSync(join(project, '.gitignore'), 'node_modules/\n');
  writeFileSync(join(project, 'node_modules/dep/index.js'), 'export {};\n');
  writeFileSync(join(project, 'src/-new\nline \u202eodd.txt'), 'an odd name\n');
  symlinkSync('nowhere', join(project, 'dangling'));
  symlinkSync('/etc/hostname', join(project, 'outside'));
  symlinkSync('src', join(project, 'folder-link'));
  chmodSync(join(project, 'src/deep/7.txt'), 0o755);
  makeRepository(join(project, 'vendor/lib'), { 'lib.c': 'int one;\n' });
  writeFileSync(join(project, 'vendor/lib/lib.c'), 'int two;\n');
  makeRepository(project, {});
  writeFileSync(join(project, 'src/deep/5.txt'), 'staged\n');
  git(project, 'add', 'src/deep/5.txt');
  writeFileSync(join(project, 'src/deep/6.txt'), 'not staged\n');
  writeFileSync(join(project, 'untracked.txt'), 'untracked\n');
  execFileSync('mkfifo', [join(project, 'pipe')]);
}

function makeRepository(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  git(folder, 'init', '--quiet');
  git(folder, 'add', '.');
  git(folder, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'first');
}

/** What git says of a repository, which it leaves as it is. */
export function gitWords(folder: string): string {
  return [
    git(folder, '--no-optional-locks', 'status', '--porcelain=v2', '--branch', '--untracked-files=all'),
    git(folder, 'fsck', '--full', '--strict'),
  ].join('\n');
}

/** Without settings of whoever runs the tests, and always at the same time: the same commits have the same ids. */
function git(folder: string, ...words: string[]): string {
  const date = '2026-01-01T00:00:00Z';
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  };
  return execFileSync('git', ['-C', folder, ...words], { env, encoding: 'utf8', stdio: 'pipe' });
}

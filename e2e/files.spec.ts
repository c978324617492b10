import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { makeFolder } from './forkpointServer.ts';

test('the Files tab names what a turn changed, and what all captures take', async ({
  runPage,
  demo: _demo,
}) => {
  await runPage.open('derailed', 'main:15-B');
  await runPage.openTab(/^Files/);
  await expect(runPage.inspector.getByRole('list', { name: 'Changed in this turn' })).toContainText(
    'src/tax.mjs',
  );
  await expect(
    runPage.inspector.getByText(/All captures of this run take [\d.]+ (kB|B|MB) on the disk\./),
  ).toBeVisible();
});

const committingScenario = `
id: commits
title: A commit on the way
task: Write and commit.
replies:
  - text: First.
    calls:
      - { tool: write_file, input: { path: one.txt, content: one } }
  - text: Committed.
    calls:
      - tool: run_command
        input: { command: "git add one.txt && git -c user.name=x -c user.email=x@x.example commit -qm one" }
  - text: Done.
`;

test('a plan in a person’s repository says where HEAD was and is, and a rewind leaves it there', async ({
  page,
  play,
  movePanel,
}) => {
  const folder = await makeFolder();
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@x.example', ...words], {
      encoding: 'utf8',
    }).trim();
  git('init', '-q', '-b', 'trunk');
  await writeFile(join(folder, 'start.txt'), 'start\n');
  git('add', '.');
  git('commit', '-qm', 'start');
  const was = git('rev-parse', 'HEAD').slice(0, 7);
  await play('commits', committingScenario, ['--workspace', folder, '--effects', 'live']);
  const is = git('rev-parse', 'HEAD').slice(0, 7);
  expect(is).not.toBe(was);
  await movePanel.open('commits', 'main:1-B', 'rewind');
  await expect(movePanel.line('git')).toContainText(
    `HEAD was trunk (${was}), is trunk (${is}) now, 1 commit after`,
  );
  await movePanel.button('Rewind').click();
  await expect(page.getByText('main was rewound to 1-B')).toBeVisible();
  expect(git('rev-parse', 'HEAD').slice(0, 7)).toBe(is);
});

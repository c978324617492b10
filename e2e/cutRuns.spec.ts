import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFolder, drawnId } from '../server/sources/testing/drawFolder.ts';
import { checkpointFileName } from '../shared/checkpoint.ts';
import type { Message } from '../shared/message.ts';
import { expect, test } from './fixtures.ts';
import { makeFolder, runForkpoint, startServer } from './forkpointServer.ts';

const cutScenario = `
id: cut
title: One that is cut off
task: Write two notes.
replies:
  - calls: [{ tool: write_file, input: { path: a.txt, content: one } }]
  - calls:
      - { tool: write_file, input: { path: a.txt, content: two } }
      - { tool: run_command, input: { command: "echo made > made.txt" } }
      - { tool: write_file, input: { path: b.txt, content: new } }
  - text: Done.
`;

/** A run in a folder of the person's own, killed inside its second turn; what a command changed there is anybody's. */
async function cutOff() {
  const [scenarios, project, data] = await Promise.all([makeFolder(), makeFolder(), makeFolder()]);
  await mkdir(join(scenarios, 'cut'));
  await writeFile(join(scenarios, 'cut/scenario.yaml'), cutScenario);
  const env = { FORKPOINT_SCENARIOS: scenarios };
  const { code } = await runForkpoint(
    [
      ...['run', '--scenario', 'cut', '--run', 'cut', '--effects', 'live', '--pace', '0'],
      ...['--workspace', project, '--data', data],
    ],
    { ...env, CRASH_AFTER: 'effect-write:4' },
  );
  expect(code).toBe(137);
  await writeFile(join(project, 'mine.txt'), 'mine');
  const read = (name: string) =>
    readFile(join(project, name), 'utf8').catch((error: { code: string }) => error.code);
  return { server: await startServer({ dataFolder: data, env }), read };
}

test('of files that changed while a run was cut off the person says which are the run’s', async ({
  page,
  movePanel,
}) => {
  const { server, read } = await cutOff();
  await page.goto(server.address);
  await movePanel.open('cut', 'main:1-B', 'rewind');
  const claimed = movePanel.panel.getByRole('group', { name: /^Changed while the run was cut off/ });
  await expect(claimed.getByRole('checkbox')).toHaveCount(2);
  await expect(claimed.getByRole('checkbox', { name: 'mine.txt' })).not.toBeChecked();
  await claimed.getByRole('checkbox', { name: 'made.txt' }).check();
  await expect(movePanel.line('restore')).toContainText('made.txt');
  await movePanel.button('Rewind').click();
  await expect(page.getByText('main was rewound to 1-B')).toBeVisible();
  expect(await Promise.all(['a.txt', 'made.txt', 'b.txt', 'mine.txt'].map(read))).toEqual([
    ...['one', 'ENOENT', 'ENOENT', 'mine'],
  ]);
  await server.stop();
});

test('a turn that no line leads to is forked from the page, and a rewind to it says why it cannot be', async ({
  page,
  runPage,
  movePanel,
}) => {
  const data = await makeFolder();
  await drawFolder(join(data, 'run'), 'checkpoints own | 0-B..3-B 5-A<gone 5-B..6-B');
  const server = await startServer({ dataFolder: data });
  await page.goto(server.address);
  const orphan = `@${drawnId(5, 'B')}`;
  await page.goto(`${server.origin}/runs/run?scene=${orphan}&act=rewind`);
  await expect(movePanel.panel.getByRole('alert')).toContainText(
    'Fork from it instead: its messages are whole.',
  );
  await expect(movePanel.button('Rewind')).toBeDisabled();
  await movePanel.panel.getByRole('button', { name: /fork instead/ }).click();
  await movePanel.name('plan-b');
  await movePanel.button('Fork').click();
  await expect(page.getByText('plan-b was forked at')).toBeVisible();
  await expect(runPage.inspector).toContainText('plan-b');
  await server.stop();
});

test('a resume that cannot be says so where its button is', async ({ page, runPage }) => {
  const folder = join(await makeFolder(), 'checkpoints');
  await mkdir(folder);
  const write = (turn: number, point: 'A' | 'B', messages: Message[]) =>
    writeFile(join(folder, checkpointFileName(turn, point)), JSON.stringify({ task: 'Go.', messages }));
  const task: Message = { role: 'user', content: 'Go.' };
  const call = (path: string) => ({ type: 'tool_use', id: 'same', name: 'write_file', input: { path } });
  await write(0, 'B', [task]);
  await write(1, 'A', [task, { role: 'assistant', content: [call('a'), call('b')] }]);
  const server = await startServer({ args: [folder] });
  await page.goto(server.address);
  await expect(runPage.strip.getByText('1 turn', { exact: true })).toBeVisible();
  const rest = page.getByRole('region', { name: /^Interrupted at 1-A/ });
  await expect(rest.getByRole('alert')).toContainText('Two calls of this reply share the id same.');
  await expect(rest.getByRole('button', { name: 'Resume' })).toBeDisabled();
  await server.stop();
});

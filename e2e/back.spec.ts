import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hint } from './demoWords.ts';
import { expect, test } from './fixtures.ts';
import { runFolder } from './runFolder.ts';

test('the derailed run goes back to 14 with a hint, the mail that stays is named, and undo gives every byte back', async ({
  page,
  runPage,
  movePanel,
  gatePanel,
  demo,
}) => {
  const before = await demo.filesOf('main');

  await movePanel.open('derailed', 'main:14-B', 'rewind');
  await expect(movePanel.line('leave behind')).toContainText('turns 15 to 25');
  await expect(movePanel.line('restore')).toContainText('src/tax.mjs');
  await expect(movePanel.line('not undo')).toContainText('Invoice test fixed, turn 16');
  await movePanel.panel.getByRole('button', { name: 'Show the files' }).click();
  await movePanel.panel.getByRole('button', { name: /what changes in src\/tax\.mjs/ }).click();
  await movePanel.say(hint);
  await movePanel.panel.getByRole('button', { name: 'Show the messages' }).click();
  await expect(movePanel.panel.getByText(hint).last()).toBeVisible();
  await movePanel.button('Rewind and go on').click();

  await expect(page.getByText('main was rewound to 14-B')).toBeVisible();
  await expect(gatePanel.question('send_email')).toBeVisible();
  await expect(gatePanel.panel).toContainText('It was done on main, turn 16');
  await expect(page).toHaveTitle(/^\(1\) waiting/);
  await expect(runPage.turn(18).filter({ has: page.getByLabel('waiting') })).toBeVisible();
  expect(await demo.mails()).toHaveLength(1);
  await gatePanel.panel.getByRole('button', { name: 'Show it' }).click();
  await expect(runPage.inspector.getByText('left behind by rewind 1')).toBeVisible();

  await gatePanel.refuse('They know already.');
  await runPage.expectDone();
  expect(await demo.file('main', 'src/invoice.mjs')).toContain('lineAmount');
  await runPage.open('derailed', 'main:17-B');
  await expect(runPage.inspector.getByText(/pass 9/).first()).toBeVisible();
  await runPage.open('derailed', 'main:18-B');
  await expect(runPage.inspector.getByText('They know already.').first()).toBeVisible();
  expect(await demo.mails()).toHaveLength(1);

  await page.getByRole('button', { name: 'Undo rewind 1' }).click();
  await expect(page.getByText('it stands at 25-B')).toBeVisible();
  expect(await demo.filesOf('main')).toEqual(before);
});

test('a call that waits at A gets its result by hand', async ({ page, runPage, movePanel, demo }) => {
  await movePanel.open('derailed', 'main:16-A', 'rewind');
  await movePanel.panel
    .getByRole('combobox', { name: 'What becomes of send_email' })
    .selectOption('supply its result');
  await movePanel.panel.getByRole('textbox', { name: 'Result of send_email' }).fill('I told them myself.');
  await movePanel.button('Rewind and go on').click();
  await expect(page.getByText('main was rewound to 16-A')).toBeVisible();
  await runPage.expectDone();
  await runPage.open('derailed', 'main:16-B');
  await expect(runPage.inspector.getByText('I told them myself.').first()).toBeVisible();
  expect(await demo.mails()).toHaveLength(1);
});

test('a file that somebody else changed is a conflict, shown and left', async ({ page, movePanel, demo }) => {
  await writeFile(join(demo.workspace('main'), 'src/tax.mjs'), '// mine now\n');
  await movePanel.open('derailed', 'main:14-B', 'rewind');
  await expect(movePanel.line('restore')).toContainText('1 conflict');
  await movePanel.panel.getByRole('button', { name: 'Show the files' }).click();
  await expect(movePanel.panel.getByText('changed by somebody else: left as it is')).toBeVisible();
  await movePanel.button('Rewind').click();
  await expect(page.getByText('1 conflict left as it is')).toBeVisible();
  expect(await demo.file('main', 'src/tax.mjs')).toBe('// mine now\n');
});

test('a plan that the world overtook is shown again before anything is written', async ({
  page,
  movePanel,
  demo,
}) => {
  await movePanel.open('derailed', 'main:14-B', 'rewind');
  await expect(movePanel.line('restore')).toContainText('0 conflicts');
  await writeFile(join(demo.workspace('main'), 'CHANGELOG.md'), 'mine\n');
  await movePanel.button('Rewind').click();
  await expect(movePanel.panel.getByText('The run changed meanwhile.')).toBeVisible();
  await expect(movePanel.line('restore')).toContainText('1 conflict');
  await movePanel.button('Rewind').click();
  await expect(page.getByText('main was rewound to 14-B')).toBeVisible();
});

test('a run dies by button and comes back by button', async ({ page, server, runPage }) => {
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Crash…' }).click();
  await page
    .getByRole('combobox', { name: 'Where' })
    .selectOption({ label: 'save point B is written (save-b)' });
  await page.getByRole('button', { name: 'Die there' }).click();
  const bar = page.getByRole('region', { name: /^Interrupted at / });
  await expect(bar).toBeVisible();
  const calls = bar.getByRole('list', { name: 'What it would do' });
  // Which call the step comes in depends on the moment; calls that only read are not written down.
  await expect(calls).toContainText(/how it ended is written down|it was never started/);
  await bar.getByRole('button', { name: 'Resume' }).click();
  await runPage.expectDone();
  await runPage.expectTurns(25);
  expect(await runFolder(server.dataFolder, 'derailed').mails()).toHaveLength(1);
});

test('after a run has finished, words take it further', async ({ page, runPage, demo: _demo }) => {
  await page.getByRole('textbox', { name: 'Say something to go on…' }).fill(hint);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(runPage.turn(26)).toBeVisible();
  await runPage.open('derailed', 'main:26-A');
  await expect(runPage.inspector.getByText(hint)).toBeVisible();
});

const shellScenario = `
id: shell
title: A shell at work
task: Tidy up, then tell everybody.
replies:
  - text: A note first.
    calls:
      - { tool: write_file, input: { path: note.txt, content: "keep me" } }
  - text: And away with it.
    calls:
      - { tool: run_command, input: { command: rm note.txt } }
  - text: One mail.
    calls:
      - { tool: send_email, input: { to: a@x.example, subject: One, body: one } }
  - text: Another.
    calls:
      - { tool: send_email, input: { to: b@x.example, subject: Two, body: two } }
  - text: Done.
`;

test('what the shell deleted comes back, and a yes for the branch covers the tool', async ({
  page,
  play,
  movePanel,
  gatePanel,
  runPage,
}) => {
  const { folder } = await play('shell', shellScenario);
  await movePanel.open('shell', 'main:1-B', 'fork');
  await movePanel.button('or rewind instead').click();
  await expect(movePanel.line('restore')).toContainText('note.txt');
  await expect(movePanel.line('not undo')).toContainText('a@x.example');
  await movePanel.button('Rewind').click();
  await expect(page.getByText('1 file put back')).toBeVisible();
  expect(await folder.file('main', 'note.txt')).toBe('keep me');

  await movePanel.forkAndGoOn('shell', 'main:0-B', { name: 'asking' });
  await expect(gatePanel.question('run_command')).toBeVisible();
  await gatePanel.panel.getByRole('checkbox', { name: /^Also every further run_command/ }).check();
  await gatePanel.approve();
  await expect(gatePanel.question('send_email')).toBeVisible();
  await expect(gatePanel.panel.getByRole('checkbox')).toHaveCount(0);
  await expect(runPage.turnOf('asking', 3)).toBeVisible();
});

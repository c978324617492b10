import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { makeFolder, runForkpoint, startServer } from './forkpointServer.ts';
import { runFolder } from './runFolder.ts';

const hint = 'Hint: rounding belongs after the sum.';

test('the derailed run goes back to 14 with a hint, the mail that stays is named, and undo gives every byte back', async ({
  page,
  server,
  runPage,
  movePanel,
  gatePanel,
}) => {
  await page.goto(server.address);
  await runPage.expectDone();
  const folder = runFolder(server.dataFolder, 'derailed');
  const before = await folder.filesOf('main');

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
  expect(await folder.mails()).toHaveLength(1);
  await gatePanel.panel.getByRole('button', { name: 'Show it' }).click();
  await expect(runPage.inspector.getByText('left behind by rewind 1')).toBeVisible();

  await gatePanel.refuse('They know already.');
  await runPage.expectDone();
  expect(await folder.file('main', 'src/invoice.mjs')).toContain('lineAmount');
  await runPage.open('derailed', 'main:17-B');
  await expect(runPage.inspector.getByText(/pass 9/).first()).toBeVisible();
  await runPage.open('derailed', 'main:18-B');
  await expect(runPage.inspector.getByText('They know already.').first()).toBeVisible();
  expect(await folder.mails()).toHaveLength(1);

  await page.getByRole('button', { name: 'Undo rewind 1' }).click();
  await expect(page.getByText('it stands at 25-B')).toBeVisible();
  expect(await folder.filesOf('main')).toEqual(before);
});

test('two plans from one scene, and neither sees the other’s files', async ({
  page,
  server,
  runPage,
  movePanel,
}) => {
  await page.goto(server.address);
  await runPage.expectDone();
  for (const [name, words] of [
    ['two-services', 'Split it in two services.'],
    ['one-queue', 'Keep one, add a queue.'],
  ] as const) {
    await movePanel.open('derailed', 'main:14-B', 'fork');
    await movePanel.name(name);
    await movePanel.say(words);
    await movePanel.effects('dry run');
    await movePanel.button('Fork and go on').dblclick();
    await expect(page.getByText(`${name} was forked at`)).toBeVisible();
  }
  const folder = runFolder(server.dataFolder, 'derailed');
  await expect
    .poll(async () => Object.keys(await folder.filesOf('one-queue')), { timeout: 30_000 })
    .toContain('src/queue.mjs');
  await expect
    .poll(async () => Object.keys(await folder.filesOf('two-services')), { timeout: 30_000 })
    .toContain('src/billing.mjs');
  await runPage.expectDone();
  expect(Object.keys(await folder.filesOf('two-services'))).not.toContain('src/queue.mjs');
  expect(Object.keys(await folder.filesOf('one-queue'))).not.toContain('src/billing.mjs');
  expect(await folder.file('main', 'src/invoice.mjs')).not.toMatch(/billing|queue/);
});

test('a fork that has no turns of its own is resumed from its name, and the branch it came from stays', async ({
  page,
  server,
  runPage,
  movePanel,
}) => {
  await page.goto(server.address);
  await runPage.expectDone();
  const folder = runFolder(server.dataFolder, 'derailed');
  const before = await folder.filesOf('main');
  await movePanel.open('derailed', 'main:14-B', 'fork');
  await movePanel.name('waiting-fork');
  await movePanel.effects('dry run');
  await movePanel.button('Fork').click();
  await expect(page.getByText('waiting-fork was forked at')).toBeVisible();
  const resume = page.getByRole('button', { name: 'Resume', exact: true });
  await expect(resume).toBeHidden();

  await page.getByRole('button', { name: /^waiting-fork/ }).click();
  await expect(page).toHaveURL(/scene=waiting-fork:14-B/);
  await expect(page.getByRole('region', { name: 'Interrupted at waiting-fork:14-B' })).toBeVisible();
  await resume.click();
  await expect(runPage.turnOf('waiting-fork', 15)).toBeVisible({ timeout: 30_000 });
  expect(await folder.filesOf('main')).toEqual(before);
});

test('in a dry run the tests run and the mail does not', async ({ page, server, runPage, movePanel }) => {
  await page.goto(server.address);
  await runPage.expectDone();
  await movePanel.open('derailed', 'main:14-B', 'fork');
  await movePanel.name('rehearsal');
  await movePanel.say(hint);
  await movePanel.effects('dry run');
  await movePanel.button('Fork and go on').click();
  await expect(runPage.turnOf('rehearsal', 19)).toBeVisible({ timeout: 30_000 });
  const folder = runFolder(server.dataFolder, 'derailed');
  expect(await folder.mails()).toHaveLength(1);
  expect((await folder.ledger('rehearsal')).filter(row => row.name === 'send_email')).toEqual([]);
  await runPage.open('derailed', 'rehearsal:17-B');
  await expect(runPage.inspector.getByText(/pass 9/).first()).toBeVisible();
  await runPage.open('derailed', 'rehearsal:18-B');
  await expect(runPage.inspector.getByText(/simulated/).first()).toBeVisible();
});

test('a call at the gate is approved with changed input, another one as it is', async ({
  page,
  server,
  runPage,
  movePanel,
  gatePanel,
}) => {
  await page.goto(server.address);
  await runPage.expectDone();
  await movePanel.open('derailed', 'main:14-B', 'fork');
  await movePanel.name('careful');
  await movePanel.say(hint);
  await movePanel.button('Fork and go on').click();
  await expect(gatePanel.question('send_email')).toBeVisible();
  const mail = { to: 'lead@ledgerline.example', subject: 'Please look', body: 'Nine of nine.' };
  await gatePanel.approveWith(mail);
  await expect(runPage.turnOf('careful', 19)).toBeVisible();
  const folder = runFolder(server.dataFolder, 'derailed');
  expect((await folder.mails()).filter(text => text.includes('Subject: Please look'))).toHaveLength(1);

  await movePanel.open('derailed', 'main:14-B', 'fork');
  await movePanel.name('trusting');
  await movePanel.say(hint);
  await movePanel.button('Fork and go on').click();
  await expect(gatePanel.question('send_email')).toBeVisible();
  await gatePanel.approve();
  await expect(runPage.turnOf('trusting', 19)).toBeVisible();
  expect(await folder.mails()).toHaveLength(3);

  await page.getByRole('button', { name: /^The world: / }).click();
  const world = page.getByRole('dialog', { name: 'What this run has done to the world' });
  const tied = world.getByRole('listitem').filter({ hasText: 'Invoice test fixed' }).first();
  await expect(tied.getByText('2 times')).toBeVisible();
  await expect(tied.getByText('trusting, turn 18')).toBeVisible();
});

test('a call that waits at A gets its result by hand', async ({ page, server, runPage, movePanel }) => {
  await page.goto(server.address);
  await runPage.expectDone();
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
  expect(await runFolder(server.dataFolder, 'derailed').mails()).toHaveLength(1);
});

test('a file that somebody else changed is a conflict, shown and left', async ({
  page,
  server,
  runPage,
  movePanel,
}) => {
  await page.goto(server.address);
  await runPage.expectDone();
  const folder = runFolder(server.dataFolder, 'derailed');
  await writeFile(join(folder.workspace('main'), 'src/tax.mjs'), '// mine now\n');
  await movePanel.open('derailed', 'main:14-B', 'rewind');
  await expect(movePanel.line('restore')).toContainText('1 conflict');
  await movePanel.panel.getByRole('button', { name: 'Show the files' }).click();
  await expect(movePanel.panel.getByText('changed by somebody else: left as it is')).toBeVisible();
  await movePanel.button('Rewind').click();
  await expect(page.getByText('1 conflict left as it is')).toBeVisible();
  expect(await folder.file('main', 'src/tax.mjs')).toBe('// mine now\n');
});

test('a plan that the world overtook is shown again before anything is written', async ({
  page,
  server,
  runPage,
  movePanel,
}) => {
  await page.goto(server.address);
  await runPage.expectDone();
  await movePanel.open('derailed', 'main:14-B', 'rewind');
  await expect(movePanel.line('restore')).toContainText('0 conflicts');
  const folder = runFolder(server.dataFolder, 'derailed');
  await writeFile(join(folder.workspace('main'), 'CHANGELOG.md'), 'mine\n');
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
  await expect(bar.getByText(/how it ended is written down/).first()).toBeVisible();
  await bar.getByRole('button', { name: 'Resume' }).click();
  await runPage.expectDone();
  await runPage.expectTurns(25);
  expect(await runFolder(server.dataFolder, 'derailed').mails()).toHaveLength(1);
});

test('after a run has finished, words take it further', async ({ page, server, runPage }) => {
  await page.goto(server.address);
  await runPage.expectDone();
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
  movePanel,
  gatePanel,
  runPage,
}) => {
  const scenarios = await makeFolder();
  await mkdir(join(scenarios, 'shell'));
  await writeFile(join(scenarios, 'shell/scenario.yaml'), shellScenario);
  const env = { FORKPOINT_SCENARIOS: scenarios };
  const server = await startServer({ env });
  const data = ['--data', server.dataFolder];
  expect((await runForkpoint(['run', '--scenario', 'shell', '--run', 'shell', ...data], env)).code).toBe(0);
  await page.goto(server.address);
  await movePanel.open('shell', 'main:1-B', 'fork');
  await movePanel.button('or rewind instead').click();
  await expect(movePanel.line('restore')).toContainText('note.txt');
  await expect(movePanel.line('not undo')).toContainText('a@x.example');
  await movePanel.button('Rewind').click();
  await expect(page.getByText('1 file put back')).toBeVisible();
  const folder = runFolder(server.dataFolder, 'shell');
  expect(await folder.file('main', 'note.txt')).toBe('keep me');

  await movePanel.open('shell', 'main:0-B', 'fork');
  await movePanel.name('asking');
  await movePanel.button('Fork and go on').click();
  await expect(gatePanel.question('run_command')).toBeVisible();
  await gatePanel.panel.getByRole('checkbox', { name: /^Also every further run_command/ }).check();
  await gatePanel.approve();
  await expect(gatePanel.question('send_email')).toBeVisible();
  await expect(gatePanel.panel.getByRole('checkbox')).toHaveCount(0);
  await expect(runPage.turnOf('asking', 3)).toBeVisible();
  await server.stop();
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goodKey, replyOf, startMessagesServer } from '../server/model/testing/messagesServer.ts';
import { hint } from './demoWords.ts';
import { expect, test } from './fixtures.ts';
import { makeFolder, startServer } from './forkpointServer.ts';
import { writeSessionWithDanglingCall } from './recordings.ts';

const thinkingScenario = `
id: thoughts
title: Thoughts
task: Look around.
replies:
  - thinking: I look first.
    text: Looking.
    calls:
      - { tool: list_dir, input: { path: . } }
  - text: Once more.
    calls:
      - { tool: list_dir, input: { path: . } }
  - text: Nothing is here.
`;
const plainScenario = thinkingScenario.replace('  - thinking: I look first.\n    text', '  - text');

test('two plans of the demo, by double clicks, each with its own files', async ({
  runPage,
  movePanel,
  page,
  demo,
}) => {
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
  await expect
    .poll(async () => Object.keys(await demo.filesOf('one-queue')), { timeout: 30_000 })
    .toContain('src/queue.mjs');
  await expect
    .poll(async () => Object.keys(await demo.filesOf('two-services')), { timeout: 30_000 })
    .toContain('src/billing.mjs');
  await runPage.expectDone();
  expect(Object.keys(await demo.filesOf('two-services'))).not.toContain('src/queue.mjs');
  expect(Object.keys(await demo.filesOf('one-queue'))).not.toContain('src/billing.mjs');
  expect(await demo.file('main', 'src/invoice.mjs')).not.toMatch(/billing|queue/);
});

/** Two paths that write a file each, then wait for a file outside both workspaces, then look around. */
const plansScenario = (gate: string) => {
  const path = (name: string) => `
  ${name}:
    - text: The ${name} plan.
      calls:
        - { tool: write_file, input: { path: ${name}.txt, content: ${name} } }
    - text: I wait, then look.
      calls:
        - tool: run_command
          input: { command: "until [ -e '${gate}' ]; do sleep 0.05; done; ls" }
    - text: The ${name} plan is done.`;
  return `
id: plans
title: Two plans
task: Make it better.
replies:
  - text: There are two ways.
    calls:
      - { tool: write_file, input: { path: both.txt, content: both } }
  - text: I leave it at that.
hints:
  - { after: 1, words: [left], path: left }
  - { after: 1, words: [right], path: right }
paths:${path('left')}${path('right')}
`;
};

test('two plans run at the same time, and neither sees the other’s files', async ({
  play,
  runPage,
  movePanel,
}) => {
  const gate = join(await makeFolder(), 'go');
  const { folder } = await play('plans', plansScenario(gate));
  await movePanel.forkAndGoOn('plans', 'main:1-B', { name: 'a-left', say: 'Go left.', effects: 'live' });
  await expect(runPage.turnOf('a-left', 3).getByText('running')).toBeVisible();
  await movePanel.forkAndGoOn('plans', 'main:1-B', { name: 'b-right', say: 'Go right.', effects: 'live' });
  await runPage.zoomToFit();
  await expect(runPage.turnOf('b-right', 3).getByText('running')).toBeVisible();
  await expect(runPage.turnOf('a-left', 3).getByText('running')).toBeVisible();
  await expect(runPage.state('live')).toBeVisible();

  await writeFile(gate, '');
  await runPage.expectDone();
  await runPage.open('plans', 'a-left:3-B');
  await expect(runPage.inspector.getByText(/both\.txt\s+left\.txt/).first()).toBeVisible();
  await runPage.open('plans', 'b-right:3-B');
  await expect(runPage.inspector.getByText(/both\.txt\s+right\.txt/).first()).toBeVisible();
  expect(Object.keys(await folder.filesOf('a-left'))).toEqual(['both.txt', 'left.txt']);
  expect(Object.keys(await folder.filesOf('b-right'))).toEqual(['both.txt', 'right.txt']);
  expect(Object.keys(await folder.filesOf('main'))).toEqual(['both.txt']);
});

test('a fork that has no turns of its own is shown, resumed and rewound as itself', async ({
  page,
  runPage,
  movePanel,
  demo,
}) => {
  const before = await demo.filesOf('main');
  await movePanel.open('derailed', 'main:14-B', 'fork');
  await movePanel.name('waiting-fork');
  await movePanel.effects('dry run');
  await movePanel.button('Fork').click();
  await expect(page.getByText('waiting-fork was forked at')).toBeVisible();
  await expect(page).toHaveURL(/scene=waiting-fork:14-B$/);
  await expect(page.getByRole('banner')).toContainText('waiting-fork 14 of 14');
  await runPage.expectTurns(14);
  const bar = page.getByRole('region', { name: 'Interrupted at waiting-fork:14-B' });
  await expect(bar).toBeVisible();

  await movePanel.open('derailed', 'waiting-fork:12-B', 'rewind');
  await expect(movePanel.line('leave behind')).toContainText('turns 13 to 14');
  await movePanel.button('Rewind').click();
  await expect(page.getByText('waiting-fork was rewound to')).toBeVisible();
  await expect(page).toHaveURL(/scene=waiting-fork:12-B$/);
  await runPage.expectTurns(12);
  await page.getByRole('button', { name: 'Undo rewind 1' }).click();
  await expect(page).toHaveURL(/scene=waiting-fork:14-B$/);
  await runPage.expectTurns(14);

  await bar.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(runPage.turnOf('waiting-fork', 15)).toBeVisible({ timeout: 30_000 });
  expect(await demo.filesOf('main')).toEqual(before);
});

test('in a dry run the tests run and the mail does not', async ({ runPage, movePanel, demo }) => {
  await movePanel.forkAndGoOn('derailed', 'main:14-B', { name: 'rehearsal', say: hint, effects: 'dry run' });
  await expect(runPage.turnOf('rehearsal', 19)).toBeVisible({ timeout: 30_000 });
  expect(await demo.mails()).toHaveLength(1);
  expect((await demo.ledger('rehearsal')).filter(row => row.name === 'send_email')).toEqual([]);
  await runPage.open('derailed', 'rehearsal:17-B');
  await expect(runPage.inspector.getByText(/pass 9/).first()).toBeVisible();
  await runPage.open('derailed', 'rehearsal:18-B');
  await expect(runPage.inspector.getByText(/simulated/).first()).toBeVisible();
});

test('words for a rewind are there again after a look elsewhere, and gone once it is done', async ({
  page,
  play,
  movePanel,
}) => {
  await play('thoughts', plainScenario);
  await movePanel.open('thoughts', 'main:1-B', 'rewind');
  await movePanel.say('Slowly now.');
  await movePanel.open('thoughts', 'main:2-B', 'rewind');
  const words = movePanel.panel.getByRole('textbox', { name: /^Say something to the model/ });
  await expect(words).toHaveValue('');
  await page.goBack();
  await expect(words).toHaveValue('Slowly now.');
  await movePanel.button('or fork instead').click();
  await expect(words).toHaveValue('Slowly now.');
  await movePanel.button('or rewind instead').click();
  await movePanel.button('Rewind').click();
  await expect(page.getByText('main was rewound to 1-B')).toBeVisible();
  await movePanel.open('thoughts', 'main:1-B', 'rewind');
  await expect(words).toHaveValue('');
});

test('what a fork led to is shown once: the list and back follows the head again', async ({
  page,
  play,
  runPage,
  runsPage,
  movePanel,
}) => {
  await play('thoughts', plainScenario);
  await movePanel.open('thoughts', 'main:3-B', 'fork');
  await movePanel.name('at-the-end');
  await movePanel.button('Fork').click();
  await expect(page).toHaveURL(/scene=at-the-end:3-B$/);
  await runsPage.open();
  await runsPage.run(/Thoughts/).click();
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 3' })).toBeVisible();
  await expect(page).toHaveURL(/\/runs\/thoughts$/);
});

test('another model inside an open tool loop is warned of, with a way round that keeps what was filled in', async ({
  page,
  play,
  movePanel,
}) => {
  await play('thoughts', thinkingScenario);
  await movePanel.open('thoughts', 'main:1-B', 'fork');
  const settings = await movePanel.openSettings();
  await settings.getByRole('textbox', { name: 'Model', exact: true }).fill('another-model');
  const notes = movePanel.panel.getByRole('list', { name: 'Whether settings and history go together' });
  await expect(notes).toContainText('signed for scripted');
  await expect(notes).toContainText('Take care:');
  await expect(movePanel.button('Fork')).toBeEnabled();
  await notes.getByRole('button', { name: 'Do it from main:0-B instead.' }).click();
  await expect(page).toHaveURL(/scene=main:0-B/);
  await expect(movePanel.panel.getByRole('textbox', { name: 'Model', exact: true })).toHaveValue(
    'another-model',
  );
  await expect(notes).toBeHidden();
});

test('settings that the history does not bear are refused before anything is written', async ({
  page,
  play,
  movePanel,
}) => {
  const { server } = await play('thoughts', plainScenario);
  await movePanel.open('thoughts', 'main:1-B', 'fork');
  const settings = await movePanel.openSettings();
  const notes = movePanel.panel.getByRole('list', { name: 'Whether settings and history go together' });
  await settings.getByRole('combobox', { name: 'Thinking' }).selectOption('within a budget');
  const budget = settings.getByRole('textbox', { name: 'Budget in tokens' });
  await budget.fill('12');
  await expect(settings.getByText('A whole number, 1024 at least.')).toBeVisible();
  await expect(movePanel.button('Fork')).toBeDisabled();
  await budget.fill('2048');
  await expect(notes).toContainText('Not possible: Thinking cannot be switched on here');
  await expect(movePanel.button('Fork')).toBeDisabled();
  await settings.getByRole('combobox', { name: 'Thinking' }).selectOption('off');
  await expect(notes).toBeHidden();
  await settings.getByRole('checkbox', { name: 'list_dir' }).uncheck();
  await expect(notes).toContainText('The history calls “list_dir”, which would not be offered any more.');
  await settings.getByRole('textbox', { name: 'Most tokens of a reply' }).fill('900');
  await settings.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.');
  await expect(movePanel.button('Fork')).toBeEnabled();
  await movePanel.button('Fork').click();
  await expect(page.getByText('plan-b was forked at')).toBeVisible();
  const path = join(server.dataFolder, 'thoughts/checkpoints-plan-b/branch.json');
  const { settings: kept } = JSON.parse(await readFile(path, 'utf8'));
  expect(kept).toMatchObject({ thinking: null, maxTokens: 900, system: 'Be brief.' });
  expect(kept.tools.map((tool: { name: string }) => tool.name)).not.toContain('list_dir');
});

test('a fork of a transcript is a run of its own, and the transcript stays as it was', async ({
  page,
  demo: _demo,
  runPage,
  runsPage,
  movePanel,
}) => {
  const path = await writeSessionWithDanglingCall(await makeFolder());
  const before = await readFile(path);
  await runsPage.open();
  await runsPage.openPath(path);
  await expect(runPage.state('interrupted')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Interrupted at 1-A' });
  await expect(bar).toContainText('copies it into the data folder first');
  await expect(bar.getByRole('list', { name: 'What it would do' })).toContainText('wc -l right.csv');

  await runPage.turn(1).click();
  await runPage.inspector.getByRole('button', { name: 'Fork…' }).click();
  await expect(movePanel.panel).toContainText('copies it into the data folder first');
  await movePanel.name('second-look');
  await movePanel.button('Fork').click();
  await expect(page.getByText('second-look was forked at')).toBeVisible();
  await expect(page).toHaveURL(/\/runs\/count-the-open-orders-\w+\?scene=second-look:1-A$/);
  await expect(page.getByRole('region', { name: 'Interrupted at second-look:1-A' })).toBeVisible();
  await expect(page.getByText('read only')).toBeHidden();
  expect(await readFile(path)).toEqual(before);
});

test('a transcript is gone on with as a run of its own', async ({ page, runPage }) => {
  const path = await writeSessionWithDanglingCall(await makeFolder());
  const model = await startMessagesServer([
    replyOf([{ type: 'text', text: 'Then I stop here.' }], 'end_turn'),
  ]);
  const env = { ANTHROPIC_API_KEY: goodKey, ANTHROPIC_BASE_URL: model.url };
  const server = await startServer({ args: [path], env });
  await page.goto(server.address);
  const bar = page.getByRole('region', { name: 'Interrupted at 1-A' });
  await bar.getByRole('textbox', { name: 'Words to the model' }).fill('Never mind the right shelf.');
  await bar.getByRole('button', { name: 'Resume' }).click();
  await expect(page).toHaveURL(/\/runs\/count-the-open-orders-\w+$/);
  await runPage.expectDone();
  await expect(runPage.inspector.getByText('Then I stop here.')).toBeVisible();
  expect(JSON.stringify(model.requests[0]?.messages)).toContain('Never mind the right shelf.');
  await server.stop();
  await model.close();
});

test('a fork without a turn of its own is named where its scene is looked at', async ({
  runPage,
  movePanel,
  page,
  demo: _demo,
}) => {
  await movePanel.open('derailed', 'main:14-B', 'fork');
  await movePanel.name('plan-b');
  await movePanel.button('Fork').click();
  await expect(page.getByText('plan-b was forked at')).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.get('scene')).toBe('plan-b:14-B');
  const header = runPage.inspector.locator('header');
  await expect(header).toContainText('plan-b shared with main');
  await header.getByRole('button', { name: 'A', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('scene')).toBe('plan-b:14-A');
  await expect(header).toContainText('plan-b shared with main');
  await runPage.open('derailed', 'main:14-B');
  await expect(header).toContainText('main');
  await expect(header).not.toContainText('plan-b');
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waysScenario } from '../server/cli/testing/waysScenario.ts';
import { expectNoBarriers } from './barriers.ts';
import { hint } from './demoWords.ts';
import { expect, test } from './fixtures.ts';
import { makeFolder, startServer } from './forkpointServer.ts';
import { FanOutPage } from './pages/fanOutPage.ts';
import { Keyboard } from './pages/keyboard.ts';

test('four branches of the demo, one of which dies, come in side by side and are compared', async ({
  page,
  runPage,
  demo,
}) => {
  test.setTimeout(300_000);
  const fan = new FanOutPage(page);
  await runPage.open('derailed', 'main:14-B');
  await runPage.inspector.getByRole('button', { name: 'Fan out…' }).click();
  await fan.fill({
    rounded: hint,
    'two-services': 'Split it in two services.',
    'one-queue': 'Keep one, add a queue.',
    'as-it-was': '',
  });
  await fan.panel.getByRole('button', { name: 'dry run' }).click();
  await fan.panel.getByRole('combobox', { name: 'At once' }).selectOption('3');
  await expect(fan.panel.getByText(/4 first requests, about .* together/)).toBeVisible();
  await expect(fan.branch(1).getByText(/\d+ messages, about .* tokens/)).toBeVisible();
  await fan.branch(1).getByRole('button', { name: 'Show what rounded is sent' }).click();
  await expect(fan.branch(1).getByText(hint)).toHaveCount(2);
  // Of the four, the first to finish a turn dies as if its process had been killed; the others go on.
  await page.evaluate(() =>
    fetch('/api/runs/derailed/crash', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ label: 'save-b', n: 1 }),
    }),
  );
  await fan.button('Fan out 4 branches').dblclick();

  await expect(
    fan.board.getByText('4 branches made · messages, files and ledger of each verified'),
  ).toBeVisible();
  await expect(fan.board.getByText('4 of 4 have ended')).toBeVisible({ timeout: 90_000 });
  await expect(fan.board.getByRole('row').filter({ hasText: 'done' })).toHaveCount(3);
  await expect(fan.board.getByRole('row').filter({ hasText: 'interrupted' })).toHaveCount(1);
  const green = fan.board.getByRole('row').filter({ hasText: /done.*green/ });
  await expect(green.first()).toBeVisible();
  expect(await demo.mails()).toHaveLength(1);

  await fan.action('Go to two-services on the graph').click();
  await expect(page).toHaveURL(/scene=two-services:/);
  await expect(runPage.inspector).toBeVisible();
  await page.reload();
  await expect(fan.board.getByText('4 of 4 have ended')).toBeVisible();
  await fan.action('Compare').click();
  await expect(page).toHaveURL(/compare=rounded,two-services,one-queue,as-it-was/);
  await page.goBack();
  await fan.action('Close the fan-out').click();
  await expect(fan.board).toHaveCount(0);
  await page.getByRole('banner').getByRole('button', { name: 'Fan-out' }).click();
  await expect(fan.board).toBeVisible();
});

test('by keyboard alone: four with one that fails and one at the gate, stopped, and started with the rest', async ({
  page,
  play,
}) => {
  test.setTimeout(240_000);
  const gate = join(await makeFolder(), 'go');
  const { server } = await play('ways', waysScenario(gate));
  await page.goto(`${server.origin}/runs/ways?scene=main:1-B`);
  const fan = new FanOutPage(page);
  const keyboard = new Keyboard(page);
  await expect(page.getByRole('region', { name: 'Inspector' }).getByText('A note first.')).toBeVisible();
  await keyboard.press('Shift+F');
  await expect(fan.panel).toBeFocused();
  const ways = ['mail', 'lost', 'slow', 'slow'];
  for (const [index, say] of ways.entries()) {
    if (index >= 2) await keyboard.pressButton(fan.button('Add a branch'));
    if (index >= 2) await expect(fan.name(index + 1)).toBeFocused();
    await keyboard.tabTo(fan.name(index + 1));
    await keyboard.press('Control+a');
    await page.keyboard.type(`${say}-${index + 1}`);
    await keyboard.type(fan.say(index + 1), say);
  }
  await keyboard.pressButton(fan.button('Fan out 4 branches'));

  await expect(fan.board).toBeFocused();
  await fan.expectRow('mail-1', 'waiting');
  await fan.expectRow('mail-1', '1 waits for you');
  await fan.expectRow('lost-2', 'has no reply');
  await fan.expectRow('slow-3', 'live');
  await fan.expectRow('slow-4', 'live');
  await keyboard.pressButton(fan.action('Stop all'));
  await fan.expectRow('slow-3', 'stopped');
  await fan.expectRow('slow-4', 'stopped');
  await expect(fan.action('Stop all')).toHaveCount(0);
  await keyboard.pressButton(fan.action('Go to lost-2 on the graph'));
  await expect(page).toHaveURL(/scene=lost-2:/);
});

test('a server that is killed leaves what had not begun, and the rest is started on the page', async ({
  page,
  play,
}) => {
  test.setTimeout(240_000);
  const gate = join(await makeFolder(), 'go');
  const scenario = waysScenario(gate);
  const { server } = await play('ways', scenario);
  const fan = new FanOutPage(page);
  await page.goto(`${server.origin}/runs/ways`);
  await fan.open('ways', 'main:1-B');
  await fan.panel.getByRole('button', { name: 'All the same' }).click();
  await fan.panel.getByRole('textbox', { name: /^Words to / }).fill('slow');
  await fan.panel.getByRole('combobox', { name: 'Branches' }).selectOption('4');
  await expect(fan.panel.getByText('try-1, try-2, try-3, try-4')).toBeVisible();
  await fan.button('Fan out 4 branches').click();
  await fan.expectRow('try-2', 'live');
  await fan.expectRow('try-3', 'in the queue');
  await expect(fan.row('try-2')).toContainText('This takes long.');
  await expect(fan.row('try-1')).toContainText('This takes long.');
  await server.kill();

  await writeFile(gate, '');
  const { dataFolder, port } = server;
  const scenarios = await makeFolder();
  await mkdir(join(scenarios, 'ways'));
  await writeFile(join(scenarios, 'ways/scenario.yaml'), scenario);
  const again = await startServer({ dataFolder, port, env: { FORKPOINT_SCENARIOS: scenarios } });
  await fan.expectRow('try-3', 'not started');
  await fan.expectRow('try-1', 'inside a call');
  await page.goto(again.address);
  await page.goto(`${again.origin}/runs/ways`);
  await page.getByRole('banner').getByRole('button', { name: 'Fan-out' }).click();
  await fan.action('Start the rest (2)').click();
  await fan.expectRow('try-3', 'done');
  await fan.expectRow('try-4', 'done');
  await again.stop();
});

test('what keeps a branch from being made is said at its row, and nothing is made until it is mended', async ({
  page,
  play,
}) => {
  test.setTimeout(240_000);
  const gate = join(await makeFolder(), 'go');
  const { server } = await play('ways', waysScenario(gate));
  const fan = new FanOutPage(page);
  await page.goto(`${server.origin}/runs/ways`);
  await fan.open('ways', 'main:2-B');
  await fan.fill({ Main: 'quick', fresh: 'quick', fresh2: '' });
  await expect(fan.branch(1).getByText('There is a branch of this name.')).toBeVisible();
  await expect(fan.button('Fan out 3 branches')).toBeDisabled();
  await fan.name(1).fill('other');
  await expect(fan.branch(3).getByText('Give it a message to go on with.')).toBeVisible();
  await expect(fan.button('Fan out 3 branches')).toBeDisabled();
  await fan.branch(3).getByRole('button', { name: 'Remove fresh2' }).click();
  await expect(fan.branch(3)).toHaveCount(0);
  await fan.branch(2).getByText('Model and settings of the next requests').click();
  await fan.branch(2).getByRole('textbox', { name: 'Model' }).fill('another-model');
  await page.reload();
  await expect(fan.branch(2).getByRole('textbox', { name: 'Model' })).toHaveValue('another-model');
  await fan.button('Fan out 2 branches').click();
  await fan.expectRow('other', 'done');
  await fan.expectRow('fresh', 'done');
});

test('no barriers in the panel', async ({ page, demo: _ }) => {
  test.setTimeout(360_000);
  const fan = new FanOutPage(page);
  await fan.open('derailed', 'main:14-B');
  await fan.fill({ 'split-up': 'Split it in two services.', main: '', third: '' });
  await expect(fan.branch(2).getByRole('status')).toBeVisible();
  await expectNoBarriers(page, 'panel');
});

test('no barriers on the board, wide and narrow', async ({ page, play }) => {
  test.setTimeout(480_000);
  const { server } = await play('ways', waysScenario(join(await makeFolder(), 'go')));
  const fan = new FanOutPage(page);
  await page.goto(`${server.origin}/runs/ways`);
  await fan.open('ways', 'main:1-B');
  await fan.fill({ mail: 'mail', lost: 'lost', slow: 'slow', queued: 'quick' });
  await fan.panel.getByRole('combobox', { name: 'At once' }).selectOption('1');
  await fan.button('Fan out 4 branches').click();
  await fan.expectRow('slow', 'live');
  await fan.expectRow('queued', 'in the queue');
  await expectNoBarriers(page, 'board');
  await page.setViewportSize({ width: 390, height: 800 });
  await fan.action('Stop all').click();
  await expect(fan.action(/^Start the rest/)).toBeVisible();
  await expectNoBarriers(page, 'board, narrow');
});

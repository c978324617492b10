import { join } from 'node:path';
import { writeLargeTranscript } from '../server/bench/transcripts/writeLargeTranscript.ts';
import { expectNoBarriers } from './barriers.ts';
import { hint } from './demoWords.ts';
import { expect } from './fixtures.ts';
import { makeFolder, startServer } from './forkpointServer.ts';
import { ComparePane } from './pages/comparePane.ts';
import { act, fork, test } from './twoPlans.ts';
import { overflowOf } from './watchPage.ts';

test('forks of forks, a superseded tail, a fork without a turn, another run: each has its picture', async ({
  page,
  demo,
}) => {
  test.setTimeout(480_000);
  const pane = new ComparePane(page);
  const { dataFolder } = demo.server;
  await fork(dataFolder, 'plan-d', 'plan-b:18-B', '--say', hint, '--go', '--pace', '0');
  await fork(dataFolder, 'plan-e', 'main:14-B');
  await act(dataFolder, 'rewind', 'derailed', '--to', 'main:14-B', '--say', hint, '--go', '--pace', '0');
  await act(dataFolder, 'run', '--scenario', 'derailed', '--run', 'second', '--pace', '0');

  await pane.open('derailed', ['plan-b', 'plan-d']);
  await expect(pane.region).toContainText('from plan-b:18-B');
  await expect(pane.turn('plan-b', 19)).toBeVisible();
  await expect(pane.turn('plan-b', 18)).toHaveCount(0);
  await expect(pane.fact('state').last()).toContainText('waiting');
  await expect(pane.fact('effects').last()).toContainText('waits for a yes');

  await pane.open('derailed', ['main', 'main:25-B~1']);
  await expect(pane.region).toContainText('from main:14-B');
  await expect(pane.fact('state').last()).toContainText('left behind by a rewind');
  await expect(pane.fact('since then').last()).toContainText('11 turns');
  await expect(pane.fact(/^tests/)).toContainText([
    '3 pass, 0 fail',
    '2 pass, 1 fail',
    '9 pass, 0 fail',
    '8 pass, 1 fail',
  ]);
  await expect(pane.control('Prefer main:25-B~1')).toHaveCount(0);

  await pane.open('derailed', ['plan-c', 'plan-e']);
  await expect(pane.fact('state').last()).toContainText('no turn of its own yet');
  await expect(pane.turns).toContainText('plan-e has no turn of its own yet');

  await pane.open('derailed', ['plan-b', 'second/main']);
  await expect(pane.region).toContainText('No scene in common');
  await expect(pane.head('second/main')).toBeVisible();
  // Up to the fork both runs did the same, which is folded.
  await pane.control('show').first().click();
  await pane
    .turn('second/main', 1)
    .getByRole('link', { name: /^Show turn 1 of main/ })
    .click();
  await expect(page).toHaveURL(/\/runs\/second\?scene=main:1-B/);
  await page.goBack();
  await expect(pane.head('second/main')).toBeVisible();

  await pane.open('derailed', ['plan-b', 'gone']);
  await expect(pane.region.getByRole('alert')).toContainText('gone');
  await pane.control('Leave gone out').click();
  await expect(pane.region).toContainText('needs two sides');
  await expect(pane.region.getByRole('heading', { name: 'Compare', exact: true })).toBeFocused();
  await pane.add('plan-c');
  await expect(pane.head('plan-c')).toBeVisible();
  await pane.control('Swap the sides').click();
  await expect(page).toHaveURL(/compare=plan-c,plan-b/);

  // What was chosen for the columns before does not hide a new side, nor the other order.
  const heads = pane.region.getByRole('heading', { level: 3 });
  await pane.open('derailed', ['plan-b', 'plan-c'], '&columns=plan-b,plan-c');
  await pane.control('Swap the sides').click();
  await expect(heads).toHaveText(['plan-c', 'plan-b']);
  await pane.open('derailed', ['plan-b', 'plan-c'], '&columns=plan-b,plan-c');
  await pane.add('main');
  await expect(heads).toHaveText(['plan-b', 'plan-c', 'main']);
});

test('two recordings of hundreds of turns: only rows in view are in the page, and the end is one key away', async ({
  page,
  graphPane,
}) => {
  test.setTimeout(360_000);
  const pane = new ComparePane(page);
  const folder = await makeFolder();
  const paths = ['first', 'second'].map(name => join(folder, `${name}.jsonl`));
  for (const [index, path] of paths.entries()) {
    await writeLargeTranscript(path, { turns: 400, branches: 1, calls: 800, seed: index + 1 });
  }
  const server = await startServer({ args: paths });
  await page.goto(server.address);
  const { runs } = await (await page.request.get(`${server.origin}/api/runs`)).json();
  const [first, second] = runs.map((run: { id: string }) => run.id);
  for (const run of [second, first]) {
    await page.goto(`${server.origin}/runs/${run}`);
    await expect(graphPane.canvas).toBeVisible({ timeout: 60_000 });
  }
  await pane.open(first, ['main', `${second}/main`]);
  await expect(pane.region).toContainText('No scene in common');
  await expect(pane.turns.getByRole('listitem').first()).toBeVisible();
  expect(await pane.turns.getByRole('listitem').count()).toBeLessThan(60);
  await pane.control('Next difference').click();
  await expect(pane.focusedRow).toHaveAccessibleName(/^Difference 1 of /);
  await page.keyboard.press('End');
  await expect(pane.turn('main', 400)).toBeVisible();
  expect(await pane.turns.getByRole('listitem').count()).toBeLessThan(60);
  await server.stop();
});

test('a question at the gate stands right above the comparison, and leaves it the greater part', async ({
  page,
  demo,
}) => {
  test.setTimeout(360_000);
  const pane = new ComparePane(page);
  const rewound = ['rewind', 'derailed', '--to', 'main:14-B', '--say', hint, '--go', '--pace', '0'];
  await act(demo.server.dataFolder, ...rewound);
  await pane.open('derailed', ['plan-b', 'plan-c']);
  await expect(pane.head('plan-b')).toBeVisible();
  const gate = await page.getByRole('region', { name: 'Waiting for your answer' }).boundingBox();
  const comparison = await pane.region.boundingBox();
  expect(Math.abs((comparison?.y ?? 0) - (gate ? gate.y + gate.height : 0))).toBeLessThan(4);
  expect(comparison?.height).toBeGreaterThan(gate?.height ?? 0);
});

test('no barriers, light and dark', async ({ page, demo }) => {
  test.setTimeout(480_000);
  const pane = new ComparePane(page);
  const { dataFolder } = demo.server;
  await act(dataFolder, 'rewind', 'derailed', '--to', 'main:14-B', '--say', hint, '--go', '--pace', '0');
  await pane.open('derailed', ['plan-b', 'plan-c', 'main']);
  await expect(pane.turn('plan-b', 15)).toBeVisible();
  await pane.turn('plan-b', 15).getByRole('button', { expanded: false }).click();
  await expectNoBarriers(page, 'turns');
  for (const tab of [/^Files/, /^Effects/, /^Messages/]) {
    await pane.tab(tab).click();
    await expect(pane.region.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectNoBarriers(page, String(tab));
  }
  await pane.control('Table').click();
  await expect(pane.line('plan-b')).toBeVisible();
  await expectNoBarriers(page, 'table');
  await pane.open('derailed', ['plan-b', 'gone']);
  await expect(pane.region.getByRole('alert')).toBeVisible();
  await expectNoBarriers(page, 'a branch that is not there');
});

test('nothing is wider than the page, in any view', async ({ page, demo: _demo }) => {
  test.setTimeout(480_000);
  const pane = new ComparePane(page);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const view of ['table', 'turns', 'messages', 'files', 'effects']) {
      await pane.open('derailed', ['plan-b', 'plan-c', 'main'], `&view=${view}`);
      await expect(pane.region.getByText('plan-c').first()).toBeVisible();
      await expect.poll(() => overflowOf(page), `${view} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoBarriers } from './barriers.ts';
import { hint } from './demoWords.ts';
import { expect, test } from './fixtures.ts';
import { makeFolder } from './forkpointServer.ts';
import { writeCheckpoints, writeSessionWithDanglingCall } from './recordings.ts';

test('a finished run and its tabs', async ({ page, runPage, demo: _ }) => {
  test.setTimeout(480_000);
  await expectNoBarriers(page, 'the head');
  await runPage.open('derailed', 'main:16-B');
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 16' })).toBeVisible();
  for (const tab of [/^Conversation/, /^Calls/, /^Effects/, /^Files/, /^Request/, /^Raw/]) {
    await runPage.openTab(tab);
    await expect(runPage.inspector.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectNoBarriers(page, `tab ${tab}`);
  }
});

test('the lists beside a run, and a diff', async ({ page, runPage, demo: _ }) => {
  test.setTimeout(480_000);
  const base = page.url().replace(/\?.*/, '');
  for (const [panel, name] of [
    ['find&find=rate', 'Finding a turn'],
    ['lookHere', 'Finding a turn'],
    ['notes', 'Notes of this run'],
    ['outline', 'Outline'],
  ] as const) {
    await page.goto(`${base}?scene=main:16-B&panel=${panel}`);
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    await expectNoBarriers(page, `list ${panel}`);
  }
  await page.goto(`${base}?scene=main:20-B&diff=main:14-B`);
  await expect(runPage.diff.getByRole('article').first()).toBeVisible();
  await expectNoBarriers(page, 'diff');
});

test('what is opened over a run', async ({ page, graphPane, movePanel, demo: _ }) => {
  test.setTimeout(480_000);
  for (const act of ['rewind', 'fork'] as const) {
    await movePanel.open('derailed', 'main:14-B', act);
    await expect(movePanel.button(act === 'rewind' ? 'Rewind and go on' : 'Fork and go on')).toBeEnabled();
    await expectNoBarriers(page, act);
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoBarriers(page, 'palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoBarriers(page, 'help');
  await page.keyboard.press('Escape');
  await graphPane.control('Legend').click();
  await expectNoBarriers(page, 'legend');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^The world: / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoBarriers(page, 'effects on the world');
});

test('a rewound run with a question at the gate, from near and far, wide and narrow', async ({
  page,
  runPage,
  movePanel,
  gatePanel,
  graphPane,
  demo: _,
}) => {
  test.setTimeout(480_000);
  await movePanel.open('derailed', 'main:14-B', 'rewind');
  await movePanel.say(hint);
  await movePanel.button('Rewind and go on').click();
  await expect(gatePanel.question('send_email')).toBeVisible({ timeout: 30_000 });
  await expectNoBarriers(page, 'receipt and gate');
  await runPage.zoomToFit();
  await expectNoBarriers(page, 'whole run');
  await graphPane.zoom(graphPane.canvas, 20);
  await expectNoBarriers(page, 'map');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('treegrid')).toBeVisible();
  await expectNoBarriers(page, 'narrow, outline');
  await page.getByRole('button', { name: 'Show the graph' }).click();
  await expect(graphPane.canvas).toBeVisible();
  await expectNoBarriers(page, 'narrow, graph');
});

test('the list of runs, a recording, a damaged file', async ({ page, server, runsPage, runPage }) => {
  test.setTimeout(480_000);
  await page.goto(server.address);
  await expect(runPage.state('live')).toBeVisible();
  await expectNoBarriers(page, 'a live run');
  await runPage.expectDone();
  await runsPage.open();
  await expect(runsPage.run(/derailed/)).toBeVisible();
  await expectNoBarriers(page, 'list');
  await runsPage.openPath('/nowhere/at/all');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoBarriers(page, 'a path that leads nowhere');

  await runsPage.openPath(await writeSessionWithDanglingCall(await makeFolder()));
  await expect(runPage.state('interrupted')).toBeVisible();
  await page.getByRole('button', { name: /^Turn 1, Bash/ }).click();
  await expectNoBarriers(page, 'a dangling call');

  const folder = await writeCheckpoints(join(await makeFolder(), 'checkpoints'), ['one', 'two']);
  await writeFile(join(folder, 'turn-001-B.json'), '{"task": "Read ev');
  await runsPage.open();
  await runsPage.openPath(folder);
  await page.getByRole('button', { name: /^Turn 1, .*damaged/ }).click();
  await expectNoBarriers(page, 'a damaged checkpoint');
});

test('empty, loading, failed, unknown, disconnected', async ({ page, demo: { server }, runPage }) => {
  test.setTimeout(480_000);
  const { origin } = server;
  const list = /\/api\/runs$/;
  await page.route(list, route => route.fulfill({ json: { runs: [] } }));
  await page.goto(origin);
  await expect(page.getByText('No runs yet')).toBeVisible();
  await expectNoBarriers(page, 'no runs');
  await page.unroute(list);
  await page.route(list, route => route.abort());
  await page.goto(origin);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoBarriers(page, 'a list that cannot be read');
  await page.unroute(list);
  await page.goto(`${origin}/runs/nothing-here`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoBarriers(page, 'no such run');
  await page.goto(`${origin}/settings`);
  await expect(page.getByText('There is no such page')).toBeVisible();
  await expectNoBarriers(page, 'no such page');
  await page.goto(`${origin}/runs/derailed?scene=main:99`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoBarriers(page, 'no such scene');

  await page.route(/\/api\/runs\/derailed$/, () => undefined);
  await page.goto(`${origin}/runs/derailed`);
  await expect(page.getByText('Loading the run')).toBeVisible();
  await expectNoBarriers(page, 'loading');
  await page.unroute(/\/api\/runs\/derailed$/);
  await page.goto(`${origin}/runs/derailed`);
  await runPage.expectDone();
  await server.kill();
  await expect(page.getByText(/reconnecting|offline/)).toBeVisible();
  await expectNoBarriers(page, 'disconnected');
});

import { expect, test } from './fixtures.ts';
import { runForkpoint, startServer } from './forkpointServer.ts';
import { RunPage } from './pages/runPage.ts';

test('the demo grows on the graph until it is done, across a reload', async ({ page, server, runPage }) => {
  await page.goto(server.address);
  await expect(page.getByRole('heading', { name: /derailed/ })).toBeVisible();
  await expect(runPage.state('live')).toBeVisible();
  await expect(runPage.turn(2)).toBeVisible();
  await page.reload();
  await runPage.expectDone();
  await runPage.expectTurns(25);
  await expect(runPage.turn(25)).toBeVisible();
  expect(page.url()).not.toContain('secret');
});

test('turn 15 is found, and what it did is read there', async ({ page, runPage, demo: _ }) => {
  await runPage.open('derailed', 'main:14-B');
  await runPage.turn(15).click();
  const { inspector } = runPage;
  await expect(inspector.getByRole('heading', { name: 'Turn 15' })).toBeVisible();
  await expect(inspector.getByText(/Alpenblick Optik in Salzburg/)).toBeVisible();
  await expect(inspector.getByText('src/tax.mjs').first()).toBeVisible();
  expect(page.url()).toContain('scene=main:15-B');

  await runPage.turn(16).click();
  await runPage.openTab(/^Effects 1/);
  await expect(inspector.getByText(/team@ledgerline\.example/).first()).toBeVisible();
});

test('A and B of a turn: calls without results, then with them', async ({ page, runPage, demo: _ }) => {
  await runPage.open('derailed', 'main:14-A');
  const { inspector } = runPage;
  await expect(inspector.getByText('The result is in B.')).toBeVisible();
  await expect(inspector.getByText('exit 1', { exact: true })).toBeHidden();
  await inspector.getByRole('button', { name: 'B', exact: true }).click();
  await expect(inspector.getByText('exit 1', { exact: true }).first()).toBeVisible();
  await expect(inspector.getByText(/1043\.58/).first()).toBeVisible();
  await page.goBack();
  await expect(inspector.getByText('The result is in B.')).toBeVisible();
});

test('14 against 20: what was added in between', async ({ page, runPage, demo: _ }) => {
  await runPage.open('derailed', 'main:20-B');
  await runPage.diffWith('main:14-B');
  const { diff } = runPage;
  await expect(diff.getByText('12 added')).toBeVisible();
  await expect(diff.getByText('29 same')).toBeVisible();
  await expect(diff.getByText(/That explains the cent/)).toBeVisible();
  expect(page.url()).toContain('diff=main:14-B');

  await page.reload();
  await expect(diff.getByText('12 added')).toBeVisible();
  await diff.getByRole('button', { name: 'Swap the sides' }).click();
  await expect(diff.getByText('12 removed')).toBeVisible();
});

test('a reload anywhere gives the same view', async ({ page, runPage, demo: _ }) => {
  await runPage.open('derailed', 'main:16-B');
  await runPage.openTab(/^Effects/);
  await page.reload();
  await expect(runPage.inspector.getByRole('tab', { name: /^Effects/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(runPage.turn(16)).toHaveAttribute('aria-current', 'true');
});

test('after the server was started again no turn is lost and none is doubled', async ({ page, runPage }) => {
  const first = await startServer({});
  await page.goto(first.address);
  await expect(runPage.turn(4)).toBeVisible();
  await first.stop();
  await expect(page.getByLabel('Connection: reconnecting')).toBeVisible();
  // Stopped at a scene that can be resumed; another process goes on writing beside it meanwhile.
  const added = await runForkpoint([
    'run',
    '--scenario',
    'derailed',
    '--run',
    'second',
    '--pace',
    '0',
    '--data',
    first.dataFolder,
  ]);
  expect(added.code).toBe(0);
  const second = await startServer({ dataFolder: first.dataFolder, port: first.port });
  await expect(page.getByLabel('Connection: connected')).toBeVisible();

  const fresh = await page.context().newPage();
  await fresh.goto(`${second.origin}/runs/derailed`);
  const freshRun = new RunPage(fresh);
  await expect(freshRun.state('stopped')).toBeVisible();
  const turns = await freshRun.strip.getByText(/\d+ turns/).textContent();
  await expect(runPage.strip.getByText(turns ?? '')).toBeVisible();
  await runPage.zoomToFit();
  await freshRun.zoomToFit();
  await expect.poll(() => runPage.turnsInView()).toEqual(await freshRun.turnsInView());
  const shown = await runPage.turnsInView();
  expect(new Set(shown).size).toBe(shown.length);
  await second.stop();
});

test('eight tabs of one browser are all live', async ({ context, server }) => {
  const pages = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
  const [first, ...others] = pages;
  await first?.goto(server.address);
  const address = server.address.replace(/\?.*/, '');
  for (const tab of others) await tab.goto(address);
  for (const tab of pages) {
    const runPage = new RunPage(tab);
    await runPage.expectDone();
    await runPage.expectTurns(25);
  }
});

test('a run started from the command line appears in the list and grows', async ({
  page,
  demo: { server },
  runPage,
  runsPage,
}) => {
  await runsPage.open();
  const running = runForkpoint([
    'run',
    '--scenario',
    'derailed',
    '--run',
    'from-shell',
    '--pace',
    '300',
    '--data',
    server.dataFolder,
  ]);
  const row = page.getByRole('row').filter({ has: page.locator('a[href*="from-shell"]') });
  await row.getByRole('link').click();
  await expect(runPage.state('live')).toBeVisible();
  await expect(runPage.turn(3)).toBeVisible();
  await runPage.expectDone();
  await runPage.expectTurns(25);
  expect((await running).code).toBe(0);
});

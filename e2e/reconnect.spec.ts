import type { Page } from 'playwright/test';
import { layLine } from './cutLine.ts';
import { expect, test } from './fixtures.ts';
import { runForkpoint, startServer } from './forkpointServer.ts';
import { RunPage } from './pages/runPage.ts';

const CUT_MS = 30_000;

/** Everything that a person can read of the run, without what says how the connection is. */
async function shown(page: Page): Promise<string[]> {
  const runPage = new RunPage(page);
  await expect(page.getByRole('status', { name: /connected/ })).toBeVisible();
  await runPage.zoomToFit();
  const texts = await Promise.all(
    [page.getByRole('banner'), runPage.strip, page.getByRole('application', { name: 'Graph of turns' })].map(
      part => part.ariaSnapshot(),
    ),
  );
  return texts.map(text => text.replace(/ \[(active|focused)\]/g, ''));
}

test('a run that goes on while the line is cut for 30 s and the server starts anew is then as a fresh load shows it', async ({
  page,
  context,
  runPage,
  demo: { server: first },
}) => {
  test.setTimeout(300_000);
  const line = await layLine(first.port);
  await page.goto(`${line.origin}/runs/derailed?${new URL(first.address).searchParams}`);
  await runPage.expectDone();
  const running = runForkpoint([
    ...['run', '--scenario', 'derailed', '--run', 'cut', '--pace', '1000'],
    ...['--data', first.dataFolder],
  ]);
  await expect.poll(async () => (await page.request.get(`${line.origin}/api/runs/cut`)).status()).toBe(200);
  await page.goto(`${line.origin}/runs/cut`);
  await expect(runPage.turn(2)).toBeVisible();
  const before = await runPage.turnsInView();

  await line.cut();
  const cutAtMs = Date.now();
  await first.stop();
  await expect(page.getByRole('status', { name: /reconnecting|offline/ })).toBeVisible();
  const second = await startServer({ dataFolder: first.dataFolder, port: first.port });
  expect(second.port).toBe(first.port);
  await expect.poll(() => Date.now() - cutAtMs, { timeout: CUT_MS + 10_000 }).toBeGreaterThan(CUT_MS);
  expect(await runPage.turnsInView()).toEqual(before);
  await line.mend();

  expect((await running).code).toBe(0);
  await runPage.expectDone();
  await runPage.expectTurns(25);
  const fresh = await context.newPage();
  await fresh.goto(`${line.origin}/runs/cut`);
  await new RunPage(fresh).expectTurns(25);
  const wanted = await shown(fresh);
  await expect.poll(() => shown(page)).toEqual(wanted);
  await fresh.close();
  await line.cut();
  await second.stop();
});

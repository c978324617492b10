import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { largeShapes, writeLargeTranscript } from '../server/bench/transcripts/writeLargeTranscript.ts';
import { expect, test } from './fixtures.ts';
import { type ForkpointServer, makeFolder, runForkpoint, startServer } from './forkpointServer.ts';
import type { RunPage } from './pages/runPage.ts';

/** The pictures of the README, taken of the real page: `npm run screenshots`. */
const picture = (name: string) => join(import.meta.dirname, `screenshots/${name}.png`);

/** Takes it once everything on it is there: a scene still loading is nothing to show. */
async function take(page: Page, runPage: RunPage, name: string) {
  await expect(runPage.inspector.getByRole('article').first().or(runPage.diff)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /Loading|Searching/ })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: picture(name), animations: 'disabled' });
}

async function openDemo(page: Page, server: ForkpointServer, runPage: RunPage) {
  await page.goto(server.address);
  await runPage.expectDone();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`two plans and a rewind, with the gate open (${colorScheme})`, async ({ page, server, runPage }) => {
    await page.emulateMedia({ colorScheme });
    await openDemo(page, server, runPage);
    const act = (...words: string[]) =>
      runForkpoint([...words, '--go', '--pace', '0', '--data', server.dataFolder]);
    const fork = (name: string, say: string) =>
      act('fork', 'derailed', '--from', 'main:14-B', '--name', name, '--say', say);
    await fork('plan-b', 'Split it in two services.');
    await fork('plan-c', 'Keep one service, and put a queue in front.');
    await act('rewind', 'derailed', '--to', 'main:14-B', '--say', 'Hint: rounding belongs after the sum.');
    await page.goto(`${server.origin}/runs/derailed?scene=main:16-B`);
    await page
      .getByText(/waits for your answer/)
      .first()
      .waitFor();
    await runPage.turn(16).first().waitFor();
    await take(page, runPage, `timeline-${colorScheme}`);
  });
}

test('what a rewind would do', async ({ page, server, runPage }) => {
  await openDemo(page, server, runPage);
  await runPage.open('derailed', 'main:14-B&act=rewind');
  await page
    .getByText('stays in the world')
    .or(page.getByText(/not undo/))
    .first()
    .waitFor();
  await page.getByPlaceholder(/Say something/).fill('Hint: rounding belongs after the sum.');
  await expect(page.getByRole('button', { name: 'Rewind and go on' })).toBeEnabled();
  await take(page, runPage, 'rewind-light');
});

test('14 against 20', async ({ page, server, runPage }) => {
  await openDemo(page, server, runPage);
  await runPage.open('derailed', 'main:20-B&diff=main:14-B');
  await runPage.diff.getByText('12 added').waitFor();
  await runPage.diff.getByText('reduced: 0.').first().waitFor();
  await take(page, runPage, 'diff-light');
});

test('what the rules point at', async ({ page, server, runPage }) => {
  await openDemo(page, server, runPage);
  await runPage.open('derailed', 'main:15-B&panel=lookHere');
  await page.getByText(/went back to how it had been/).waitFor();
  await take(page, runPage, 'look-light');
});

test('two plans side by side', async ({ page, server, runPage }) => {
  await openDemo(page, server, runPage);
  const fork = (name: string, say: string) =>
    runForkpoint([
      ...['fork', 'derailed', '--from', 'main:14-B', '--name', name, '--say', say],
      ...['--effects', 'dry-run', '--go', '--pace', '0', '--data', server.dataFolder],
    ]);
  await fork('plan-b', 'Split it in two services.');
  await fork('plan-c', 'Keep one service, and put a queue in front.');
  await page.goto(`${server.origin}/runs/derailed?compare=plan-b,plan-c`);
  await page.getByText('first divergence').waitFor();
  await page.getByText('9 pass, 0 fail').first().waitFor();
  await page.screenshot({ path: picture('compare-light'), animations: 'disabled' });
});

test('5,000 turns on the map', async ({ page, runPage }) => {
  const path = join(await makeFolder(), 'session.jsonl');
  await writeLargeTranscript(path, largeShapes.long);
  const server = await startServer({ args: [path] });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(server.address);
  await page.getByRole('button', { name: /^Turn 2482, / }).waitFor({ timeout: 50_000 });
  await runPage.zoomToFit();
  await take(page, runPage, 'map-dark');
  await server.stop();
});

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type LargeShape, writeLargeTranscript } from '../server/bench/transcripts/writeLargeTranscript.ts';
import { expect as expectSoon, test } from './fixtures.ts';
import { type ForkpointServer, makeFolder, startServer } from './forkpointServer.ts';
import { FindPanel } from './pages/findPanel.ts';

/** Megabytes take their time on a machine that is busy elsewhere. */
const expect = expectSoon.configure({ timeout: 45_000 });

/** A part of the heavy session that `npm run bench` reads: what holds for one large result holds for sixty. */
const heavy: LargeShape = {
  turns: 40,
  branches: 2,
  calls: 80,
  bigResults: { everyTurns: 5, sizeBytes: 5_000_000, ending: '\nthe needle lies here' },
  images: { everyTurns: 12, sizeBytes: 5_000_000 },
};

/** With as few scenes behind the large result as serve: each checkpoint of a copy holds it again. */
const short: LargeShape = {
  turns: 12,
  branches: 1,
  calls: 24,
  bigResults: { everyTurns: 9, sizeBytes: 5_000_000 },
};

/** So much of a scene may be on the page at once, whatever it holds. */
const limits = { elements: 3_000, characters: 250_000 };

async function serve(shape: LargeShape): Promise<{ server: ForkpointServer; path: string }> {
  const path = join(await makeFolder(), 'heavy.jsonl');
  await writeLargeTranscript(path, shape);
  return { server: await startServer({ args: [path] }), path };
}

/** Collects what every bar of progress says, also one that is gone within a moment. */
async function collectProgress(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    new MutationObserver(() => {
      const bar = document.querySelector('progress');
      const text = bar && `${bar.getAttribute('aria-label')}: ${bar.getAttribute('aria-valuetext')}`;
      if (text && told.at(-1) !== text) told.push(text);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  return () => page.evaluate(() => (window as Window & { told?: string[] }).told ?? []);
}

async function expectLight(page: Page): Promise<void> {
  const counts = await page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    characters: document.body.textContent?.length ?? 0,
  }));
  expect(counts.elements).toBeLessThan(limits.elements);
  expect(counts.characters).toBeLessThan(limits.characters);
}

test('a recording with results of 5 MB and images: read with progress, looked through piece by piece', async ({
  page,
  graphPane,
  runPage,
}) => {
  test.setTimeout(600_000);
  const { server } = await serve(heavy);
  const told = await collectProgress(page);
  await page.goto(server.address);
  await expect(graphPane.canvas).toBeVisible();
  expect(await told()).toContainEqual(
    expect.stringMatching(/^Loading the run: Read [\d,]+ lines?, .* of 60\.7 MB$/),
  );
  await expectLight(page);

  const run = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { inspector } = runPage;
  await test.step('a result of 5 MB opens folded, and says how much is not shown', async () => {
    await runPage.open(run, 'main:20-B');
    const more = inspector.getByRole('button', {
      name: /^show more/i,
    });
    await expect(more.first()).toBeVisible();
    await expect(more.first()).toContainText(/4,99\d,\d{3}/);
    await expectLight(page);
    await more.first().click();
    await expect(more.first()).toContainText(/4,[89]\d\d,\d{3}/);
    await expectLight(page);
    await expect(inspector.getByRole('img', { name: /^Image/ })).toHaveCount(0);
  });

  await test.step('what came before the turn did not come with it, in the conversation and raw', async () => {
    await inspector.getByRole('button', { name: 'show', exact: true }).click();
    await expect(inspector.getByText(/^[\d,]{10} characters of long texts and images/)).toBeVisible();
    await runPage.openTab(/^Raw/);
    const raw = inspector.getByRole('tabpanel', { name: 'Raw' });
    await expect(
      raw.getByText(/^[\d,]{10} characters of long texts and images are not fetched/),
    ).toBeVisible();
    await expect(raw.getByText('"forkpoint_left_out"').first()).toBeVisible();
    await expectLight(page);
    await inspector.getByRole('button', { name: 'Tree' }).click();
    await expect(raw).toContainText('messages');
    await expectLight(page);
    await inspector.getByRole('button', { name: 'On disk' }).click();
    await expect(raw).toContainText(/not shown here/);
    await expectLight(page);
  });

  await test.step('a scene that no request could hold is not put together for the page', async () => {
    await runPage.open(run, 'fork-1:30-B');
    await runPage.openTab(/^Raw/);
    await expect(
      inspector.getByText(/characters of long texts and images are too much to be shown/),
    ).toBeVisible();
    await expect(inspector.getByRole('button', { name: 'fetch them' })).toHaveCount(0);
    await runPage.openTab(/^Request/);
    await expect(inspector.getByRole('alert')).toContainText(
      'more than the 32 MB that a request to a model may have',
    );
    const whole = await page.request.get(`${server.origin}/api/runs/${run}/scenes/fork-1:30-B?whole=on`);
    expect(whole.status()).toBe(413);
    await expectLight(page);
  });

  await test.step('an image is there where it is looked at', async () => {
    await runPage.open(run, 'main:12-B');
    await runPage.openTab(/^Conversation/);
    await expect(inspector.getByRole('img', { name: /^Image, image\/png, / })).toBeVisible();
    await expectLight(page);
  });

  await test.step('a needle at the end of 5 MB is found', async () => {
    const find = new FindPanel(page);
    await find.search('the needle lies here');
    await find.expectCounts(/^8 hits in 8 turns$/);
    await find.hits.first().click();
    await expect(inspector.getByRole('heading', { name: 'Turn 5', exact: true })).toBeVisible();
    await expectLight(page);
  });
  await server.stop();
});

test('acting on such a recording copies it with progress, and the copy is a run of ours', async ({
  page,
  graphPane,
  runPage,
  movePanel,
}) => {
  test.setTimeout(600_000);
  const { server, path } = await serve(short);
  const before = await stat(path);
  const told = await collectProgress(page);
  await page.goto(server.address);
  await expect(graphPane.canvas).toBeVisible();
  const opened = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await movePanel.open(opened, 'main:10-B', 'rewind');
  await movePanel.button('Rewind').click();
  await expect(page.getByText(/^main was rewound to 10-B/)).toBeVisible({ timeout: 90_000 });
  expect(await told()).toContainEqual(
    expect.stringMatching(/^Copying the recording: \d+ of 25 scenes copied into the data folder$/),
  );
  expect(page.url()).not.toContain(opened);
  await expect(page.getByText('read only', { exact: true })).toHaveCount(0);
  await expect(runPage.turn(10)).toBeVisible();
  await expectLight(page);
  const { size, mtimeMs } = await stat(path);
  expect({ size, mtimeMs }).toEqual({ size: before.size, mtimeMs: before.mtimeMs });
  await server.stop();
});

import { layLine } from './cutLine.ts';
import { expect, test } from './fixtures.ts';
import { RunPage } from './pages/runPage.ts';

const TABS = 8;

test('eight tabs opened at once share one stream, and the last is answered at once', async ({
  page,
  context,
  demo: { server },
  runPage,
}) => {
  const line = await layLine(server.port);
  await page.goto(`${line.origin}/runs/derailed?${new URL(server.address).searchParams}`);
  await runPage.expectDone();
  const tabs = await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage()));
  await Promise.all(tabs.map(tab => tab.goto(`${line.origin}/runs/derailed`)));
  for (const tab of tabs) {
    await new RunPage(tab).expectTurns(25);
    await expect(tab.getByRole('status', { name: /connected/ })).toBeVisible();
  }
  expect(line.streams()).toBe(1);

  // A browser holds six connections to a host: with a stream per tab this would wait for ever.
  const askedMs = await tabs.at(-1)?.evaluate(async () => {
    const startedMs = performance.now();
    await (await fetch('/api/runs/derailed')).text();
    return performance.now() - startedMs;
  });
  expect(askedMs).toBeLessThan(1_000);

  await page.close();
  await expect.poll(() => line.streams()).toBe(1);
  await expect(tabs[0]?.getByRole('status', { name: /connected/ }) ?? page.locator('none')).toBeVisible();
  await line.cut();
});

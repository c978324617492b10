import { join } from 'node:path';
import { largeShapes, writeLargeTranscript } from '../server/bench/transcripts/writeLargeTranscript.ts';
import { expect, test } from './fixtures.ts';
import { makeFolder, startServer } from './forkpointServer.ts';

test('a recording of 5,000 turns says how far it has been read, then it is there, with few elements in the page', async ({
  page,
  graphPane,
  runsPage,
}) => {
  test.setTimeout(240_000);
  const path = join(await makeFolder(), 'long.jsonl');
  await writeLargeTranscript(path, largeShapes.long);
  const server = await startServer({ args: [path] });
  await page.goto(server.address);
  const progress = page.getByRole('progressbar', { name: 'Loading the run' });
  await expect(progress).toBeVisible();
  await expect(page.getByText(/^Read [\d,]+ lines, .* of 33\.\d MB$/)).toBeVisible();
  await expect(graphPane.canvas).toBeVisible({ timeout: 80_000 });
  await expect(progress).toBeHidden();
  await expect(page.getByRole('button', { name: /^Turn 2482, / })).toBeVisible();
  expect(await page.locator('.react-flow__node').count()).toBeLessThan(400);

  await runsPage.open();
  const row = page.getByRole('row').filter({ hasText: 'Tidy the price list' });
  await expect(row.getByRole('cell', { name: '5000', exact: true })).toBeVisible();
  await server.stop();
});

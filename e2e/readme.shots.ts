import { join } from 'node:path';
import { test } from './fixtures.ts';

/** The pictures of the README, taken of the real page: `npm run screenshots`. */
const folder = join(import.meta.dirname, 'screenshots');

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the demo, derailed (${colorScheme})`, async ({ page, server, runPage }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(server.address);
    await runPage.expectDone();
    await runPage.open('derailed', 'main:15-B');
    await runPage.turn(15).waitFor();
    await runPage.inspector.getByText(/Alpenblick Optik/).waitFor();
    await page.screenshot({ path: join(folder, `timeline-${colorScheme}.png`), animations: 'disabled' });
  });
}

test('14 against 20', async ({ page, server, runPage }) => {
  await page.goto(server.address);
  await runPage.expectDone();
  await runPage.open('derailed', 'main:20-B&diff=main:14-B');
  await runPage.diff.getByText('12 added').waitFor();
  await page.screenshot({ path: join(folder, 'diff-light.png'), animations: 'disabled' });
});

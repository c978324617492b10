import { join } from 'node:path';
import { expectNoBarriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { foldedPlaces } from './foldedPlaces.ts';
import { makeFolder, startServer } from './forkpointServer.ts';
import { writeTurns } from './turnsFolder.ts';
import { overflowOf } from './watchPage.ts';

test('on paper: all turns and the scene that is looked at, black on white, nothing to press', async ({
  page,
  runPage,
  graphPane,
  demo: _demo,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await runPage.open('derailed', 'main:15-B');
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 15' })).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const turns = page.getByRole('table', { name: 'Turns of this run' });
  await expect(turns.getByRole('row')).toHaveCount(1 + 26);
  await expect(turns.getByRole('row', { name: /^25 The invoice total is fixed/ })).toBeVisible();
  await expect(runPage.inspector.getByText(/One red test, and it names the customer/)).toBeVisible();
  await expect(graphPane.canvas).toBeHidden();
  // The heads of what is folded on the screen are headings here.
  await expect(page.locator('button:not([data-printed])').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const colours = await page
    .locator('body')
    .evaluate(body => [getComputedStyle(body).color, getComputedStyle(body).backgroundColor]);
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  const end = await runPage.inspector.boundingBox();
  expect(pageHeight).toBeGreaterThanOrEqual(Math.floor((end?.y ?? 0) + (end?.height ?? 0)));

  await page.emulateMedia({ media: 'screen' });
  await expect(graphPane.canvas).toBeVisible();
  await expect(turns).toHaveCount(0);
});

test('on paper nothing is folded: the conversation stands there whole, or says what is left out and where it is', async ({
  page,
  runPage,
}) => {
  const folder = await writeTurns(join(await makeFolder(), 'checkpoints'), {
    task: 'Find the needle.',
    turns: foldedPlaces,
  });
  const server = await startServer({ args: [folder] });
  await page.goto(server.address);
  await runPage.expectTurns(foldedPlaces.length);
  const { inspector } = runPage;
  await expect(inspector.getByText('Edit.', { exact: true })).toBeVisible();
  await expect(inspector.getByText('the needle again')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(inspector.getByText('the needle again')).toBeVisible();
  // Equal lines of an edit are no news; how many there are is said.
  await expect(inspector.getByText('51 equal lines')).toBeVisible();
  await expect(inspector.getByText('the needle of line 250')).toBeVisible();
  await expect(inspector.getByText('"the needle in the tree"')).toBeVisible();
  await expect(inspector.getByText('here', { exact: true })).toBeVisible();
  await expect(inspector.getByText('the needle as a row')).toBeVisible();
  await expect(
    inspector.getByText(/characters of this text were not fetched with the scene|not printed here/),
  ).not.toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await expect(inspector.getByText('the needle again')).toHaveCount(0);
  await server.stop();
});

test('more contrast, forced colours, still pictures', async ({ page, runPage, graphPane, demo: _demo }) => {
  test.setTimeout(240_000);
  await runPage.open('derailed', 'main:15-B');
  await expect(runPage.turn(15)).toBeVisible();
  await page.emulateMedia({ contrast: 'more' });
  await expectNoBarriers(page, 'more contrast');
  const borders = await runPage.turn(14).evaluate(card => getComputedStyle(card).borderTopColor);
  await page.emulateMedia({ contrast: 'no-preference' });
  expect(borders).not.toBe(await runPage.turn(14).evaluate(card => getComputedStyle(card).borderTopColor));

  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  const rewind = page.getByRole('button', { name: 'Rewind here' });
  const drawn = await rewind.evaluate(button => {
    const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(button);
    return { isTold: color !== backgroundColor, forcedColorAdjust };
  });
  expect(drawn).toEqual({ isTold: true, forcedColorAdjust: 'none' });
  const chosen = page.getByRole('button', { name: /^all \d/ });
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  expect(await chosen.evaluate(chip => getComputedStyle(chip).outlineStyle)).toBe('solid');
  await expect(graphPane.canvas).toBeVisible();

  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter(element => {
        const { transitionDuration } = getComputedStyle(element);
        return transitionDuration.split(', ').some(duration => duration !== '0s');
      }).length,
  );
  expect(moving).toBe(0);
});

test('a connection that does not come back is said, with what it means', async ({ page, demo, runPage }) => {
  test.setTimeout(240_000);
  await demo.server.kill();
  await expect(page.getByText(/^No connection to Forkpoint/)).toBeVisible({ timeout: 60_000 });
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 25' })).toBeVisible();
  await expectNoBarriers(page, 'offline');
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

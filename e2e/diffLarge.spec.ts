import { test } from './diffFixtures.ts';
import { tooMuch } from './diffFolder.ts';
import { expect } from './fixtures.ts';

test('20,000 changed lines and a line of four million characters: few elements, and said what was done', async ({
  page,
  diff,
  open,
}) => {
  test.setTimeout(240_000);
  const url = await open({ huge: tooMuch });
  await page.goto(url('huge', 'scene=plan-b:3-B&diff=main:3-B'));
  await diff.expectSummary('2 changed');
  await diff.change(1).getByRole('button', { name: 'Fetch it' }).click();
  await expect(diff.panel).toContainText('Very different: lines are compared in stretches', {
    timeout: 30_000,
  });
  await expect(diff.panel).toContainText('left, line 1 of a long output');
  await expect(diff.panel).not.toContainText('line 20000 of a long output');
  expect(await diff.elementCount()).toBeLessThan(3000);
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await diff.expectAt(2);
  await expect(diff.panel.getByText('right, line 20000 of a long output')).toBeAttached();
  await diff.change(2).getByRole('button', { name: 'Fetch it' }).click();
  await expect(diff.change(2)).toContainText('Lines too long to compare');
  await expect(diff.change(2)).toContainText('The first 3,900,000 characters are the same.');
  expect(await diff.elementCount()).toBeLessThan(3000);

  await test.step('what was fetched is there on coming back, and in two columns', async () => {
    await page.keyboard.press('Shift+N');
    await diff.expectAt(1);
    await expect(diff.change(1)).toContainText('left, line 1 of a long output');
    await page.keyboard.press('n');
    await diff.expectAt(2);
    await expect(diff.change(2)).toContainText('The first 3,900,000 characters are the same.');
    await page.keyboard.press('Shift+D');
    await expect(diff.change(2)).toContainText('The first 3,900,000 characters are the same.');
    await expect(diff.button('Fetch it')).toHaveCount(0);
  });
});

test('a comparison that finds no end is stopped after ten seconds, and the steps lead on meanwhile', async ({
  page,
  context,
  diff,
  open,
}) => {
  test.setTimeout(240_000);
  // The thread never comes: for the page that is a comparison without end.
  await context.route('**/comparing.worker*.js', () => undefined);
  const url = await open({ huge: tooMuch });
  await page.goto(url('huge', 'scene=plan-b:3-B&diff=main:3-B'));
  await diff.change(1).getByRole('button', { name: 'Fetch it' }).click();
  await expect(diff.change(1)).toContainText('Comparing…');
  await page.keyboard.press('n');
  await diff.expectAt(1);
  await page.keyboard.press('n');
  await diff.expectAt(2);
  await page.keyboard.press('Shift+N');
  await diff.expectAt(1);
  await expect(diff.change(1)).toContainText('Comparing took longer than 10 seconds and was stopped.', {
    timeout: 30_000,
  });
  await expect(diff.change(1)).toContainText('left, line 1 of a long output');
  await expect(diff.change(1)).toContainText('right, line 1 of a long output');
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a large message that cannot be fetched says so, and comes when it is asked for again', async ({
  page,
  context,
  diff,
  open,
}) => {
  test.setTimeout(240_000);
  await context.route('**/messagePair.worker*.js', route => route.abort());
  const url = await open({ huge: tooMuch });
  await page.goto(url('huge', 'scene=plan-b:3-B&diff=main:3-B'));
  const line = diff.change(2);
  await line.getByRole('button', { name: 'Fetch it' }).click();
  await expect(line).toContainText('Fetching the message…');
  await expect(line.getByRole('alert')).toContainText('its worker did not load', { timeout: 60_000 });
  await context.unrouteAll({ behavior: 'wait' });
  await line.getByRole('button', { name: 'Try again' }).click();
  await expect(line).toContainText('The first 3,900,000 characters are the same.');
});

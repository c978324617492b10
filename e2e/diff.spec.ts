import { address, test } from './diffFixtures.ts';
import { everyKind, hardlyAny, otherPicture } from './diffFolder.ts';
import { expect } from './fixtures.ts';
import { Keyboard } from './pages/keyboard.ts';

const heads = 'scene=plan-b:24-B&diff=main:25-B';

test('every kind of change, message by message, block by block, and what else was asked', async ({
  page,
  diff,
  open,
}) => {
  const url = await open({ kinds: everyKind });
  await page.goto(url('kinds', heads));
  await diff.expectSummary('43 same', '1 added', '1 removed', '5 changed', '1 moved');
  await expect(diff.panel).toContainText('tokens 25.0k → 24.0k (−1.0k)');

  await test.step('the settings are a section of their own', async () => {
    await expect(diff.settings).toContainText('claude-test-12');
    await expect(diff.settings.locator('del').filter({ hasText: 'brief' })).toBeVisible();
    await expect(diff.settings.locator('ins').filter({ hasText: 'thorough' })).toBeVisible();
    await expect(diff.settings).toContainText('Tool send_emailremoved');
    await expect(diff.settings).toContainText('Tool grepadded');
  });

  await test.step('what moved stands at both places, and each leads to the other', async () => {
    const away = diff.change(1);
    await expect(away).toContainText('moved away');
    await away.getByRole('button', { name: 'to where it stands now: message 48' }).click();
    const here = diff.panel.getByRole('article').filter({ hasText: 'moved here' });
    await expect(here).toBeFocused();
    await here.getByRole('button', { name: 'to where it stood: message 41' }).click();
    await diff.expectAt(1);
  });

  await test.step('words, lines, inputs and JSON results', async () => {
    await expect(diff.change(2).locator('del')).toHaveText('right');
    await expect(diff.change(2).locator('ins')).toHaveText('wrong');
    const lines = diff.change(4);
    await lines.scrollIntoViewIfNeeded();
    await expect(lines.getByText('const value30 = round(sum);')).toBeVisible();
    await expect(lines.getByText('27 equal lines').first()).toBeVisible();
    const input = diff.change(5);
    await input.scrollIntoViewIfNeeded();
    await expect(input).toContainText('retries');
    await expect(input).toContainText('dry');
    await expect(input).not.toContainText('seconds');
    const result = diff.change(6);
    await result.scrollIntoViewIfNeeded();
    await expect(result).toContainText('warnings');
    await expect(result).toContainText('no region');
  });
});

test('a result that shows another picture: both, and not their bytes', async ({ page, diff, open }) => {
  const url = await open({ pictures: otherPicture });
  await page.goto(url('pictures', 'scene=plan-b:2-B&diff=main:2-B'));
  await diff.expectSummary('1 changed');
  const result = diff.change(1);
  await expect(result).toContainText(/before.*after/);
  await expect(result.getByRole('img', { name: /image\/png/ })).toHaveCount(2);
  await expect(result).not.toContainText('base64');
});

test('folds open in steps and wholly, for messages and for lines', async ({ page, diff, open }) => {
  const url = await open({ kinds: everyKind });
  await page.goto(url('kinds', heads));
  await expect(diff.panel.getByText('41 messages are the same')).toBeVisible();
  await expect(diff.panel.getByText('Reading part 20.')).toHaveCount(0);
  await diff.button('show 10 more').click();
  await expect(diff.panel.getByText('Reading part 20.')).toBeVisible();
  await expect(diff.panel.getByText('Reading part 15.')).toHaveCount(0);
  await diff.button('show all').first().click();
  await diff.panel.getByText('Find out why the invoice is one cent off.').scrollIntoViewIfNeeded();
  await diff.button('hide').click();
  await expect(diff.panel.getByText('Reading part 20.')).toHaveCount(0);

  const code = diff.change(4);
  await code.scrollIntoViewIfNeeded();
  await expect(code.getByText('const value0 = 0;')).toHaveCount(0);
  await code.getByRole('button', { name: 'show 20 more' }).first().click();
  await expect(code.getByText('const value0 = 0;')).toBeVisible();
  await expect(code.getByText('7 equal lines')).toBeVisible();
  await code.getByRole('button', { name: 'show all' }).first().click();
  await expect(code.getByText('const value26 = 78;')).toBeVisible();
});

test('what was opened stays with its message: far from the screen, and with white space passed over', async ({
  page,
  diff,
  open,
}) => {
  const url = await open({ kinds: everyKind, hardly: hardlyAny });
  const keyboard = new Keyboard(page);
  await page.goto(url('kinds', heads));

  await test.step('a fold of lines, from far away', async () => {
    await diff.expectSummary('5 changed');
    await page.setViewportSize({ width: 1280, height: 300 });
    await keyboard.press('n', 'n', 'n', 'n');
    await diff.expectAt(4);
    const code = diff.change(4);
    const firstLine = code.getByText('const value0 = 0;');
    await code.getByRole('button', { name: 'show all' }).first().click();
    await expect(firstLine).toBeVisible();
    await keyboard.press('Shift+N', 'Shift+N', 'Shift+N');
    await expect(firstLine).not.toBeInViewport();
    await keyboard.press('n', 'n', 'n');
    await diff.expectAt(4);
    await expect(firstLine).toBeVisible();
  });

  await test.step('the step is that of the same message', async () => {
    await keyboard.press('Shift+W');
    await expect(diff.panel.getByText('3 of 8')).toBeVisible();
    await keyboard.press('Shift+W');
    await expect(diff.panel.getByText('4 of 9')).toBeVisible();
  });

  await test.step('an unfolded stretch that becomes shorter shows what is left of it', async () => {
    await page.goto(url('hardly', 'scene=spaces:3-B&diff=main:3-B&space=ignore'));
    await diff.button('show').click();
    await expect(diff.panel.getByText('Go on.')).toBeVisible();
    await keyboard.press('Shift+W');
    await diff.expectSummary('6 same', '1 changed');
    await expect(diff.panel.getByText('Go on.')).toBeVisible();
    await expect(diff.panel.getByRole('alert')).toHaveCount(0);
    await expect(diff.button(/^show/)).toHaveCount(0);
  });
});

test('by keys alone: from change to change, only changes, white space, two columns', async ({
  page,
  diff,
  open,
}) => {
  const url = await open({ kinds: everyKind });
  await page.goto(url('kinds', heads));
  const keyboard = new Keyboard(page);
  await diff.expectSummary('5 changed');
  await keyboard.press('n');
  await diff.expectAt(1);
  await keyboard.press('n', 'n', 'n', 'n', 'n', 'n', 'n', 'n', 'n');
  await diff.expectAt(9);
  await expect(diff.panel.getByText('9 of 9')).toBeVisible();
  await keyboard.press('Shift+N');
  await diff.expectAt(8);

  await test.step('only changes, and so after a reload', async () => {
    await keyboard.press('Shift+O');
    await expect(diff.panel.getByText('41 messages are the same')).toHaveCount(0);
    await expect(diff.change(5)).toContainText('retries');
    await expect(diff.change(5)).not.toContainText('"invoices"');
    await page.reload();
    await diff.expectSummary('5 changed');
    await expect(diff.button('Only changes')).toHaveAttribute('aria-pressed', 'true');
    await expect(diff.panel.getByText('41 messages are the same')).toHaveCount(0);
    await keyboard.press('Shift+O');
    await expect(diff.panel.getByText('41 messages are the same')).toBeVisible();
  });

  await test.step('white space ignored is part of the link', async () => {
    await keyboard.press('Shift+W');
    await diff.expectSummary('44 same', '4 changed');
    expect(address(page, 'space')).toBe('ignore');
    await page.reload();
    await diff.expectSummary('4 changed');
    await keyboard.press('Shift+W');
    await diff.expectSummary('5 changed');
  });

  await test.step('two columns, with room made for them, remembered; a narrow page has one', async () => {
    const message = diff.change(2);
    await message.scrollIntoViewIfNeeded();
    const [went, came] = [message.locator('del'), message.locator('ins')];
    const isSideBySide = async () => (await message.getByText('The tax table looks').count()) === 2;
    expect(await isSideBySide()).toBe(false);
    await keyboard.press('Shift+D');
    await expect.poll(isSideBySide).toBe(true);
    expect(await diff.isSideBySide(went, came)).toBe(true);
    await page.reload();
    await expect.poll(isSideBySide).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(isSideBySide).toBe(false);
    await expect(diff.panel.getByRole('group', { name: 'How the sides stand' })).toHaveCount(0);
  });
});

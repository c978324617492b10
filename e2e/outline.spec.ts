import { hint } from './demoWords.ts';
import { expect, test } from './fixtures.ts';
import { makeFolder, startServer } from './forkpointServer.ts';
import { OutlinePanel } from './pages/outlinePanel.ts';
import { writeTurns } from './turnsFolder.ts';

test('the outline is in step with the graph, by keys alone', async ({ page, runPage, demo: _demo }) => {
  const outline = new OutlinePanel(page);
  const scene = () => new URL(page.url()).searchParams.get('scene');
  await page.keyboard.press('o');
  await expect(outline.turn(25)).toBeFocused();
  await expect(outline.turn(25)).toHaveAttribute('aria-selected', 'true');

  await page.keyboard.press('ArrowUp');
  await expect(outline.turn(24)).toBeFocused();
  await expect.poll(scene).toBe('main:24-B');
  await expect(runPage.turn(24)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Home');
  await expect.poll(scene).toBe('main:0-B');
  await page.keyboard.type('14');
  await expect(outline.turn(14)).toBeFocused();
  await expect.poll(scene).toBe('main:14-B');
  await page.keyboard.press('Enter');
  await expect(outline.focused()).toHaveCount(0);
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 14' })).toBeVisible();

  await runPage.turn(15).click();
  await expect(outline.turn(15)).toHaveAttribute('aria-selected', 'true');
  await expect(outline.selected).toHaveCount(1);
  await page.reload();
  await expect(outline.turn(15)).toHaveAttribute('aria-selected', 'true');
  await outline.turn(15).focus();
  await page.keyboard.press('Escape');
  await expect(outline.grid).toHaveCount(0);
});

test('what a rewind left unfolds here and on the graph at once', async ({
  page,
  movePanel,
  gatePanel,
  graphPane,
  demo: _demo,
}) => {
  const outline = new OutlinePanel(page);
  await movePanel.open('derailed', 'main:14-B', 'rewind');
  await movePanel.say(hint);
  await movePanel.button('Rewind and go on').click();
  await expect(gatePanel.question('send_email')).toBeVisible();
  await outline.open();
  const left = outline.lane(/left behind/);
  await expect(left).toHaveAttribute('aria-expanded', 'false');
  await outline.turn(14).click();
  await page.keyboard.press('ArrowDown');
  await expect(left).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(left).toHaveAttribute('aria-expanded', 'true');
  await expect(graphPane.leftBehind(17)).toBeVisible();
  await page.keyboard.press('Tab');
  await left.focus();
  await page.keyboard.press('ArrowRight');
  await expect(outline.turn(15, 2)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(left).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(left).toHaveAttribute('aria-expanded', 'false');
  await expect(graphPane.leftBehind(17)).toHaveCount(0);
  await expect(page).toHaveURL(/scene=main:14-B/);
});

test('of many turns only those in view are in the page, and each knows its place', async ({ page }) => {
  const turns = Array.from({ length: 600 }, (_, index) => ({
    text: `Step ${index + 1}.`,
    name: 'read_file',
    input: { path: `${index}.txt` },
    result: 'read',
  }));
  const folder = await writeTurns(await makeFolder(), { task: 'Read on.', turns, files: 600 });
  const server = await startServer({ args: [folder] });
  await page.goto(server.address);
  const outline = new OutlinePanel(page);
  await outline.open();
  await expect(outline.turn(600)).toBeVisible();
  await expect(outline.grid).toHaveAttribute('aria-rowcount', '601');
  await expect(outline.turn(600)).toHaveAttribute('aria-posinset', '600');
  expect(await outline.grid.getByRole('row').count()).toBeLessThan(60);
  await outline.turn(600).focus();
  await page.keyboard.press('Home');
  await expect(outline.turn(1)).toBeFocused();
  await page.keyboard.press('PageDown');
  await page.keyboard.type('312');
  await expect(outline.turn(312)).toBeFocused();
  await expect(outline.turn(312)).toBeInViewport();
  await server.stop();
});

test('on a phone the outline comes first, and the graph is a press away', async ({
  page,
  graphPane,
  demo: _demo,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const outline = new OutlinePanel(page);
  await expect(outline.turn(25)).toBeInViewport({ ratio: 0.95 });
  await expect(graphPane.canvas).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the graph' }).click();
  await expect(graphPane.canvas).toBeVisible();
  await page.reload();
  await expect(graphPane.canvas).toBeVisible();
  await page.goBack();
  await expect(outline.grid).toBeVisible();
});

test('words lead to the turns that say or do them, one after the other', async ({
  page,
  runPage,
  demo: _demo,
}) => {
  const outline = new OutlinePanel(page);
  const scene = () => new URL(page.url()).searchParams.get('scene');
  await page.keyboard.press('o');
  await expect(outline.turn(25)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.type("'send_em");
  await expect(outline.turn(16)).toBeFocused();
  await expect.poll(scene).toBe('main:16-B');
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 16' })).toBeVisible();
  await expect(page.getByText('“send_em”: 1 row')).toBeVisible();
  // The first Escape ends the words, the second the outline.
  await page.keyboard.press('Escape');
  await expect(page.getByText('“send_em”: 1 row')).toHaveCount(0);
  await page.keyboard.press('Home');
  await page.keyboard.type("'src/tax.mjs");
  const first = scene();
  await page.keyboard.press("'");
  await expect.poll(scene).not.toBe(first);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(outline.grid).toHaveCount(0);
});

import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { foldedPlaces } from './foldedPlaces.ts';
import { makeFolder, startServer } from './forkpointServer.ts';
import { FindPanel } from './pages/findPanel.ts';
import { hostileTexts, writeCheckpoints } from './recordings.ts';
import { writeTurns } from './turnsFolder.ts';

test('the derailed demo: from a text to its turns by keyboard, then what the rules point at', async ({
  page,
  demo: _,
  runPage,
}) => {
  const find = new FindPanel(page);
  await find.search('1043.58');
  await find.expectCounts(/^\d+ hits in \d+ turns$/);
  await page.keyboard.press('Enter');
  await find.expectCounts(/^1 of \d+ hits in \d+ turns$/);
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 2', exact: true })).toBeVisible();
  await expect(find.hits.first()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Shift+Enter');
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 24', exact: true })).toBeVisible();

  await find.hits.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(find.hits.nth(1)).toBeFocused();
  await page.reload();
  await expect(find.field).toHaveValue('1043.58');
  await find.expectCounts(/hits in \d+ turns/);

  await find.panel.getByRole('button', { name: 'Worth a look' }).click();
  await expect(find.remarks).toHaveText([
    /15.*edits src\/tax\.mjs, which the red check of turn 14 does not name/,
    /16.*says “the failing invoice test is fixed\.” while the last check, in turn 14, was red/,
    /19.*20.*22.*23.*src\/tax\.mjs went back to how it had been, 2 times/,
    /24.*“node --test” ran 6 times and was never green/,
  ]);
  const claim = find.remarks.nth(1);
  await claim.getByRole('button', { name: 'Turn 16' }).click();
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 16', exact: true })).toBeVisible();
  await claim.getByText('What is this rule?').click();
  await expect(claim.getByText(/Words that claim success/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Turn 16, .*worth a look/ })).toBeVisible();

  await claim.getByRole('button', { name: 'Dismiss' }).click();
  await expect(find.remarks).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Turn 16, .*worth a look/ })).toHaveCount(0);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Worth a look: 3 remarks' }),
  ).toBeVisible();
  await find.panel.getByRole('button', { name: 'Show again' }).click();
  await expect(find.remarks).toHaveCount(4);
});

const stories = ['rakes and hoes', 'three rakes', 'a Rake', 'nothing here', 'Rakes again'];

async function openStories(page: Page) {
  const folder = await writeCheckpoints(join(await makeFolder(), 'checkpoints'), stories);
  const server = await startServer({ args: [folder] });
  await page.goto(server.address);
  return { server, find: new FindPanel(page) };
}

test('how it is searched: case, whole words, patterns, and what cannot be found', async ({
  page,
  runPage,
}) => {
  const { server, find } = await openStories(page);
  await runPage.expectTurns(5);
  await find.search('rake');
  await find.expectCounts(/^4 hits in 4 turns$/);
  await find.switch('Whole words').click();
  await find.expectCounts(/^1 hit in 1 turn$/);
  await find.switch('Match case').click();
  await expect(find.panel.getByText('Nothing the model saw or said holds this.')).toBeVisible();
  await find.switch('Whole words').click();
  await find.switch('Regular expression').click();
  await find.field.fill('^(three|a) [Rr]ake');
  await find.expectCounts(/^2 hits in 2 turns$/);
  await expect(find.hits.first()).toHaveText(/result of read_file.*three rakes/);
  await find.field.fill('(');
  await expect(find.panel.getByRole('alert')).toHaveText(/“\(” is no regular expression.*missing closing/);
  await page.goBack();
  await page.goForward();
  await expect(find.field).toHaveValue('(');
  await find.field.press('Escape');
  await expect(find.panel).toHaveCount(0);
  await server.stop();
});

test('turns by what they did: the list names them, the graph dims the rest', async ({ page, runPage }) => {
  const { server, find } = await openStories(page);
  await runPage.expectTurns(5);
  await page.getByRole('banner').getByRole('button', { name: 'Find' }).click();
  await find.filterField('File').fill('2.txt');
  await find.expectCounts(/^1 turn matches$/);
  expect(new URL(page.url()).searchParams.get('filter')).toBe('file:2.txt');
  const matching = find.panel.getByRole('list', { name: 'Turns that match' }).getByRole('button');
  await expect(matching).toHaveText([/Turn 3.*read_file 2\.txt/]);
  await matching.click();
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 3', exact: true })).toBeVisible();
  await find.filterField('File').fill('');
  await find.tool(/^read_file/).click();
  await find.expectCounts(/^5 turns match$/);
  await find.panel.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(matching).toHaveCount(0);
  await server.stop();
});

test('who brought a text in: from what is selected to the turn where it first stood', async ({
  page,
  runPage,
}) => {
  const { server } = await openStories(page);
  await runPage.expectTurns(5);
  await runPage.open(new URL(page.url()).pathname.split('/').at(-1) ?? '', 'main:5-B');
  const result = runPage.inspector.getByText('Rakes again');
  await expect(result).toBeVisible();
  await runPage.inspector.getByRole('button', { name: 'show', exact: true }).click();
  await runPage.inspector.getByText('three rakes').selectText();
  await page.getByRole('button', { name: 'Where was this first seen?' }).click();
  await expect(page.getByText('First seen in turn 2: result of read_file.')).toBeVisible();
  await page.getByRole('button', { name: 'Go to turn 2' }).click();
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 2', exact: true })).toBeVisible();
  await server.stop();
});

test('hostile texts stay text in the list too', async ({ page, runPage }) => {
  const folder = await writeCheckpoints(join(await makeFolder(), 'checkpoints'), hostileTexts);
  const server = await startServer({ args: [folder] });
  await page.goto(server.address);
  await runPage.expectTurns(hostileTexts.length);
  const find = new FindPanel(page);
  await find.search('onerror');
  await find.expectCounts(/^1 hit in 1 turn$/);
  await expect(find.hits).toHaveText([/<img src=x onerror=alert\(1\)>/]);
  await expect(find.panel.locator('img')).toHaveCount(0);
  await find.field.fill('txt.exe');
  await expect(find.hits).toHaveText([/txt\.exe/]);
  expect(await find.hits.first().textContent()).not.toContain('\u202e');
  await server.stop();
});

test('on a phone the list takes the place of the graph', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const { server, find } = await openStories(page);
  await page.getByRole('banner').getByRole('button', { name: 'Find' }).click();
  await find.field.fill('rakes again');
  await find.hits.first().click();
  await expect(page.getByRole('region', { name: 'Inspector' }).getByText('Rakes again')).toBeVisible();
  await find.panel.getByRole('button', { name: 'Close the list' }).click();
  await expect(find.panel).toHaveCount(0);
  await server.stop();
});

async function openFolded(page: Page) {
  const folder = await writeTurns(join(await makeFolder(), 'checkpoints'), {
    task: 'Find the needle.',
    turns: foldedPlaces,
  });
  const server = await startServer({ args: [folder] });
  await page.goto(server.address);
  return { server, find: new FindPanel(page) };
}

test('a hit unfolds what it stands in, in a few keys from anywhere on the page', async ({
  page,
  runPage,
}) => {
  const { server, find } = await openFolded(page);
  await runPage.expectTurns(foldedPlaces.length);
  await find.search('needle');
  await find.expectCounts(/^8 hits in 6 turns$/);
  await find.hits.nth(0).click();
  await find.expectSought('needle');
  // Not in the field any more: the keys work from where the person is.
  await runPage.inspector.getByRole('tab', { name: 'Conversation' }).focus();
  const sought = async (key: string, turn: number, beside: string) => {
    await page.keyboard.press(key);
    await expect(runPage.inspector.getByRole('heading', { name: `Turn ${turn}`, exact: true })).toBeVisible();
    await find.expectSought('needle');
    await expect(runPage.inspector.getByText(beside).first()).toBeVisible();
  };
  await sought('F3', 1, 'the needle of line 250');
  await sought('F3', 2, 'the needle after three megabytes');
  await expect(
    runPage.inspector.getByRole('button', { name: /^show from the start \(3,0\d\d,\d+ characters before/ }),
  ).toBeVisible();
  await sought('F3', 3, '"the needle in the tree"');
  await sought('F3', 4, 'the needle as a row');
  // In the text before the edit and in the one behind it.
  await sought('F3', 5, 'the needle of the edit');
  await sought('F3', 5, 'the needle of the edit');
  await sought('F3', 5, 'the needle again');
  await sought('Shift+F3', 5, 'the needle of the edit');
  await page.keyboard.press('?');
  await expect(page.getByRole('row', { name: 'Next hit of the search F3' })).toBeVisible();
  await server.stop();
});

test('patterns are marked in the scene as they are found, line by line', async ({ page, runPage }) => {
  const { server, find } = await openStories(page);
  await runPage.expectTurns(5);
  await find.search('^(three|a) rake');
  await find.switch('Regular expression').click();
  await find.expectCounts(/^2 hits in 2 turns$/);
  await find.hits.nth(0).click();
  await find.expectSought('three rake');
  await expect.poll(() => find.marked('found')).toEqual(['three rake']);
  await server.stop();
});

test('who brought a text in: the jump unfolds and shows the very place', async ({ page, runPage }) => {
  const { server, find } = await openFolded(page);
  await runPage.expectTurns(foldedPlaces.length);
  await find.search('the needle of line 250');
  await page.getByRole('button', { name: 'First seen on this line' }).click();
  await page.getByRole('button', { name: 'Go to turn 1' }).click();
  await find.expectSought('the needle of line 250');
  await server.stop();
});

test('several tools at once, as the URL keeps them', async ({ page, runPage }) => {
  const { server, find } = await openFolded(page);
  await runPage.expectTurns(foldedPlaces.length);
  await page.getByRole('banner').getByRole('button', { name: 'Find' }).click();
  await find.tool(/^run_command 2$/).click();
  await find.expectCounts(/^2 turns match$/);
  await find.tool(/^edit_file/).click();
  await find.expectCounts(/^3 turns match$/);
  expect(new URL(page.url()).searchParams.get('filter')).toBe('tool:run_command,tool:edit_file');
  await page.reload();
  await expect(find.tool(/^run_command/)).toHaveAttribute('aria-pressed', 'true');
  await expect(find.tool(/^edit_file/)).toHaveAttribute('aria-pressed', 'true');
  await find.tool(/^run_command/).click();
  await find.expectCounts(/^1 turn matches$/);
  await server.stop();
});

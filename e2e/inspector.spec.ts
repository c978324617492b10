import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { test as base, expect } from './fixtures.ts';
import { makeFolder, startServer } from './forkpointServer.ts';
import { greyPng } from './greyPng.ts';
import { writeSessionWithDanglingCall } from './recordings.ts';
import { bigTurns, type ResultName, resultTurns, turnWith } from './resultsFolder.ts';
import { writeTurns } from './turnsFolder.ts';

/** The page on a folder that holds one turn for each kind of result. */
const test = base.extend<{ folder: string; show: (kind: ResultName) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: fixtures are asked for by destructuring
  folder: async ({}, use) =>
    use(
      await writeTurns(join(await makeFolder(), 'checkpoints'), {
        task: 'Look at all of it.',
        turns: resultTurns,
      }),
    ),
  show: async ({ page, folder, runPage }, use) => {
    const server = await startServer({ args: [folder] });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
    await page.goto(server.address);
    const { pathname } = new URL(page.url());
    await use(async kind => {
      const turn = turnWith(kind);
      await page.goto(`${server.origin}${pathname}?scene=main:${turn}-B`);
      await expect(
        runPage.inspector.getByRole('heading', { name: `Turn ${turn}`, exact: true }),
      ).toBeVisible();
      await expect(runPage.inspector.getByText('assistant', { exact: true })).toBeVisible();
    });
    await server.stop();
  },
});

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('JSON is a tree that opens by keyboard, and text when asked for', async ({
  page,
  show,
  runPage: { inspector },
}) => {
  await show('json');
  const items = inspector.getByRole('button', { name: 'items 1 item' });
  await expect(items).toHaveAttribute('aria-expanded', 'false');
  await items.focus();
  await page.keyboard.press('Enter');
  await expect(items).toHaveAttribute('aria-expanded', 'true');
  await inspector.getByRole('button', { name: /1 key/ }).click();
  await expect(inspector.getByText('"first"')).toBeVisible();
  await inspector.getByRole('button', { name: 'as text' }).click();
  await expect(inspector.getByText('{"total":2,"items":[{"name":"first"}]}')).toBeVisible();
});

test('listings are tables with counts, searches are lists by file', async ({
  show,
  runPage: { inspector },
}) => {
  await show('files');
  await expect(inspector.getByText('1 folder, 1 file')).toBeVisible();
  await expect(inspector.getByRole('row', { name: 'file README.md 1.2 kB' })).toBeVisible();
  await show('matches');
  await expect(inspector.getByText('3 matches in 2 files')).toBeVisible();
  await expect(inspector.getByText('src/a.ts2 matches')).toBeVisible();
  await show('numbered');
  await expect(inspector.getByText('2 lines')).toBeVisible();
  await expect(inspector.getByText('const b;', { exact: true })).toBeVisible();
});

test('diffs and edits show what went and what came', async ({ show, runPage: { inspector } }) => {
  await show('diff');
  await expect(inspector.getByText('-const b = 2;')).toBeVisible();
  await expect(inspector.getByText('exit 0')).toBeVisible();
  await show('edits');
  await expect(inspector.getByText('const a = 1;')).toBeVisible();
  await expect(inspector.getByText('const a = 2;')).toBeVisible();
  await expect(inspector.getByText('gone')).toBeVisible();
});

test('failures, refusals and exit codes are told apart in words', async ({
  show,
  runPage: { inspector },
}) => {
  await show('failed');
  await expect(inspector.getByText('exit 1', { exact: true })).toBeVisible();
  await expect(inspector.getByText('error', { exact: true })).toBeVisible();
  await show('refused');
  await expect(inspector.getByText('refused by the person', { exact: true })).toBeVisible();
  await expect(inspector.getByText('error', { exact: true })).toHaveCount(0);
});

test('images are small with their size told, larger when pressed, and named where there is none', async ({
  show,
  runPage: { inspector },
}) => {
  await show('image');
  await expect(inspector.getByRole('img', { name: 'Image, image/png, 70 B' })).toBeVisible();
  await expect(inspector.getByText('image/png · 70 B')).toBeVisible();
  const button = inspector.getByRole('button', { name: /^Image, image\/png/ });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await show('brokenImage');
  await expect(inspector.getByText(/that is not drawn here/)).toBeVisible();
  await expect(inspector.getByText('boom')).toBeVisible();
});

test('a result may be a list with blocks nobody knows, or have no content', async ({
  show,
  runPage: { inspector },
}) => {
  await show('list');
  await expect(inspector.getByText('part one')).toBeVisible();
  await expect(inspector.getByText('Block of type “block_of_2029”')).toBeVisible();
  await show('absent');
  await expect(inspector.getByText('The result is empty.')).toBeVisible();
});

test('five megabytes open in part, say how much is not shown, and are copied whole', async ({
  page,
  runPage,
}) => {
  const folder = await writeTurns(join(await makeFolder(), 'checkpoints'), {
    task: 'Read.',
    turns: bigTurns,
  });
  const server = await startServer({ args: [folder] });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin });
  await page.goto(server.address);
  const { inspector } = runPage;
  await page.getByRole('button', { name: /^Turn 1, / }).click();
  await inspector.getByRole('button', { name: /^show more \(5,039,\d+ characters are not shown\)$/ }).click();
  await expect(
    inspector.getByRole('button', { name: /^show more \(4,9\d\d,\d+ characters are not shown\)$/ }),
  ).toBeVisible();
  await inspector.getByRole('button', { name: 'Copy all of it' }).click();
  await expect.poll(async () => (await clipboard(page)).length).toBe(5_040_000);
  await page.getByRole('button', { name: /^Turn 2, / }).click();
  await expect(
    inspector.getByRole('button', { name: 'show more (4,996,000 characters are not shown)' }),
  ).toBeVisible();
  await server.stop();
});

test('large results of earlier turns come when they are asked for', async ({ page, runPage }) => {
  const folder = await writeTurns(join(await makeFolder(), 'checkpoints'), {
    task: 'Read.',
    turns: bigTurns,
  });
  const server = await startServer({ args: [folder] });
  const fetched = page.waitForResponse(/\/scenes\/[^/?]+$/);
  await page.goto(server.address);
  const { inspector } = runPage;
  await expect(inspector.getByText('After all of it.')).toBeVisible();
  expect((await (await fetched).body()).length).toBeLessThan(100_000);
  await inspector.getByRole('button', { name: 'show', exact: true }).click();
  await expect(inspector.getByText('4,996,000 more characters of this text were not fetched')).toBeVisible();
  await inspector.getByRole('button', { name: 'fetch them' }).click();
  await expect(
    inspector.getByRole('button', { name: 'show more (4,996,000 characters are not shown)' }),
  ).toBeVisible();
  await runPage.openTab(/^Request/);
  await expect(inspector.getByRole('button', { name: '5 messages as they are sent' })).toBeVisible();
  await server.stop();
});

test('words of the model are markdown', async ({ show, runPage: { inspector } }) => {
  await show('markdown');
  await expect(inspector.getByRole('table').getByRole('columnheader', { name: 'a' })).toBeVisible();
  await expect(inspector.getByRole('listitem').filter({ hasText: 'open' })).toContainText('☐');
  await expect(inspector.getByRole('strong')).toHaveText('one');
  await expect(inspector.getByRole('button', { name: 'docs https://docs.invalid/x' })).toBeVisible();
});

test('what came before the turn is folded, and opened by keyboard', async ({
  page,
  show,
  runPage: { inspector },
}) => {
  await show('markdown');
  const fold = inspector.getByRole('button', { name: 'show', exact: true });
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.focus();
  await page.keyboard.press('Enter');
  await expect(inspector.getByRole('button', { name: 'hide', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(inspector.getByText('Look at all of it.')).toBeVisible();
});

test('a scene is copied as text, as JSON and as a request without a key', async ({
  page,
  show,
  runPage: { inspector },
}) => {
  await show('files');
  await inspector.getByRole('button', { name: 'Copy', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Copy this scene as' });
  await menu.getByRole('button', { name: /^Text/ }).click();
  await expect(menu.getByRole('status')).toHaveText('Copied: Text');
  expect(await clipboard(page)).toContain('[call list_dir, toolu_3]');
  await menu.getByRole('button', { name: /^JSON/ }).click();
  await expect(menu.getByRole('status')).toHaveText('Copied: JSON');
  expect(JSON.parse(await clipboard(page))).toHaveLength(7);
  await menu.getByRole('button', { name: /^curl/ }).click();
  await expect(menu.getByRole('status')).toHaveText('Copied: curl');
  const command = await clipboard(page);
  expect(command).toContain('-H "x-api-key: $ANTHROPIC_API_KEY"');
  expect(command).toContain('# The system text that was sent was not kept.');
  const body = JSON.parse(command.slice(command.indexOf('\n{') + 1, command.lastIndexOf('}') + 1));
  expect(body).toMatchObject({ model: 'claude-test', stream: true });
  expect(body.messages).toHaveLength(5);
});

test('the file on the disk: where it lies, how large it is, and its own words', async ({
  page,
  show,
  folder,
  runPage,
}) => {
  await show('files');
  await runPage.openTab(/^Raw/);
  const path = join(folder, 'turn-003-B.json');
  const tab = runPage.inspector.getByRole('tabpanel');
  await expect(tab.getByText(path)).toBeVisible();
  const bytes = await readFile(path, 'utf8');
  await tab.getByRole('button', { name: 'Copy the path' }).click();
  await expect.poll(() => clipboard(page)).toBe(path);
  await tab.getByRole('button', { name: 'On disk' }).click();
  await expect(tab.getByText(bytes)).toBeVisible();
  await expect(tab.getByText(/^\d\.\d kB$/)).toBeVisible();
});

test('a message of a transcript names its file and line, and the lines can be read', async ({
  page,
  runPage,
}) => {
  const path = await writeSessionWithDanglingCall(await makeFolder());
  const server = await startServer({ args: [path] });
  await page.goto(server.address);
  const { inspector } = runPage;
  await page.getByRole('button', { name: /^Turn 1, / }).click();
  await expect(inspector.getByText(/^orders\.jsonl\s*line 2$/)).toBeVisible();
  await expect(inspector.getByText('result from line 4')).toHaveAttribute('title', 'orders.jsonl:4');
  await runPage.openTab(/^Raw/);
  await inspector.getByRole('button', { name: 'On disk' }).click();
  await expect(inspector.getByRole('heading', { name: 'line 2' })).toBeVisible();
  await expect(inspector.getByText(/"I will ask both shelves."/)).toBeVisible();
  await server.stop();
});

test('the request of a turn is there to its last part', async ({ runPage, demo: _ }) => {
  await runPage.open('derailed', 'main:3-B');
  await runPage.openTab(/^Request/);
  const tab = runPage.inspector.getByRole('tabpanel');
  await expect(tab.getByText(/^You are a careful software engineer/)).toBeVisible();
  await expect(tab.getByText('10 tools')).toBeVisible();
  await expect(tab.getByText('Its calls took')).toBeVisible();
  await tab.getByRole('button', { name: '5 messages as they are sent' }).click();
  await expect(tab.getByRole('button', { name: /^0 2 keys role, content/ })).toBeVisible();
  await tab.getByRole('button', { name: 'The whole request as Forkpoint sends it' }).click();
  await expect(tab.getByText('max_tokens')).toBeVisible();
});

test('three thousand messages: only the turn is drawn, and what was before in steps', async ({
  page,
  runPage,
}) => {
  const turns = Array.from({ length: 1500 }, (_, index) => ({
    text: `Step **${index + 1}**.`,
    name: 'read_file',
    input: { path: `src/${index}.ts` },
    result: `line ${index}\n`.repeat(20),
  }));
  const folder = await writeTurns(join(await makeFolder(), 'checkpoints'), {
    task: 'A long way.',
    turns,
    files: 3,
  });
  const server = await startServer({ args: [folder] });
  await page.goto(server.address);
  const { inspector } = runPage;
  await page.getByRole('button', { name: /^Turn 1,?500, / }).click();
  await expect(inspector.getByText('2,999 messages before this turn')).toBeVisible();
  await expect(inspector.getByRole('article')).toHaveCount(1);
  await inspector.getByRole('button', { name: 'show', exact: true }).click();
  await expect(inspector.getByRole('article')).toHaveCount(41);
  await inspector.getByRole('button', { name: 'show 40 earlier messages' }).click();
  await expect(inspector.getByRole('article')).toHaveCount(81);
  await server.stop();
});

test('of many images only those near the screen are in the page, and none moves what is read', async ({
  page,
  runPage: { inspector },
}) => {
  const picture = (grey: number) => ({
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: greyPng(1600, 900, grey).toString('base64') },
  });
  const folder = await writeTurns(join(await makeFolder(), 'checkpoints'), {
    task: 'Look.',
    turns: [
      {
        ...{ text: 'Forty pictures.', name: 'screenshot', input: {} },
        result: Array.from({ length: 40 }, (_, index) => picture(index * 6)),
      },
    ],
  });
  const server = await startServer({ args: [folder] });
  await page.goto(server.address);
  await expect(inspector.getByText('1,600 × 900')).toHaveCount(40);
  const drawn = inspector.getByRole('img', { name: /^Image, image\/png/ });
  await expect(drawn.first()).toBeVisible();
  expect(await drawn.count()).toBeLessThan(20);
  const last = inspector.getByText('1,600 × 900').last();
  await last.scrollIntoViewIfNeeded();
  await expect(drawn.last()).toBeInViewport();
  await expect(last).toBeInViewport();
  await server.stop();
});

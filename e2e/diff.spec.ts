import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { everyKind, hardlyAny, sameWithMarks, tooMuch, writeBranches } from './diffFolder.ts';
import { test as base, expect } from './fixtures.ts';
import { type ForkpointServer, makeFolder, startServer } from './forkpointServer.ts';
import { DiffPanel } from './pages/diffPanel.ts';
import { Keyboard } from './pages/keyboard.ts';

type Branches = typeof everyKind;

interface Fixtures {
  diff: DiffPanel;
  /** Opens runs of these branches, by name, and goes to the first of them; gives the URLs of their pages. */
  open: (runs: Record<string, Branches>) => Promise<(name: string, query: string) => string>;
}

const test = base.extend<Fixtures>({
  diff: async ({ page }, use) => use(new DiffPanel(page)),
  open: async ({ page }, use) => {
    const servers: ForkpointServer[] = [];
    await use(async runs => {
      const folder = await makeFolder();
      const paths = await Promise.all(
        Object.entries(runs).map(([name, branches]) => writeBranches(join(folder, name), branches)),
      );
      const server = await startServer({ args: paths });
      servers.push(server);
      await page.goto(server.address);
      const ids = await idsOfRuns(page, server);
      return (name, query) => `${server.origin}/runs/${ids.find(id => id.includes(`-${name}-`))}?${query}`;
    });
    await Promise.all(servers.map(server => server.stop()));
  },
});

async function idsOfRuns(page: Page, server: ForkpointServer): Promise<string[]> {
  const reply = await page.request.get(`${server.origin}/api/runs`);
  const { runs } = (await reply.json()) as { runs: { id: string }[] };
  return runs.map(run => run.id);
}

const heads = 'scene=plan-b:24-B&diff=main:25-B';
const address = (page: Page, part: string) => new URL(page.url()).searchParams.get(part);

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

test('a scene of one run pinned, another run opened, and the two compared', async ({ page, diff, open }) => {
  const url = await open({ kinds: everyKind, hardly: hardlyAny });
  const keyboard = new Keyboard(page);
  await page.goto(url('kinds', 'scene=main:25-B'));
  await page.getByRole('region', { name: 'Inspector' }).waitFor();
  await keyboard.press('p');
  const pinned = page.getByRole('banner').getByRole('button', { name: /^Pinned: / });
  await expect(pinned).toHaveText('Pinned: main:25-B');

  await test.step('the pin goes along over the list of runs', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Forkpoint' }).click();
    await expect(pinned).toHaveText(/^Pinned: open-kinds-\w+\/main:25-B$/);
    await page.getByRole('link', { name: 'hardly' }).click();
    await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible();
    await expect(pinned).toHaveText(/^Pinned: open-kinds-\w+\/main:25-B$/);
  });

  await test.step('one key compares them, and the link says so', async () => {
    await keyboard.press('d');
    await expect(diff.panel).toContainText(/from\s*open-kinds-\w+\/main:25-B/);
    await diff.expectSummary('5 same');
    expect(address(page, 'diff')).toMatch(/^open-kinds-\w+\/main:25-B$/);
    await page.reload();
    await diff.expectSummary('5 same');
  });

  await test.step('swapped, the other run is the one on screen', async () => {
    await diff.button('Swap the sides').click();
    await expect(page).toHaveURL(/\/runs\/open-kinds-\w+\?scene=main:25-B&diff=open-hardly-/);
    await diff.expectSummary('5 same');
    await expect(pinned).toHaveText('Pinned: main:25-B');
    await page.goBack();
    await expect(page).toHaveURL(/\/runs\/open-hardly-/);
    await diff.expectSummary('5 same');
  });

  await test.step('the list of scenes to compare with begins with the pinned one', async () => {
    await keyboard.press('Escape');
    await page.getByRole('region', { name: 'Inspector' }).getByRole('button', { name: 'Diff' }).click();
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText('The pinned scene');
    await keyboard.press('Enter');
    await diff.expectSummary('5 same');
  });
});

test('nothing differs, or nothing that counts; and one of several heads', async ({ page, diff, open }) => {
  const url = await open({ hardly: hardlyAny, marked: sameWithMarks });
  const keyboard = new Keyboard(page);
  const other = new URL(url('marked', '')).pathname.replace('/runs/', '');
  await page.goto(url('hardly', `scene=main:3-B&diff=${other}/main:3-B`));
  await expect(diff.panel).toContainText('Nothing differs between these scenes.');
  await expect(diff.panel).toContainText('Only cache marks differ');
  await page.goto(url('hardly', 'scene=main:3-B&diff=main:3-B'));
  await expect(diff.panel).toContainText('This is one scene, compared with itself.');
  await page.goto(url('hardly', 'scene=spaces:3-B&diff=main:3-B&space=ignore'));
  await expect(diff.panel).toContainText('Only white space differs');
  await diff.button('Compare white space, too').click();
  await diff.expectSummary('1 changed');
  await expectNoBarriers(page, 'diff of white space');

  await keyboard.press('v');
  await expect(keyboard.palette.getByRole('option')).toHaveText([/Head of main/, /Head of other/]);
  await page.keyboard.type('other');
  await keyboard.press('Enter');
  await expect.poll(() => address(page, 'diff')).toBe('other:3-B');
  await diff.expectSummary('1 removed', '1 added');
});

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

test('a scene that cannot be read, and one that is not there', async ({ page, diff, open }) => {
  const url = await open({ hardly: hardlyAny });
  const folder = await makeFolder();
  const broken = await writeBranches(join(folder, 'broken'), hardlyAny);
  await writeFile(join(broken, 'checkpoints', 'turn-003-B.json'), '{"version":1,"messages":[');
  const server = await startServer({ args: [broken] });
  await page.goto(server.address);
  const [id] = await idsOfRuns(page, server);
  await page.getByRole('button', { name: /^Turn 3, .*damaged/ }).click();
  await expect.poll(() => address(page, 'scene')).toMatch(/^@/);
  await page.goto(`${server.origin}/runs/${id}?scene=main:2-B&diff=${address(page, 'scene')}`);
  await expect(diff.panel.getByRole('alert')).toBeVisible();
  await diff.button('Close the diff').click();
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible();
  await server.stop();

  await page.goto(url('hardly', 'scene=main:2-B&diff=no-such-run/main:3-B'));
  await expect(page.getByText('no-such-run').last()).toBeVisible();
  await page.getByRole('button', { name: 'Close the diff' }).click();
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible();
});

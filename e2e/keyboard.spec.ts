import { hint } from './demoWords.ts';
import { englishNames, liveThroughDerailedRun } from './derailedStory.ts';
import { expect, test } from './fixtures.ts';
import { runForkpoint } from './forkpointServer.ts';
import { FindPanel } from './pages/findPanel.ts';
import { Keyboard } from './pages/keyboard.ts';

test('the story of the derailed run, by keyboard alone', async ({ page, demo }) => {
  test.setTimeout(240_000);
  await liveThroughDerailedRun(page, englishNames);
  expect(await demo.mails()).toHaveLength(1);
});

test('the palette finds turns by number, words and calls, branches, runs and commands, and is closed by Escape', async ({
  page,
  runPage,
  demo: _demo,
}) => {
  const keyboard = new Keyboard(page);
  const heading = runPage.inspector.getByRole('heading', { level: 2 });
  await keyboard.choose('turn 7');
  await expect(heading).toHaveText('Turn 7');
  await keyboard.choose('14');
  await expect(heading).toHaveText('Turn 14');
  await keyboard.choose('send_email');
  await expect(heading).toHaveText('Turn 16');
  await keyboard.choose('branch main');
  await expect(heading).toHaveText('Turn 25');
  await keyboard.choose('show calls');
  await expect(runPage.inspector.getByRole('tab', { name: /^Calls/, selected: true })).toBeVisible();

  await keyboard.press('Control+k');
  const field = keyboard.palette.getByRole('combobox');
  await page.keyboard.type('xqzw');
  await expect(keyboard.palette.getByText('Nothing like that here.')).toBeVisible();
  await field.fill('');
  await keyboard.press('ArrowDown', 'ArrowUp', 'ArrowUp');
  await expect(keyboard.palette.getByRole('option', { selected: true })).toHaveCount(1);
  await keyboard.press('Escape');
  await expect(keyboard.palette).toHaveCount(0);

  await keyboard.choose('all runs');
  await expect(page.getByRole('table')).toBeVisible();
  await keyboard.choose('keys');
  await expect(keyboard.help).toBeVisible();
});

test('the help lists every key, and switches the single ones off and on', async ({
  page,
  runPage,
  demo: _demo,
}) => {
  const keyboard = new Keyboard(page);
  const heading = runPage.inspector.getByRole('heading', { level: 2 });
  await keyboard.press('?');
  await expect(keyboard.help.getByRole('row', { name: /^Pin this scene.* p$/ })).toBeVisible();
  await expect(
    keyboard.help.getByRole('row', { name: /^Everything that can be done Ctrl K$/ }),
  ).toBeVisible();
  await keyboard.press('k');
  await expect(heading).toHaveText('Turn 25');
  const toggle = keyboard.help.getByRole('checkbox', { name: 'Keys without Ctrl or ⌘' });
  await keyboard.tabTo(toggle);
  await keyboard.press('Space', 'Escape');
  await expect(keyboard.help).toHaveCount(0);

  await keyboard.press('k', 'p', '?');
  await expect(heading).toHaveText('Turn 25');
  await expect(keyboard.help).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get('pin')).toBeNull();
  await page.reload();
  await expect(heading).toHaveText('Turn 25');
  await keyboard.press('k');
  await expect(heading).toHaveText('Turn 25');

  await keyboard.choose('keyboard keys');
  await keyboard.tabTo(toggle);
  await keyboard.press('Space', 'Escape', 'k');
  await expect(heading).toHaveText('Turn 24');
});

test('no key does anything while a field has the focus', async ({ page, runPage, demo: _demo }) => {
  const keyboard = new Keyboard(page);
  await keyboard.press('/');
  const { field } = new FindPanel(page);
  await expect(field).toBeFocused();
  await page.keyboard.type('pdckjmrf?');
  await expect(field).toHaveValue('pdckjmrf?');
  await expect(keyboard.help).toHaveCount(0);
  const { searchParams } = new URL(page.url());
  expect(['pin', 'diff', 'act', 'scene'].filter(name => searchParams.has(name))).toEqual([]);
  await expect(runPage.inspector.getByRole('heading', { level: 2 })).toHaveText('Turn 25');
});

test('marks, lanes, the diffs of one key each, and playing', async ({
  page,
  runPage,
  movePanel,
  demo: _demo,
}) => {
  await movePanel.open('derailed', 'main:14-B', 'fork');
  await movePanel.name('plan-b');
  await movePanel.button('Fork').click();
  await expect(page.getByText('plan-b was forked at')).toBeVisible();
  await runPage.open('derailed', 'main:16-B');
  const keyboard = new Keyboard(page);
  const address = (part: string) => new URL(page.url()).searchParams.get(part);
  await expect(runPage.inspector).toBeVisible();

  await keyboard.press('c');
  expect(address('diff')).toBe('main:15-B');
  await keyboard.press('c');
  expect(address('diff')).toBeNull();
  await keyboard.press('v');
  expect(address('diff')).toBe('main:14-B');
  await keyboard.press('Escape');
  await expect(runPage.diff).toHaveCount(0);

  await keyboard.press('m');
  await expect.poll(() => address('scene')).not.toBe('main:16-B');
  await keyboard.press('Shift+M');
  await expect.poll(() => address('scene')).toBe('main:16-B');
  await page
    .getByRole('group', { name: /^Marks/ })
    .getByRole('button', { name: /^external/ })
    .click();
  await page.locator('body').click({ position: { x: 1, y: 1 } });
  await keyboard.press('m');
  const external = address('scene');
  await keyboard.press('m');
  expect(address('scene')).not.toBe(external);

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await keyboard.press('Space');
  await expect(runPage.strip.getByRole('button', { name: 'Pause' })).toBeVisible();
  await keyboard.press('Space');
  await expect(runPage.strip.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  const place = runPage.strip.getByText(/^step \d+ of \d+$/);
  const before = await place.textContent();
  await keyboard.press('.');
  await expect(place).not.toHaveText(before ?? '');
  await keyboard.press(',');
  await expect(place).toHaveText(before ?? '');
});

test('from lane to lane, and from a fork to where it began', async ({ page, runPage, demo }) => {
  const goOn = ['--say', hint, '--go', '--pace', '0', '--data', demo.server.dataFolder];
  await runForkpoint(['rewind', 'derailed', '--to', 'main:14-B', ...goOn]);
  await runForkpoint(['fork', 'derailed', '--from', 'main:14-B', '--name', 'plan-b', ...goOn]);
  const keyboard = new Keyboard(page);
  const address = (part: string) => new URL(page.url()).searchParams.get(part);
  await runPage.open('derailed', 'main:15-B');
  await expect(runPage.turnOf('plan-b', 15)).toBeVisible();

  const met = new Set<string | null>();
  for (let lane = 0; lane < 2; lane++) {
    await keyboard.press('Shift+J');
    met.add(address('scene'));
  }
  expect([...met].toSorted()).toEqual(['main:15-B~1', 'plan-b:15-B']);
  await keyboard.press('Shift+K', 'Shift+K');
  expect(address('scene')).toBe('main:15-B');

  await keyboard.choose('branch plan-b');
  await keyboard.press('y');
  expect(address('diff')).toBe('main:14-B');
  await expect(runPage.diff).toContainText('main:14-B');
});

test('a stopped run goes on by keyboard', async ({ page, server, runPage }) => {
  const keyboard = new Keyboard(page);
  await page.goto(server.address);
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeEnabled();
  await keyboard.press('Shift+S');
  const resume = page.getByRole('region', { name: /^Stopped at / }).getByRole('button', { name: 'Resume' });
  await expect(resume).toBeEnabled();
  await keyboard.press('s');
  await expect(resume).toBeFocused();
  await keyboard.press('Enter');
  await runPage.expectDone();
});

test('on the map the focus stands on the turn that is looked at, and walks from there', async ({
  page,
  runPage,
  graphPane,
  demo: _demo,
}) => {
  const keyboard = new Keyboard(page);
  await runPage.open('derailed', 'main:14-B');
  await expect(runPage.turn(14)).toBeVisible();
  await graphPane.zoom(graphPane.canvas, 20);
  // The one turn that the map has for the keyboard; the rest of it is a drawing.
  await expect(page.getByRole('button', { name: /^Turn \d+, / })).toHaveCount(1);
  await keyboard.press('t');
  await expect(runPage.turn(14)).toBeFocused();
  await expect(runPage.turn(14)).toBeInViewport();
  await keyboard.press('ArrowRight');
  await expect(runPage.turn(15)).toBeFocused();
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 15' })).toBeVisible();
  await keyboard.press('Enter');
  await expect(runPage.turn(15)).not.toBeFocused();
});

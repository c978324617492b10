import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLargeTranscript } from '../server/bench/transcripts/writeLargeTranscript.ts';
import { expectNoBarriers } from './barriers.ts';
import { hint } from './demoWords.ts';
import { test as demoTest, expect } from './fixtures.ts';
import { makeFolder, runForkpoint, startServer } from './forkpointServer.ts';
import { ComparePane } from './pages/comparePane.ts';
import { Keyboard } from './pages/keyboard.ts';
import { overflowOf } from './watchPage.ts';

const split = 'Split it in two services.';
const queue = 'Keep one, add a queue.';

/** Acts on the demo from the command line, as fast as it goes. */
async function act(dataFolder: string, ...words: string[]): Promise<void> {
  const { code, stderr } = await runForkpoint([...words, '--data', dataFolder]);
  expect([0, 3], stderr).toContain(code);
}

const fork = (dataFolder: string, name: string, from: string, ...words: string[]) =>
  act(dataFolder, 'fork', 'derailed', '--from', from, '--name', name, ...words);

/** The demo with its two plans played to their ends, in a dry run. */
const test = demoTest.extend<object, { playedDemo: string }>({
  playedDemo: [
    async ({ playedDemo }, use) => {
      const folder = await makeFolder();
      await cp(playedDemo, folder, { recursive: true, preserveTimestamps: true });
      const dry = ['--go', '--pace', '0', '--effects', 'dry-run'];
      await fork(folder, 'plan-b', 'main:14-B', '--say', split, ...dry);
      await fork(folder, 'plan-c', 'main:14-B', '--say', queue, ...dry);
      await use(folder);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

demoTest('two plans, from fork to outcome, by mouse', async ({ page, runPage, movePanel, demo: _ }) => {
  demoTest.setTimeout(180_000);
  const pane = new ComparePane(page);
  await movePanel.forkAndGoOn('derailed', 'main:14-B', { name: 'plan-b', say: split, effects: 'dry run' });
  await movePanel.forkAndGoOn('derailed', 'main:14-B', { name: 'plan-c', say: queue, effects: 'dry run' });
  await runPage.expectDone();

  await pane.button.click();
  await expect(page).toHaveURL(/compare=plan-b,plan-c$/);
  await expect(pane.region).toContainText('14 turns');
  await expect(pane.fact('told')).toContainText([split, queue]);
  await expect(pane.fact('state')).toContainText(['done', 'done']);
  await expect(pane.fact('answer').first()).toContainText('Billing and tax are split');
  await expect(pane.fact(/^tests/).first()).toContainText('9 pass, 0 fail');
  await expect(pane.fact('since then').first()).toContainText('8 turns');
  await expect(pane.fact('effects').first()).toContainText('send_email simulated');
  await expect(pane.fact('files').first()).toContainText('2 added, 1 changed, 1 deleted');

  await expect(pane.turns).toContainText('first divergence');
  await expect(pane.turns).toContainText('plan-c: write_file src/queue.mjs');
  const first = pane.turn('plan-b', 15);
  await first.getByRole('button', { expanded: false }).click();
  await expect(first).toContainText('export function lineTotal');
  await expect(pane.turn('plan-c', 15)).toContainText('roundingQueue');

  await pane.tab(/^Files/).click();
  await expect(pane.file('src/queue.mjs')).toContainText('not there');
  await pane.control('What differs in src/invoice.mjs').click();
  await expect(pane.file('src/invoice.mjs')).toContainText("from './billing.mjs'");
  await pane.tab(/^Effects/).click();
  await expect(pane.region.getByRole('table', { name: 'Effects of all sides' })).toContainText('send_email');

  await pane.tab(/^Turns/).click();
  await pane.turn('plan-b', 19).getByRole('link', { name: 'Show turn 19 of plan-b on the graph' }).click();
  await expect(page).toHaveURL(/scene=plan-b:19-B$/);
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 19' })).toBeVisible();
  await page.goBack();
  await expect(pane.region).toBeVisible();
  await expect(pane.turn('plan-b', 15)).toContainText('export function lineTotal');
});

test('the same by keyboard: there, from difference to difference, into a turn, and back', async ({
  page,
  demo: _demo,
}) => {
  test.setTimeout(360_000);
  const pane = new ComparePane(page);
  const keyboard = new Keyboard(page);
  await expect(page.getByRole('banner')).toContainText(/plan-c/);
  await keyboard.press('Shift+C');
  await expect(pane.head('plan-b')).toBeVisible();
  await expect(pane.turn('plan-b', 15)).toBeVisible();
  await keyboard.press('n');
  await expect(pane.focusedRow).toHaveAccessibleName(/^Difference 1 of \d+: another call/);
  await keyboard.press('n', 'n', 'Shift+N');
  await expect(pane.focusedRow).toHaveAccessibleName(/^Difference 2 of /);
  await keyboard.press('Enter');
  await expect(pane.focusedRow).toContainText('tests 9');
  await keyboard.press('Enter');
  await expect(pane.focusedRow).not.toContainText('tests 9');

  const prefer = pane.control('Prefer plan-b');
  await prefer.focus();
  await keyboard.press('Enter');
  await expect(prefer).toHaveAttribute('aria-pressed', 'true');
  await pane.tab(/^Turns/).focus();
  await keyboard.press('ArrowRight');
  await expect(pane.tab(/^Messages/)).toHaveAttribute('aria-selected', 'true');
  await keyboard.choose('compare branches');
  await expect(pane.region).toHaveCount(0);
  await keyboard.press('Shift+C');
  await expect(prefer).toHaveAttribute('aria-pressed', 'true');
  await keyboard.press('t');
  await expect(pane.region).toHaveCount(0);
});

test('a verdict and a note on a branch are kept in the run; a note that changed meanwhile is shown', async ({
  page,
  context,
  demo: _demo,
}) => {
  test.setTimeout(360_000);
  const pane = new ComparePane(page);
  await pane.open('derailed', ['plan-b', 'plan-c']);
  await pane.control('Prefer plan-b').click();
  await pane.control('Reject plan-c').click();
  await pane.control('Write a note on plan-b').click();
  const note = pane.fact('note').first();
  await note.getByRole('textbox', { name: 'Note' }).fill('Clean, and green.');

  const other = new ComparePane(await context.newPage());
  await other.page.goto(page.url());
  await other.control('Write a note on plan-b').click();
  await other.fact('note').first().getByRole('textbox', { name: 'Note' }).fill('Somebody else was first.');
  await other.fact('note').first().getByRole('button', { name: 'Save' }).click();
  await expect(other.fact('note').first()).toContainText('Somebody else was first.');

  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note.getByRole('alert')).toContainText('Somebody else was first.');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note).toContainText('Clean, and green.');
  await page.reload();
  await expect(pane.control('Prefer plan-b')).toHaveAttribute('aria-pressed', 'true');
  await expect(pane.control('Reject plan-c')).toHaveAttribute('aria-pressed', 'true');
  await expect(pane.fact('note').first()).toContainText('Clean, and green.');
});

test('forks of forks, a superseded tail, a fork without a turn, another run: each has its picture', async ({
  page,
  demo,
}) => {
  test.setTimeout(480_000);
  const pane = new ComparePane(page);
  const { dataFolder } = demo.server;
  await fork(dataFolder, 'plan-d', 'plan-b:18-B', '--say', hint, '--go', '--pace', '0');
  await fork(dataFolder, 'plan-e', 'main:14-B');
  await act(dataFolder, 'rewind', 'derailed', '--to', 'main:14-B', '--say', hint, '--go', '--pace', '0');
  await act(dataFolder, 'run', '--scenario', 'derailed', '--run', 'second', '--pace', '0');

  await pane.open('derailed', ['plan-b', 'plan-d']);
  await expect(pane.region).toContainText('from plan-b:18-B');
  await expect(pane.turn('plan-b', 19)).toBeVisible();
  await expect(pane.turn('plan-b', 18)).toHaveCount(0);
  await expect(pane.fact('state').last()).toContainText('waiting');
  await expect(pane.fact('effects').last()).toContainText('waits for a yes');

  await pane.open('derailed', ['main', 'main:25-B~1']);
  await expect(pane.region).toContainText('from main:14-B');
  await expect(pane.fact('state').last()).toContainText('left behind by a rewind');
  await expect(pane.fact('since then').last()).toContainText('11 turns');
  await expect(pane.fact(/^tests/)).toContainText([
    '3 pass, 0 fail',
    '2 pass, 1 fail',
    '9 pass, 0 fail',
    '8 pass, 1 fail',
  ]);
  await expect(pane.control('Prefer main:25-B~1')).toHaveCount(0);

  await pane.open('derailed', ['plan-c', 'plan-e']);
  await expect(pane.fact('state').last()).toContainText('no turn of its own yet');
  await expect(pane.turns).toContainText('plan-e has no turn of its own yet');

  await pane.open('derailed', ['plan-b', 'second/main']);
  await expect(pane.region).toContainText('No scene in common');
  await expect(pane.head('second/main')).toBeVisible();
  // Up to the fork both runs did the same, which is folded.
  await pane.control('show').first().click();
  await pane
    .turn('second/main', 1)
    .getByRole('link', { name: /^Show turn 1 of main/ })
    .click();
  await expect(page).toHaveURL(/\/runs\/second\?scene=main:1-B/);
  await page.goBack();
  await expect(pane.head('second/main')).toBeVisible();

  await pane.open('derailed', ['plan-b', 'gone']);
  await expect(pane.region.getByRole('alert')).toContainText('gone');
  await pane.control('Leave gone out').click();
  await expect(pane.region).toContainText('needs two sides');
  await expect(pane.region.getByRole('heading', { name: 'Compare', exact: true })).toBeFocused();
  await pane.add('plan-c');
  await expect(pane.head('plan-c')).toBeVisible();
  await pane.control('Swap the sides').click();
  await expect(page).toHaveURL(/compare=plan-c,plan-b/);

  // What was chosen for the columns before does not hide a new side, nor the other order.
  const heads = pane.region.getByRole('heading', { level: 3 });
  await pane.open('derailed', ['plan-b', 'plan-c'], '&columns=plan-b,plan-c');
  await pane.control('Swap the sides').click();
  await expect(heads).toHaveText(['plan-c', 'plan-b']);
  await pane.open('derailed', ['plan-b', 'plan-c'], '&columns=plan-b,plan-c');
  await pane.add('main');
  await expect(heads).toHaveText(['plan-b', 'plan-c', 'main']);
});

test('many sides are rows of a table, of which some stand in columns', async ({ page, demo }) => {
  test.setTimeout(360_000);
  const pane = new ComparePane(page);
  const { dataFolder } = demo.server;
  for (const name of ['plan-d', 'plan-e', 'plan-f']) await fork(dataFolder, name, 'main:12-B');
  await pane.open('derailed', ['main', 'plan-b', 'plan-c', 'plan-d', 'plan-e', 'plan-f']);
  await expect(pane.line('plan-b')).toContainText('9 pass, 0 fail');
  await expect(pane.line('plan-f')).toContainText('interrupted');
  const tick = (side: string) => pane.table.getByRole('checkbox', { name: `Show ${side} in columns` });
  await expect(tick('plan-f')).toBeDisabled();
  await tick('main').uncheck();
  await tick('plan-d').uncheck();
  await tick('plan-f').check();
  await pane.control('Columns').click();
  await expect(pane.region.getByRole('heading', { level: 3 })).toHaveText(['plan-b', 'plan-c', 'plan-f']);
  await pane.control('Table').click();
  await expect(tick('plan-f')).toBeChecked();
});

test('a branch that goes on comes in by itself; what was unfolded and where one was stays', async ({
  page,
  demo,
}) => {
  test.setTimeout(360_000);
  const pane = new ComparePane(page);
  const { dataFolder } = demo.server;
  await fork(dataFolder, 'later', 'main:14-B', '--say', split, '--effects', 'dry-run');
  await page.setViewportSize({ width: 1280, height: 560 });
  await pane.open('derailed', ['plan-b', 'later']);
  const card = pane.turn('plan-b', 16);
  await card.getByRole('button', { expanded: false }).click();
  await expect(card).toContainText('tests 9');
  const top = async () => (await card.boundingBox())?.y;
  await card.getByRole('button', { expanded: true }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 60);
  const before = await top();
  await act(dataFolder, 'resume', 'derailed', '--branch', 'later');
  await expect(pane.fact('state').last()).toContainText('done');
  await expect(pane.fact('since then').last()).toContainText('8 turns');
  await expect(card).toContainText('tests 9');
  expect(Math.abs(((await top()) ?? 0) - (before ?? 0))).toBeLessThan(120);
});

test('two recordings of hundreds of turns: only rows in view are in the page, and the end is one key away', async ({
  page,
  graphPane,
}) => {
  test.setTimeout(360_000);
  const pane = new ComparePane(page);
  const folder = await makeFolder();
  const paths = ['first', 'second'].map(name => join(folder, `${name}.jsonl`));
  for (const [index, path] of paths.entries()) {
    await writeLargeTranscript(path, { turns: 400, branches: 1, calls: 800, seed: index + 1 });
  }
  const server = await startServer({ args: paths });
  await page.goto(server.address);
  const { runs } = await (await page.request.get(`${server.origin}/api/runs`)).json();
  const [first, second] = runs.map((run: { id: string }) => run.id);
  for (const run of [second, first]) {
    await page.goto(`${server.origin}/runs/${run}`);
    await expect(graphPane.canvas).toBeVisible({ timeout: 60_000 });
  }
  await pane.open(first, ['main', `${second}/main`]);
  await expect(pane.region).toContainText('No scene in common');
  await expect(pane.turns.getByRole('listitem').first()).toBeVisible();
  expect(await pane.turns.getByRole('listitem').count()).toBeLessThan(60);
  await pane.control('Next difference').click();
  await expect(pane.focusedRow).toHaveAccessibleName(/^Difference 1 of /);
  await page.keyboard.press('End');
  await expect(pane.turn('main', 400)).toBeVisible();
  expect(await pane.turns.getByRole('listitem').count()).toBeLessThan(60);
  await server.stop();
});

test('no barriers, light and dark', async ({ page, demo }) => {
  test.setTimeout(480_000);
  const pane = new ComparePane(page);
  const { dataFolder } = demo.server;
  await act(dataFolder, 'rewind', 'derailed', '--to', 'main:14-B', '--say', hint, '--go', '--pace', '0');
  await pane.open('derailed', ['plan-b', 'plan-c', 'main']);
  await expect(pane.turn('plan-b', 15)).toBeVisible();
  await pane.turn('plan-b', 15).getByRole('button', { expanded: false }).click();
  await expectNoBarriers(page, 'turns');
  for (const tab of [/^Files/, /^Effects/, /^Messages/]) {
    await pane.tab(tab).click();
    await expect(pane.region.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectNoBarriers(page, String(tab));
  }
  await pane.control('Table').click();
  await expect(pane.line('plan-b')).toBeVisible();
  await expectNoBarriers(page, 'table');
  await pane.open('derailed', ['plan-b', 'gone']);
  await expect(pane.region.getByRole('alert')).toBeVisible();
  await expectNoBarriers(page, 'a branch that is not there');
});

test('nothing is wider than the page, in any view', async ({ page, demo: _demo }) => {
  test.setTimeout(480_000);
  const pane = new ComparePane(page);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const view of ['table', 'turns', 'messages', 'files', 'effects']) {
      await pane.open('derailed', ['plan-b', 'plan-c', 'main'], `&view=${view}`);
      await expect(pane.region.getByText('plan-c').first()).toBeVisible();
      await expect.poll(() => overflowOf(page), `${view} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

import { test as demoTest, expect } from './fixtures.ts';
import { ComparePane } from './pages/comparePane.ts';
import { Keyboard } from './pages/keyboard.ts';
import { act, fork, queue, split, test } from './twoPlans.ts';

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

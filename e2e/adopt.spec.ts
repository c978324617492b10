import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoBarriers } from './barriers.ts';
import { test as base, expect } from './fixtures.ts';
import { type ForkpointServer, makeFolder, runForkpoint, startServer } from './forkpointServer.ts';
import { AdoptSheet } from './pages/adoptSheet.ts';
import { ComparePane } from './pages/comparePane.ts';
import { Keyboard } from './pages/keyboard.ts';
import { type RunFolder, runFolder } from './runFolder.ts';

interface Plans {
  /** The demo with two plans forked from it, on a server of its own. */
  demo: RunFolder & { server: ForkpointServer };
}

/** Each test has a copy of the two plans, which are played once. */
const test = base.extend<Plans, { playedPlans: string }>({
  playedPlans: [
    async ({ playedDemo }, use) => {
      const folder = await makeFolder();
      await cp(playedDemo, folder, { recursive: true, preserveTimestamps: true });
      await forkTwoPlans(folder);
      await use(folder);
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  demo: async ({ page, playedPlans, runPage }, use) => {
    const dataFolder = await makeFolder();
    await cp(playedPlans, dataFolder, { recursive: true, preserveTimestamps: true });
    const server = await startServer({ dataFolder });
    await page.goto(server.address.replace('/?', '/runs/derailed?'));
    await runPage.expectDone();
    await use({ ...runFolder(dataFolder, 'derailed'), server });
    await server.stop();
  },
});

/** In a dry run, as fast as it goes. */
async function forkTwoPlans(dataFolder: string): Promise<void> {
  for (const [name, say] of [
    ['plan-b', 'Split it in two services.'],
    ['plan-c', 'Keep one, add a queue.'],
  ] as const) {
    const words = ['fork', 'derailed', '--from', 'main:14-B', '--name', name, '--say', say];
    const how = ['--go', '--pace', '0', '--effects', 'dry-run', '--data', dataFolder];
    const { code, stderr } = await runForkpoint([...words, ...how]);
    expect(code, stderr).toBe(0);
  }
}

test('the better of two plans is adopted into the workspace, and taken back', async ({ page, demo }) => {
  test.setTimeout(240_000);
  const [pane, sheet] = [new ComparePane(page), new AdoptSheet(page)];
  const before = await demo.filesOf('main');

  await pane.open('derailed', ['plan-b', 'plan-c']);
  await pane.control('Adopt plan-b').click();
  await expect(sheet.dialog).toContainText('What plan-b and main changed since main:14-B.');
  await expect(sheet.file('src/billing.mjs')).toContainText('new');
  await sheet.button('Show what changes in src/invoice.mjs').click();
  await expect(sheet.file('src/invoice.mjs')).toContainText("from './billing.mjs'");
  await sheet.button(/^Adopt \d+ files$/).click();
  await expect(sheet.dialog).toContainText('plan-b was adopted into main');
  expect(await demo.filesOf('main')).toEqual(await demo.filesOf('plan-b'));
  await sheet.button('Done').first().click();

  await page.goto(`${demo.server.origin}/runs/derailed?panel=branches`);
  await expect(sheet.adoptions).toContainText(['plan-b:22-B into main']);
  await sheet.undoOf('plan-b').click();
  // The key is the sheet's: the list below it stays.
  await page.keyboard.press('Escape');
  await expect(sheet.dialog).toHaveCount(0);
  await sheet.undoOf('plan-b').click();
  await sheet.button(/^Put \d+ files back$/).click();
  await expect(sheet.dialog).toHaveCount(0);
  await expect(sheet.adoptions).toContainText([/undone/]);
  expect(await demo.filesOf('main')).toEqual(before);
});

test('the plans that were not chosen go out of sight, and come back', async ({ page, demo: _ }) => {
  test.setTimeout(240_000);
  const [pane, sheet] = [new ComparePane(page), new AdoptSheet(page)];
  await pane.open('derailed', ['plan-b', 'plan-c']);
  await pane.control('Prefer plan-b').click();
  await pane.control('Archive the rest (1)').click();
  await expect(pane.control('Bring 1 back')).toBeVisible();
  await pane.control('Back to the graph').click();
  await expect(page.getByText('1 archived')).toBeVisible();
  await expect(page.getByTitle(/^plan-c/)).toHaveCount(0);
  const { palette } = new Keyboard(page);
  const offered = (name: string) => palette.getByRole('option', { name: `Branch ${name}` });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('plan-');
  await expect(offered('plan-b')).toBeVisible();
  await expect(offered('plan-c')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await sheet.showArchived.click();
  await expect(page).toHaveURL(/archived=shown/);
  await expect(page.getByTitle(/^plan-c/)).toBeVisible();
  await sheet.hideArchived.click();

  await sheet.openPanel();
  await sheet.expectNames('Branches', ['main', 'plan-b']);
  await sheet.expectNames('Archived branches', ['plan-c']);
  await sheet.bringBack('plan-c').click();
  await sheet.expectNames('Branches', ['main', 'plan-b', 'plan-c']);
  await expect(page.getByText('1 archived')).toHaveCount(0);
});

test('the same by keys alone', async ({ page, demo }) => {
  test.setTimeout(240_000);
  const [keyboard, sheet] = [new Keyboard(page), new AdoptSheet(page)];
  const before = await demo.filesOf('main');
  await keyboard.choose('Branch plan-c');
  await expect(page).toHaveURL(/scene=plan-c/);

  await keyboard.press('Shift+A');
  await keyboard.pressButton(sheet.button(/^Adopt \d+ files$/));
  await expect(sheet.dialog).toContainText('plan-c was adopted into main');
  expect(await demo.filesOf('main')).toEqual(await demo.filesOf('plan-c'));
  await keyboard.pressButton(sheet.button('Undo…'));
  await keyboard.pressButton(sheet.button(/^Put \d+ files back$/));
  await expect(sheet.dialog).toHaveCount(0);
  expect(await demo.filesOf('main')).toEqual(before);

  await keyboard.press('g');
  await expect(sheet.panel).toBeVisible();
  await keyboard.pressButton(sheet.branch('plan-c', 'Archive'));
  await sheet.expectNames('Archived branches', ['plan-c']);
  await expect(page).not.toHaveURL(/scene=plan-c/);
  await keyboard.pressButton(sheet.showArchived);
  await expect(page).toHaveURL(/archived=shown/);
  await keyboard.pressButton(sheet.bringBack('plan-c'));
  await sheet.expectNames('Branches', ['main', 'plan-b', 'plan-c']);
  await keyboard.press('Escape');
  await expect(sheet.panel).toHaveCount(0);
});

test('what somebody else changed is left, unless it is taken; a world that moved is shown again', async ({
  page,
  demo,
}) => {
  test.setTimeout(240_000);
  const sheet = new AdoptSheet(page);
  const invoice = join(demo.workspace('main'), 'src/invoice.mjs');
  await writeFile(invoice, '// by hand\n');
  await page.goto(`${demo.server.origin}/runs/derailed?adopt=plan-b`);
  await expect(sheet.dialog).toContainText('1 is left as it is');
  await expect(sheet.file('src/invoice.mjs')).toContainText('left as it is');
  await sheet.dialog.getByRole('checkbox', { name: 'Take src/invoice.mjs' }).check();
  await expect(sheet.file('src/invoice.mjs')).toContainText('written');

  await writeFile(invoice, '// by hand, later\n');
  await sheet.button(/^Adopt \d+ files$/).click();
  await expect(sheet.dialog).toContainText('Nothing was written; this is how it is now.');
  expect(await demo.file('main', 'src/invoice.mjs')).toBe('// by hand, later\n');
  await sheet.button(/^Adopt \d+ files$/).click();
  await expect(sheet.dialog).toContainText('plan-b was adopted into main');
  expect(await demo.filesOf('main')).toEqual(await demo.filesOf('plan-b'));

  await writeFile(join(demo.workspace('main'), 'src/billing.mjs'), '// after it\n');
  await sheet.button('Undo…').click();
  await expect(sheet.file('src/billing.mjs')).toContainText('left as it is');
  await sheet.button(/^Put \d+ files back$/).click();
  await expect(sheet.dialog).toHaveCount(0);
  expect(await demo.file('main', 'src/invoice.mjs')).toBe('// by hand, later\n');
  expect(await demo.file('main', 'src/billing.mjs')).toBe('// after it\n');
});

test('into a folder of the person’s own, and as a patch that git applies', async ({ page, demo }) => {
  test.setTimeout(240_000);
  const sheet = new AdoptSheet(page);
  const folder = join(await makeFolder(), 'project');
  await mkdir(folder);
  await page.goto(`${demo.server.origin}/runs/derailed?adopt=plan-c`);
  await sheet.intoFolder('/no/such/folder');
  await expect(sheet.dialog.getByRole('alert')).toContainText('/no/such/folder cannot be a workspace');
  await sheet.intoFolder(folder);
  await expect(sheet.dialog).toContainText('What changed since main:0-B');

  const download = page.waitForEvent('download');
  await sheet.button('A branch of this run').click();
  await sheet.button('Save as patch').click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('derailed-plan-c.patch');
  await expect(sheet.dialog.getByRole('status')).toContainText('derailed-plan-c.patch holds');
  const patch = join(folder, '../plan-c.patch');
  await saved.saveAs(patch);
  expect(await readFile(patch, 'utf8')).toContain('diff --git a/src/queue.mjs b/src/queue.mjs');

  // The tree that plan-c was forked from is what the patch begins with.
  const base = join(folder, '../base');
  await mkdir(base);
  const fork = ['fork', 'derailed', '--from', 'main:14-B', '--name', 'base'];
  expect((await runForkpoint([...fork, '--data', demo.server.dataFolder])).code).toBe(0);
  execFileSync('cp', ['-a', `${demo.workspace('base')}/.`, base]);
  execFileSync('git', ['apply', '--whitespace=nowarn', patch], { cwd: base });
  expect(await readFile(join(base, 'src/queue.mjs'), 'utf8')).toBe(
    await demo.file('plan-c', 'src/queue.mjs'),
  );
});

test('nothing of it is a barrier', async ({ page, demo }) => {
  test.setTimeout(360_000);
  const sheet = new AdoptSheet(page);
  await writeFile(join(demo.workspace('main'), 'src/invoice.mjs'), '// by hand\n');
  await page.goto(`${demo.server.origin}/runs/derailed?adopt=plan-b`);
  await sheet.button('Show what changes in src/billing.mjs').click();
  await expectNoBarriers(page, 'adopting a branch');
  await sheet.button(/^Adopt \d+ files$/).click();
  await expect(sheet.dialog).toContainText('plan-b was adopted into main');
  await expectNoBarriers(page, 'an adoption');
  await sheet.button('Done').first().click();
  await sheet.openPanel();
  await sheet.branch('plan-c', 'Archive').click();
  await expect(sheet.showArchived).toBeVisible();
  await expectNoBarriers(page, 'the branches, one of them archived');
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoBarriers } from './barriers.ts';
import { address, idsOfRuns, test } from './diffFixtures.ts';
import { everyKind, hardlyAny, sameWithMarks, writeBranches } from './diffFolder.ts';
import { expect } from './fixtures.ts';
import { makeFolder, startServer } from './forkpointServer.ts';
import { Keyboard } from './pages/keyboard.ts';

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
  await expect(diff.panel.getByRole('alert')).toContainText(/turn-003-B\.json is not valid JSON/);
  await diff.button('Close the diff').click();
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible();
  await server.stop();

  await page.goto(url('hardly', 'scene=main:2-B&diff=no-such-run/main:3-B'));
  await expect(page.getByText('no-such-run').last()).toBeVisible();
  await page.getByRole('button', { name: 'Close the diff' }).click();
  await expect(page.getByRole('region', { name: 'Inspector' })).toBeVisible();
});

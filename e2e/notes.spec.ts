import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectNoBarriers } from './barriers.ts';
import { expect, test } from './fixtures.ts';
import { makeFolder, startServer } from './forkpointServer.ts';
import { NotesPanel } from './pages/notesPanel.ts';
import { writeCheckpoints, writeSessionWithDanglingCall } from './recordings.ts';

const stories = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

async function storyServer(texts = stories) {
  const folder = await writeCheckpoints(join(await makeFolder(), 'checkpoints'), texts);
  return { folder, server: await startServer({ args: [folder] }) };
}

/** As a pasted link would, and back in the same place. */
async function goToTurn(page: Page, turn: number) {
  const url = new URL(page.url());
  url.searchParams.set('scene', `main:${turn}-B`);
  await page.goto(url.href);
  await expect(page.getByRole('heading', { name: `Turn ${turn}`, exact: true })).toBeVisible();
}

test('a bookmark and a note stay with their turn, in the run, in the other tab, and when the page is loaded again', async ({
  page,
  runPage,
}) => {
  const dataFolder = join(await makeFolder(), 'data');
  await writeCheckpoints(join(dataFolder, 'stories', 'checkpoints'), stories);
  const server = await startServer({ dataFolder });
  const notes = new NotesPanel(page);
  await page.goto(server.address);
  await runPage.open('stories', 'main:6-B');
  await notes.bookmark();
  await notes.write('Why this file?\n<b>nobody</b> asked for it.');
  await expect(notes.bar.getByText('<b>nobody</b> asked for it.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Turn 6, .*bookmark, note/ })).toBeVisible();
  const kept = JSON.parse(await readFile(join(dataFolder, 'stories', 'notes.json'), 'utf8'));
  expect(kept).toMatchObject({
    version: 1,
    notes: [{ text: 'Why this file?\n<b>nobody</b> asked for it.' }],
  });

  const other = await page.context().newPage();
  const there = new NotesPanel(other);
  await other.goto(page.url());
  await there.open();
  await expect(there.entries).toHaveText([/Turn 6.*Why this file\?/]);
  await runPage.open('stories', 'main:3-B');
  await notes.bookmark();
  await expect(there.entries).toHaveText([/Turn 3/, /Turn 6/]);
  await there.entries.first().click();
  await expect(other.getByRole('heading', { name: 'Turn 3', exact: true })).toBeVisible();
  await there.bar.getByRole('button', { name: 'Remove the bookmark' }).click();
  await expect(notes.bar.getByRole('button', { name: 'Bookmark this turn' })).toBeVisible();
  await other.reload();
  await expect(there.entries).toHaveText([/Turn 6.*Why this file\?/]);
  await other.close();
  await server.stop();
});

test('of two tabs that write one note the later is told, and loses no word', async ({ page, runPage }) => {
  const { server } = await storyServer();
  await page.goto(server.address);
  await runPage.expectTurns(8);
  const other = await page.context().newPage();
  const [here, there] = [new NotesPanel(page), new NotesPanel(other)];
  await other.goto(page.url());
  await there.bar.getByRole('button', { name: 'Write a note' }).click();
  await there.bar.getByRole('textbox', { name: 'Note' }).fill('from there');
  await here.write('from here');
  await expect(other.getByRole('button', { name: /^Turn 8, .*note/ })).toBeVisible();
  await expect(there.bar.getByRole('textbox', { name: 'Note' })).toHaveValue('from there');
  await there.bar.getByRole('button', { name: 'Save' }).click();
  await expect(there.bar.getByRole('alert')).toHaveText(/changed elsewhere meanwhile.*from here/);
  await expect(there.bar.getByRole('textbox', { name: 'Note' })).toHaveValue('from there');
  await there.bar.getByRole('textbox', { name: 'Note' }).fill('from here and there');
  await there.bar.getByRole('button', { name: 'Save' }).click();
  await expect(here.bar.getByText('from here and there')).toBeVisible();
  await server.stop();
});

test('the first bad turn is found in few steps, and from there one goes back', async ({ page, runPage }) => {
  const { server } = await storyServer(Array.from({ length: 25 }, (_, index) => `story ${index}`));
  const notes = new NotesPanel(page);
  const expectTurn = (turn: number) =>
    expect(runPage.inspector.getByRole('heading', { name: `Turn ${turn}`, exact: true })).toBeVisible();
  await page.goto(server.address);
  await notes.open();
  await notes.expectSearch(/already wrong, and mark it bad/);
  await notes.judge('Bad');
  await notes.expectSearch(/still right, and mark it good/);
  await goToTurn(page, 2);
  await notes.judge('Good');
  await notes.expectSearch(/^Is turn/);
  const asked: number[] = [];
  for (
    let words = await notes.nextQuestion('');
    !/^Turn/.test(words);
    words = await notes.nextQuestion(words)
  ) {
    const turn = Number(/^Is turn (\d+) still right\? At most \d looks? (is|are) left\.$/.exec(words)?.[1]);
    asked.push(turn);
    await expectTurn(turn);
    await notes.judge(turn < 15 ? 'Good' : 'Bad');
  }
  expect(asked.length).toBeLessThanOrEqual(5);
  await notes.expectSearch('Turn 15 is the first bad one. Turn 14 is the last good one.');
  await expectTurn(15);
  await page.reload();
  await notes.expectSearch('Turn 15 is the first bad one. Turn 14 is the last good one.');
  await expect(page.getByRole('button', { name: /^Turn 15, .*marked bad/ })).toBeVisible();
  await expectNoBarriers(page, 'the first bad turn found');
  await notes.search.getByRole('button', { name: 'Rewind to turn 14' }).click();
  await expectTurn(14);
  await expect(page.getByRole('button', { name: 'Rewind here' })).toHaveAttribute('aria-pressed', 'true');
  await notes.search.getByRole('button', { name: 'Start over' }).click();
  await notes.expectSearch(/already wrong, and mark it bad/);
  await server.stop();
});

test('by keyboard, past a turn that cannot be told, and where two marks contradict', async ({
  page,
  runPage,
}) => {
  const { server } = await storyServer();
  const notes = new NotesPanel(page);
  await page.goto(server.address);
  await runPage.expectTurns(8);
  await notes.open();
  await page.keyboard.press('Shift+B');
  await notes.expectSearch(/still right, and mark it good/);
  await goToTurn(page, 1);
  await page.keyboard.press('Shift+G');
  await notes.expectSearch(/^Is turn 4 still right\?/);
  await page.keyboard.press('Shift+G');
  await notes.expectSearch(/^Is turn 6 still right\?/);
  await notes.judge('Cannot tell');
  await notes.expectSearch(/^Is turn 5 still right\?/);
  await page.keyboard.press('Shift+G');
  await notes.expectSearch(/^Is turn 7 still right\?/);
  await page.keyboard.press('Shift+B');
  await notes.expectSearch(
    /^The first bad one is turn 7, or one of those .* could not be told: 6\. Turn 5 is/,
  );
  await goToTurn(page, 2);
  await page.keyboard.press('Shift+B');
  await notes.expectSearch(/^Turn 5 is marked good, but it comes after turn 2, which is marked bad\./);
  await notes.search.getByRole('button', { name: 'Go to turn 5' }).click();
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 5', exact: true })).toBeVisible();
  await server.stop();
});

test('nothing is written into what was opened; a file of notes that cannot be read is shown and kept', async ({
  page,
  runPage,
}) => {
  const folder = await makeFolder();
  const path = await writeSessionWithDanglingCall(folder);
  const before = await readFile(path);
  const server = await startServer({ args: [path] });
  const notes = new NotesPanel(page);
  await page.goto(server.address);
  await expect(runPage.state('interrupted')).toBeVisible();
  await notes.bookmark();
  await notes.open();
  await expect(notes.panel.getByText('Nothing is written into what was opened.')).toBeVisible();
  await expect(notes.entries).toHaveText([/Turn 1/]);
  expect([await readdir(folder), await readFile(path)]).toEqual([['orders.jsonl'], before]);

  const kept = join(server.dataFolder, '.notes');
  const [name = ''] = (await readdir(kept)).filter(entry => entry.endsWith('.json'));
  await writeFile(join(kept, name), '{"version":1,"bookm');
  await expect(notes.panel.getByRole('alert')).toHaveText(/is not valid JSON/);
  await notes.bookmark();
  await expect(notes.panel.getByRole('alert')).toHaveText(/is kept as/);
  await expect(notes.entries).toHaveText([/Turn 1/]);
  await server.stop();
});

test('notes on a recording go along when a branch of it is started', async ({ page, runPage, movePanel }) => {
  const path = await writeSessionWithDanglingCall(await makeFolder());
  const server = await startServer({ args: [path] });
  const notes = new NotesPanel(page);
  await page.goto(server.address);
  await runPage.turn(1).click();
  await notes.write('Why both shelves?');
  await expect(notes.bar.getByText('Why both shelves?')).toBeVisible();
  await runPage.inspector.getByRole('button', { name: 'Fork…' }).click();
  await movePanel.name('second-look');
  await movePanel.button('Fork').click();
  await expect(page).toHaveURL(/\/runs\/count-the-open-orders-/);
  await notes.open();
  await expect(notes.entries).toHaveText([/Turn 1.*Why both shelves\?/]);
  await server.stop();
});

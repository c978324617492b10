import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { makeFolder, startServer } from './forkpointServer.ts';
import { hostileTexts, writeCheckpoints, writeSessionWithDanglingCall } from './recordings.ts';

test('a session with a dangling call opens from the list, and the call stands out', async ({
  page,
  demo: _demo,
  runPage,
  runsPage,
}) => {
  const path = await writeSessionWithDanglingCall(await makeFolder());
  const before = await readFile(path);
  await runsPage.open();
  await runsPage.openPath(path);

  await expect(page.getByRole('heading', { name: /Count the open orders/ })).toBeVisible();
  await expect(runPage.state('interrupted')).toBeVisible();
  const turn = page.getByRole('button', { name: 'Turn 1, Bash ×2, 1 dangling call' });
  await turn.click();
  const { inspector } = runPage;
  await expect(inspector.getByText('dangling', { exact: true })).toHaveCount(1);
  await expect(inspector.getByText(/No answer was recorded/)).toBeVisible();
  await expect(inspector.getByText('line 2')).toBeVisible();
  expect(await readFile(path)).toEqual(before);
});

test('a session is opened by the command that names it', async ({ page, runPage }) => {
  const path = await writeSessionWithDanglingCall(await makeFolder());
  const server = await startServer({ args: [path] });
  await page.goto(server.address);
  await expect(page.getByRole('heading', { name: /Count the open orders/ })).toBeVisible();
  await expect(runPage.state('interrupted')).toBeVisible();
  await server.stop();
});

test('a damaged checkpoint harms itself alone', async ({ page, runPage }) => {
  const folder = await writeCheckpoints(join(await makeFolder(), 'checkpoints'), ['one', 'two', 'three']);
  await writeFile(join(folder, 'turn-002-A.json'), '{"messages":[{"role":"user","con');
  const server = await startServer({ args: [folder] });
  await page.goto(server.address);
  await runPage.expectTurns(3);
  await page.getByRole('button', { name: /^Turn 2, .*damaged/ }).click();
  const { inspector } = runPage;
  await inspector.getByRole('button', { name: 'A', exact: true }).click();
  await expect(inspector.getByRole('heading', { name: 'This file cannot be read' })).toBeVisible();
  await expect(inspector.getByText(/not valid JSON/)).toBeVisible();
  await expect(inspector.getByText('{"messages":[{"role":"user","con')).toBeVisible();
  await runPage.turn(3).click();
  await expect(inspector.getByText('three', { exact: true })).toBeVisible();
  await server.stop();
});

test('checkpoints that another program adds show without a reload', async ({ page, runPage }) => {
  const folder = join(await makeFolder(), 'checkpoints');
  await writeCheckpoints(folder, ['one', 'two']);
  const server = await startServer({ args: [folder] });
  await page.goto(server.address);
  await runPage.expectTurns(2);
  await writeCheckpoints(folder, ['one', 'two', 'three', 'four']);
  await runPage.expectTurns(4);
  await expect(runPage.turn(4)).toBeVisible();
  await server.stop();
});

test('texts that try to become something else stay text, and nothing leaves the page', async ({
  page,
  runPage,
}) => {
  const folder = await writeCheckpoints(join(await makeFolder(), 'checkpoints'), hostileTexts);
  const server = await startServer({ args: [folder] });
  const elsewhere: string[] = [];
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== server.origin && protocol !== 'data:') elsewhere.push(request.url());
  });
  page.on('dialog', dialog => elsewhere.push(dialog.message()));
  await page.goto(server.address);
  const { pathname } = new URL(server.address);
  for (const turn of hostileTexts.keys()) {
    await page.goto(`${server.origin}${pathname}?scene=main:${turn + 1}-B`);
    await expect(runPage.inspector.getByText(`File ${turn}.`)).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
  }
  await page.goto(`${server.origin}${pathname}?scene=main:1-B`);
  await expect(runPage.inspector.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  expect(elsewhere).toEqual([]);
  await server.stop();
});

const sessions = process.env.FORKPOINT_SESSIONS;
const files = sessions ? readdirSync(sessions).filter(name => name.endsWith('.jsonl')) : [];

test('every recorded session in FORKPOINT_SESSIONS opens and can be looked through', async ({
  page,
  demo: _demo,
  runPage,
  runsPage,
}) => {
  test.skip(!sessions, 'FORKPOINT_SESSIONS names no folder of recorded sessions');
  test.setTimeout(30_000 * Math.max(1, files.length));
  for (const name of files) {
    await runsPage.open();
    await runsPage.openPath(join(sessions ?? '', name));
    await expect(runPage.inspector.getByRole('heading', { name: /^Turn \d+/ })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Turn \d+, / }).first()).toBeVisible();
    await runPage.openTab(/^Raw/);
    await expect(runPage.inspector.getByText('"messages"').first()).toBeVisible();
  }
});

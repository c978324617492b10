import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { type ForkpointServer, makeFolder, runForkpoint, startServer } from './forkpointServer.ts';
import { hostileOutputs, hostileReplies, hostileTurns, writeHostileFolder } from './hostileFolder.ts';
import { overflowOf, watchPage } from './watchPage.ts';

const hostileTitle = '<img src=x onerror=alert(1)>\u202Edrow';

/** A server on a folder of hostile texts that lies in a folder with a hostile name. */
async function serveHostileFolder(): Promise<ForkpointServer> {
  const folder = join(await makeFolder(), hostileTitle, 'checkpoints');
  return startServer({ args: [await writeHostileFolder(folder)] });
}

test('hostile texts stay text in every turn, and nothing leaves the page', async ({ page, runPage }) => {
  test.setTimeout(480_000);
  const server = await serveHostileFolder();
  const watch = watchPage(page, server.origin);
  await page.goto(server.address);
  const path = new URL(page.url()).pathname;
  const seen = [...hostileOutputs, ...hostileReplies];
  for (const [index, expected] of seen.entries()) {
    await page.goto(`${server.origin}${path}?scene=main:${index + 1}-B`);
    await expect(runPage.inspector).toContainText(expected.seen);
    await expect(runPage.inspector).toContainText('run[U+202E]_<b>x</b>␀');
    expect(await overflowOf(page), expected.text.slice(0, 40)).toBe(0);
  }
  await expect(
    page.locator('iframe, embed, object, base, a[href*="attacker"], a[href^="javascript"]'),
  ).toHaveCount(0);
  expect(watch.escapes).toEqual([]);
  expect(await page.title()).toContain('[U+202E]');
  await server.stop();
});

test('every tab, the diff and the list of runs show hostile texts as text', async ({
  page,
  runPage,
  runsPage,
}) => {
  test.setTimeout(240_000);
  const server = await serveHostileFolder();
  const watch = watchPage(page, server.origin);
  await page.goto(server.address);
  const path = new URL(page.url()).pathname;
  const { inspector } = runPage;
  for (const scene of [`main:${hostileTurns - 1}-B`, `main:${hostileTurns}-A`]) {
    await page.goto(`${server.origin}${path}?scene=${scene}`);
    await inspector.getByRole('button', { name: 'show', exact: true }).click();
    await expect(inspector).toContainText('Output 20.');
    for (const tab of [/^Calls/, /^Effects/, /^Request/, /^Raw/]) {
      await runPage.openTab(tab);
      await expect(inspector.getByRole('tabpanel')).toContainText(/\S/);
      expect(await overflowOf(page)).toBe(0);
    }
    await inspector.getByRole('button', { name: 'Tree' }).click();
    await expect(inspector.getByRole('tabpanel')).toContainText('messages');
    await inspector.getByRole('button', { name: 'On disk' }).click();
    await expect(inspector.getByRole('tabpanel')).toContainText('[U+202E]');
    await runPage.openTab(/^Request/);
    for (const fold of [/as they are sent$/, /mended in the copy/, /^The whole request/]) {
      await inspector.getByRole('button', { name: fold }).click();
    }
    expect(await overflowOf(page)).toBe(0);
  }
  await page.goto(`${server.origin}${path}?scene=main:${hostileTurns}-A&diff=main:0-B`);
  await expect(runPage.diff).toContainText('<img src=x onerror=alert(1)>');
  for (let at = 0; (await runPage.diff.getByText('ok[U+202E]txt.exe').count()) === 0; at++) {
    // What is not near the screen is not in the page: on from change to change.
    expect(at).toBeLessThan(hostileTurns * 2);
    await page.keyboard.press('n');
  }
  expect(await overflowOf(page)).toBe(0);
  await runsPage.open();
  await expect(page.getByRole('main')).toContainText('<img src=x onerror=alert(1)>[U+202E]drow');
  expect(await overflowOf(page)).toBe(0);
  expect(watch.escapes).toEqual([]);
  await server.stop();
});

test('images that lie elsewhere, hold script or are none are named, and not asked for', async ({
  page,
  runPage,
}) => {
  const server = await serveHostileFolder();
  const watch = watchPage(page, server.origin);
  await page.goto(server.address);
  const path = new URL(page.url()).pathname;
  await page.goto(`${server.origin}${path}?scene=main:${hostileTurns - 1}-B`);
  const { inspector } = runPage;
  await expect(inspector).toContainText('http://attacker.invalid/i.png');
  await expect(inspector.getByText(/that is not drawn here/)).toHaveCount(5);
  await expect(inspector.getByRole('img', { name: /^Image/ })).toHaveCount(0);
  expect(watch.escapes).toEqual([]);
  await server.stop();
});

test('a link says where it leads before anything can be opened', async ({ page, runPage }) => {
  const server = await serveHostileFolder();
  const watch = watchPage(page, server.origin);
  await page.goto(server.address);
  const path = new URL(page.url()).pathname;
  const turnOf = (words: string) =>
    hostileOutputs.length + 1 + hostileReplies.findIndex(({ text }) => text.includes(words));
  await page.goto(`${server.origin}${path}?scene=main:${turnOf('/login')}-B`);
  const link = runPage.inspector.getByRole('button', {
    name: 'https://bank.invalid http://attacker.invalid/login',
  });
  await expect(page.getByRole('link', { name: /attacker|bank/ })).toHaveCount(0);
  await link.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^This link leads/ });
  await expect(dialog.getByText('attacker.invalid', { exact: true })).toBeVisible();
  const way = dialog.getByRole('link', { name: 'Open in a new tab' });
  await expect(way).toHaveAttribute('href', 'http://attacker.invalid/login');
  await expect(way).toHaveAttribute('rel', 'noreferrer noopener');
  await expect(way).toHaveAttribute('target', '_blank');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();

  await page.goto(`${server.origin}${path}?scene=main:${turnOf('bank.invalid:pw')}-B`);
  await runPage.inspector.getByRole('button', { name: /bank\.invalid:pw/ }).click();
  await expect(dialog.getByText(/is a user name. The address belongs to attacker.invalid/)).toBeVisible();
  expect(watch.escapes).toEqual([]);
  await server.stop();
});

test('at the gate every mark of what would run is visible', async ({ page, gatePanel }) => {
  const root = await makeFolder();
  const scenarios = join(root, 'scenarios');
  await mkdir(join(scenarios, 'hostile'), { recursive: true });
  const input = {
    to: 'team@example.invalid',
    subject: '<b>Invoice</b> \u202Efdp.exe',
    body: '\u001b[2J\u001b[1A<script>alert(1)</script>\u0000 [x](javascript:alert(1)) pay\u200bpal',
  };
  const scenario = {
    id: 'hostile',
    title: hostileTitle,
    task: 'Tell the team.',
    replies: [{ text: '<img src=x onerror=alert(1)>', calls: [{ tool: 'send_email', input }] }],
  };
  // JSON is YAML as well.
  await writeFile(join(scenarios, 'hostile/scenario.yaml'), JSON.stringify(scenario));
  const dataFolder = join(root, 'data');
  const env = { FORKPOINT_SCENARIOS: scenarios };
  const words = [
    'run',
    '--scenario',
    'hostile',
    '--run',
    'hostile',
    '--effects',
    'ask',
    '--data',
    dataFolder,
  ];
  expect((await runForkpoint(words, env)).code).toBe(3);
  const server = await startServer({ dataFolder, env });
  const watch = watchPage(page, server.origin);
  await page.goto(server.address);
  await page.goto(`${server.origin}/runs/hostile`);
  const { panel } = gatePanel;
  await expect(panel).toContainText('<b>Invoice</b> [U+202E]fdp.exe');
  await expect(panel).toContainText(
    '␛[2J␛[1A<script>alert(1)</script>␀ [x](javascript:alert(1)) pay[U+200B]pal',
  );
  await panel.getByRole('button', { name: 'as JSON' }).click();
  await expect(panel).toContainText('[U+202E]fdp.exe');
  expect(await overflowOf(page)).toBe(0);
  expect(watch.escapes).toEqual([]);
  await server.stop();
});

import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Browser, Download, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { runForkpoint } from './forkpointServer.ts';
import { ComparePane } from './pages/comparePane.ts';

/** Put together here, so that nobody's scanner takes this file for a leak. */
const key = ['sk', 'ant', 'api03', 'Zk3vQ9_x7Lm2PpRt5Wy8'].join('-');

/** A fork of the demo to which a person has said a key. */
async function forkWithKey(dataFolder: string): Promise<void> {
  const words = [
    'fork',
    'derailed',
    '--from',
    'main:14-B',
    '--name',
    'plan-b',
    '--effects',
    'dry-run',
    '--go',
  ];
  const say = `Split it in two services. The key of the tax office is ${key}.`;
  const { code, stderr } = await runForkpoint([...words, '--pace', '0', '--say', say, '--data', dataFolder]);
  expect(code, stderr).toBe(0);
}

/** Saves a report with what the form offers, but for what is left out. */
async function savedReport(
  page: Page,
  format: 'HTML' | 'Markdown',
  without: readonly string[] = [],
): Promise<Download> {
  await page.getByRole('button', { name: 'Report…' }).click();
  const form = page.getByRole('form', { name: 'Report' });
  for (const part of without) await form.getByRole('checkbox', { name: part }).uncheck();
  await form.getByRole('button', { name: format }).click();
  const download = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Save the file' }).click();
  const saved = await download;
  await expect(form.getByRole('status')).toContainText(saved.suggestedFilename());
  return saved;
}

/** Opens a saved file in a browser without scripts; gives the page and every address that it asked for. */
async function opened(browser: Browser, saved: Download) {
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  const address = pathToFileURL(await saved.path()).href;
  // Playwright keeps downloads under a name without ending.
  await page.route(address, async route =>
    route.fulfill({ path: await saved.path(), contentType: 'text/html' }),
  );
  await page.goto(address);
  return { page, asked, close: () => context.close() };
}

test('a comparison is saved, opens offline with scripts off, and holds no key', async ({
  page,
  browser,
  demo,
}) => {
  await forkWithKey(demo.server.dataFolder);
  const pane = new ComparePane(page);
  await pane.open('derailed', ['main', 'plan-b']);
  await expect(pane.region).toContainText(key);
  const saved = await savedReport(page, 'HTML');
  expect(saved.suggestedFilename()).toBe('forkpoint-derailed-main-plan-b.html');
  await expect(page.getByRole('form', { name: 'Report' })).toContainText('1 secret is masked.');

  const html = await readFile(await saved.path(), 'utf8');
  expect(html).not.toContain(key);
  expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
  const report = await opened(browser, saved);
  await expect(report.page.getByRole('heading', { level: 1 })).toHaveText('main beside plan-b');
  await expect(report.page.getByText('What looks like a secret is masked: 1 key.')).toBeVisible();
  await expect(report.page.getByRole('row', { name: /^plan — / })).toContainText('[masked key 1]');
  await expect(report.page.getByRole('row', { name: /^first divergence/ })).toBeVisible();
  await report.page.getByText('src/invoice.mjs: main against plan-b').click();
  await expect(report.page.getByRole('insertion').filter({ hasText: './billing.mjs' }).first()).toBeVisible();
  expect(report.asked).toHaveLength(1);
  await report.close();
});

test('a diff is saved as Markdown, with what was chosen and nothing else', async ({ page, demo }) => {
  await forkWithKey(demo.server.dataFolder);
  await page.goto(`${new URL(page.url()).origin}/runs/derailed?scene=plan-b:15-B&diff=main:15-B`);
  const saved = await savedReport(page, 'Markdown', ['Request settings']);
  const text = await readFile(await saved.path(), 'utf8');
  expect(saved.suggestedFilename()).toBe('forkpoint-derailed-main-15-B-plan-b-15-B.md');
  expect(text).toContain('[masked key 1]');
  expect(text).not.toContain(key);
  expect(text).toContain('messages the same');
});

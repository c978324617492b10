import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { FindPanel } from './pages/findPanel.ts';
import type { RunPage } from './pages/runPage.ts';

/** A part of the view that the URL holds: what it looks like, whatever way led there. */
interface View {
  name: string;
  query: string;
  expect: (page: Page, runPage: RunPage) => Promise<void>;
}

const views: View[] = [
  {
    name: 'scene and tab',
    query: 'scene=main:14-B&tab=calls',
    expect: async (_page, runPage) => {
      await expect(runPage.inspector.getByRole('heading', { name: 'Turn 14' })).toBeVisible();
      await expect(runPage.inspector.getByRole('tab', { name: /^Calls/, selected: true })).toBeVisible();
    },
  },
  {
    name: 'diff',
    query: 'scene=main:25-B&diff=main:14-B',
    expect: async (_page, runPage) => {
      await expect(runPage.diff).toContainText('main:14-B');
      await expect(runPage.diff).toContainText('main:25-B');
    },
  },
  {
    name: 'pinned scene',
    query: 'scene=main:20-B&pin=main:14-B',
    expect: async page => {
      const pinned = page.getByRole('banner').getByRole('button', { name: 'Pinned: main:14-B' });
      await expect(pinned).toBeVisible();
    },
  },
  {
    name: 'panel and search',
    query: 'panel=find&find=tax.mjs',
    expect: async page => {
      const find = new FindPanel(page);
      await expect(find.field).toHaveValue('tax.mjs');
      await find.expectCounts(/hits in \d+ turns/);
    },
  },
  {
    name: 'filter',
    query: 'filter=external',
    expect: async page => {
      const chip = page.getByRole('group', { name: /^Marks/ }).getByRole('button', { name: /^external/ });
      await expect(chip).toHaveAttribute('aria-pressed', 'true');
    },
  },
  {
    name: 'what is prepared',
    query: 'scene=main:14-B&act=rewind',
    expect: async page => {
      const prepared = page.getByRole('region', { name: 'Rewinding main to 14-B would' });
      await expect(prepared).toContainText('turns 15 to 25');
    },
  },
];

test('a pasted link, a reload, back and forward give the same view', async ({
  page,
  runPage,
  demo: _demo,
}) => {
  const { origin } = new URL(page.url());
  const urlOf = (view: View) => `${origin}/runs/derailed?${view.query}`;
  for (const view of views) {
    await test.step(`${view.name}: pasted and reloaded`, async () => {
      await page.goto(urlOf(view));
      await view.expect(page, runPage);
      expect(page.url()).toBe(urlOf(view));
      await page.reload();
      await view.expect(page, runPage);
    });
  }
  for (const view of views.toReversed().slice(1)) {
    await test.step(`${view.name}: back`, async () => {
      await page.goBack();
      expect(page.url()).toBe(urlOf(view));
      await view.expect(page, runPage);
    });
  }
  for (const view of views.slice(1)) {
    await test.step(`${view.name}: forward`, async () => {
      await page.goForward();
      expect(page.url()).toBe(urlOf(view));
      await view.expect(page, runPage);
    });
  }
});

test('a link goes to another tab with all that is on screen', async ({
  page,
  context,
  runPage,
  demo: _demo,
}) => {
  await runPage.open('derailed', 'main:14-B');
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 14' })).toBeVisible();
  await page.keyboard.press('p');
  await page.keyboard.press('h');
  await page.keyboard.press('d');
  await expect(runPage.diff).toContainText('main:14-B');
  await page.keyboard.press('/');
  await new FindPanel(page).field.fill('tax');

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('region', { name: 'Diff', exact: true })).toContainText('main:14-B');
  await expect(other.getByRole('banner').getByRole('button', { name: 'Pinned: main:14-B' })).toBeVisible();
  await expect(new FindPanel(other).field).toHaveValue('tax');
});

test('back leads through what was looked at, without a load', async ({ page, runPage, demo: _demo }) => {
  const heading = (turn: number) =>
    runPage.inspector.getByRole('heading', { name: `Turn ${turn}`, exact: true });
  await runPage.open('derailed', 'main:14-B');
  await expect(heading(14)).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('data-loaded', 'once'));
  await page.keyboard.press('p');
  await page.keyboard.press('h');
  await expect(heading(25)).toBeVisible();
  await page.keyboard.press('d');
  await expect(runPage.diff).toBeVisible();

  await page.goBack();
  await expect(runPage.diff).toHaveCount(0);
  await expect(heading(25)).toBeVisible();
  await page.goBack();
  await expect(heading(14)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('banner').getByRole('button', { name: /^Pinned/ })).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole('banner').getByRole('button', { name: /^Pinned/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-loaded', 'once');
});

test('an address that is none is told, and the way back is one press', async ({
  page,
  runPage,
  demo: _demo,
}) => {
  await runPage.open('derailed', 'main:99-B');
  await expect(page.getByRole('alert').filter({ hasText: 'main:99-B' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the head' }).click();
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 25' })).toBeVisible();
});

test('panels keep the size they were given, by keyboard too', async ({ page, demo: _demo }) => {
  await page.goto(`${page.url().split('?')[0]}?panel=find`);
  const list = page.getByRole('region', { name: 'Finding a turn' });
  const widthOf = async () => (await list.boundingBox())?.width ?? 0;
  await expect(list).toBeVisible();
  const before = await widthOf();
  await page.getByRole('separator', { name: 'Resize the list' }).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
  await expect.poll(widthOf).toBeGreaterThan(before + 20);
  const wide = await widthOf();
  await page.reload();
  await expect(list).toBeVisible();
  await expect.poll(widthOf).toBeCloseTo(wide, -1);
});

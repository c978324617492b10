import type { Page } from 'playwright/test';
import { accented, rightToLeft } from '../shared/pseudo.ts';
import { englishNames, liveThroughDerailedRun, type StoryNames } from './derailedStory.ts';
import { expect, test } from './fixtures.ts';
import { overflowOf } from './watchPage.ts';

const languages = [
  { language: 'qps', spell: accented, direction: 'ltr' },
  { language: 'qps-rtl', spell: rightToLeft, direction: 'rtl' },
] as const;

/** The names of the story in another language. A turn is found by its number alone. */
function namesIn(spell: (text: string) => string): StoryNames {
  const spelled = Object.entries(englishNames).map(([key, name]) => [
    key,
    name instanceof RegExp ? new RegExp(spell(name.source)) : name,
  ]);
  return { ...Object.fromEntries(spelled), turn: (turn: number) => String(turn) };
}

/** Opens the page again in another language; from then on it stays with that. */
async function speak(page: Page, language: string): Promise<void> {
  const url = new URL(page.url());
  url.searchParams.set('lang', language);
  await page.goto(url.href);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

for (const { language, spell, direction } of languages) {
  test(`the story of the derailed run, by keyboard alone, in ${language}`, async ({ page, demo }) => {
    test.setTimeout(240_000);
    await speak(page, language);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await liveThroughDerailedRun(page, namesIn(spell));
    expect(await demo.mails()).toHaveLength(1);
  });

  test(`nothing is wider than the page in ${language}`, async ({ page, demo: _demo }) => {
    test.setTimeout(240_000);
    await speak(page, language);
    const base = page.url().replace(/\?.*/, '');
    const views = [
      ...['find&find=rate', 'lookHere', 'notes', 'outline', 'graph'].map(
        panel => `?scene=main:16-B&panel=${panel}`,
      ),
      ...['calls', 'effects', 'files', 'request', 'raw'].map(tab => `?scene=main:14-B&tab=${tab}`),
      '?scene=main:14-B&act=rewind',
      '?scene=main:14-B&act=fork',
      '?scene=main:20-B&diff=main:14-B',
    ];
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const view of ['/', ...views]) {
        await page.goto(view === '/' ? new URL(base).origin : base + view);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expect.poll(() => overflowOf(page), `${view} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });
}

test('a failure is said in the language of the page', async ({ page, demo: _demo }) => {
  await speak(page, 'qps');
  const origin = new URL(page.url()).origin;
  await page.goto(`${origin}/runs/nowhere`);
  await expect(page.getByRole('alert')).toContainText(
    accented('There is no run “{run}”.').replace('{run}', 'nowhere'),
  );
  await page.goto(`${origin}/runs/derailed?scene=main:99-B`);
  await expect(page.getByRole('alert')).toContainText(accented('has no scene at'));
  await expect(page.getByRole('alert')).not.toContainText('has no scene');
});

test('where words run from right to left, values keep their own way and arrows point along', async ({
  page,
  runPage,
  movePanel,
  demo: _demo,
}) => {
  await movePanel.open('derailed', 'main:14-B', 'fork');
  await movePanel.name('plan-b');
  await movePanel.button('Fork').click();
  await expect(page.getByText('plan-b was forked at')).toBeVisible();
  await speak(page, 'qps-rtl');
  await page.goto(`${new URL(page.url()).origin}/runs/derailed?scene=main:99-B`);
  // Each value in an element of its own, which is how a browser keeps the order inside it.
  await expect(page.getByRole('alert').locator('bdi bdi')).toHaveText(['derailed', 'main:99-B']);
  await page.goto(`${new URL(page.url()).origin}/runs/derailed?scene=main:15-B&tab=request&panel=outline`);
  await expect(page.getByRole('treegrid')).toBeVisible();
  const arrows = page.locator('[aria-expanded="false"] .lucide-chevron-right');
  await expect(arrows.first()).toBeVisible();
  expect(new Set(await arrows.evaluateAll(all => all.map(arrow => getComputedStyle(arrow).scale)))).toEqual(
    new Set(['-1 1']),
  );
  const steps = runPage.page.locator('fieldset .lucide-chevron-right').first();
  expect(await steps.evaluate(arrow => getComputedStyle(arrow).scale)).not.toBe('-1 1');
  // Nothing of the isolates is seen as a sign.
  await expect(page.getByText(/U\+206/)).toHaveCount(0);
});

test('a language that is not there is English, and the choice is kept', async ({ page, demo: _demo }) => {
  await speak(page, 'qps');
  await page.goto(new URL(page.url()).origin);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(accented('Runs'));
  await page.goto(`${new URL(page.url()).origin}/?lang=tlh`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Runs');
});

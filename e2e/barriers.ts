import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** Waits for what fades in; what goes on for ever is left alone. */
async function endOfAnimations(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.all(passing.map(animation => animation.finished.catch(() => undefined)));
}

/** What axe calls a barrier for many people, as `rule: where` with what is wrong there. */
async function graveBarriersOf(page: Page): Promise<string[]> {
  await page.evaluate(endOfAnimations);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        node => `${id}: ${node.target.join(' ')}\n  ${node.html.slice(0, 160)}\n  ${node.failureSummary}`,
      ),
    );
}

/** Looks at the page as it is now, light and dark. Goes on after a finding, so that one run of a test tells all. */
export async function expectNoBarriers(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await graveBarriersOf(page), `${state}, ${colorScheme}`).toEqual([]);
  }
}

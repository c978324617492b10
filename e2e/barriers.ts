import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** Waits for what fades in; what goes on for ever is left alone. */
async function endOfAnimations(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.all(passing.map(animation => animation.finished.catch(() => undefined)));
}

/**
 * What axe calls a barrier for many people, as `rule: where` with what is wrong there.
 * @param rules the rules to try; null for all
 */
async function graveBarriersOf(page: Page, rules: string[] | null): Promise<string[]> {
  await page.evaluate(endOfAnimations);
  // What passes is not asked about: telling of it takes longer than the looking.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  const { violations } = await (rules === null ? axe : axe.withRules(rules)).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        node => `${id}: ${node.target.join(' ')}\n  ${node.html.slice(0, 160)}\n  ${node.failureSummary}`,
      ),
    );
}

/** All that depends on the theme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Looks at the page as it is now, light and dark. Goes on after a finding, so that one run of a test tells all. */
export async function expectNoBarriers(page: Page, state: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await graveBarriersOf(page, null), `${state}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await graveBarriersOf(page, rulesOfColour), `${state}, dark`).toEqual([]);
}

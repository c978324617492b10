import { expect, type Locator, type Page } from 'playwright/test';

/** The diff of two scenes, by what a person sees there. */
export class DiffPanel {
  readonly page: Page;
  readonly panel: Locator;
  readonly settings: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: 'Diff', exact: true });
    this.settings = this.panel.getByRole('region', { name: 'Request settings' });
  }

  /** A message that differs, by its place among all changes. */
  change(at: number): Locator {
    return this.panel.getByRole('article', { name: new RegExp(`^Difference ${at} of `) });
  }

  button(name: string | RegExp): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }

  async expectSummary(...facts: string[]): Promise<void> {
    for (const fact of facts) await expect(this.panel.getByText(fact, { exact: true })).toBeVisible();
  }

  /** The message that was gone to: it has the focus. */
  async expectAt(at: number): Promise<void> {
    await expect(this.change(at)).toBeFocused();
  }

  /** How much of the page the diff is. */
  elementCount(): Promise<number> {
    return this.panel.evaluate(panel => panel.querySelectorAll('*').length);
  }

  /** Whether two columns stand beside each other in a message: what went is left of what came. */
  async isSideBySide(went: Locator, came: Locator): Promise<boolean> {
    const [left, right] = [await went.boundingBox(), await came.boundingBox()];
    if (!left || !right) throw new Error('what is looked for is not on screen');
    return Math.abs(left.y - right.y) < 3 && left.x + left.width <= right.x;
  }
}

import { expect, type Locator, type Page } from 'playwright/test';

/** Sides of a run beside each other, by what a person sees there. */
export class ComparePane {
  readonly page: Page;
  readonly region: Locator;
  /** The turns, of which those in view are in the page. */
  readonly turns: Locator;
  readonly table: Locator;

  constructor(page: Page) {
    this.page = page;
    this.region = page.getByRole('region', { name: 'Comparison' });
    this.turns = this.region.getByRole('list', { name: 'Turns side by side' });
    this.table = this.region.getByRole('table', { name: 'All sides' });
  }

  /** Opens a comparison, as a pasted link would. @param query more of the URL, as `&view=files` */
  async open(run: string, sides: readonly string[], query = ''): Promise<void> {
    const origin = new URL(this.page.url()).origin;
    await this.page.goto(`${origin}/runs/${run}?compare=${sides.join(',')}${query}`);
    await expect(this.region).toBeVisible();
  }

  /** The button of the bar that leads to the nearest comparison, and back. */
  get button(): Locator {
    return this.page.getByRole('banner').getByRole('button', { name: 'Compare', exact: true });
  }

  head(side: string): Locator {
    return this.region.getByRole('heading', { level: 3, name: side, exact: true });
  }

  /** What a fact says of each side, in the order of the columns. @param name the whole of it, or a pattern */
  fact(name: string | RegExp): Locator {
    return this.region
      .getByRole('term')
      .filter({ hasText: typeof name === 'string' ? new RegExp(`^${name}$`) : name })
      .locator('xpath=following-sibling::dd');
  }

  turn(side: string, turn: number): Locator {
    return this.turns.getByRole('article', { name: `Turn ${turn} of ${side}`, exact: true });
  }

  /** The row that has the focus, by what it says of itself. */
  get focusedRow(): Locator {
    return this.turns.locator('[role="group"]:focus');
  }

  tab(name: RegExp): Locator {
    return this.region.getByRole('tab', { name });
  }

  file(path: string): Locator {
    return this.region
      .getByRole('list', { name: 'Files of all sides' })
      .getByRole('listitem')
      .filter({
        has: this.page.getByRole('button', { name: `What differs in ${path}`, exact: true }),
      });
  }

  async add(side: string): Promise<void> {
    await this.region.getByRole('button', { name: 'Branch', exact: true }).click();
    const field = this.page.getByRole('combobox', { name: 'Add to the comparison' });
    await field.fill(side);
    await this.page.getByRole('option', { name: side }).first().click();
  }

  control(name: string | RegExp): Locator {
    return this.region.getByRole('button', { name, exact: true });
  }

  /** A row of the table. */
  line(side: string): Locator {
    return this.table.getByRole('row').filter({
      has: this.page.getByRole('rowheader').filter({ hasText: side }),
    });
  }
}

import { expect, type Locator, type Page } from 'playwright/test';

/** The outline of the run: the tree of the graph, row by row. */
export class OutlinePanel {
  readonly page: Page;
  readonly grid: Locator;
  readonly selected: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('treegrid', { name: 'Outline of turns' });
    this.selected = this.grid.getByRole('row', { selected: true });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Outline', exact: true }).click();
    await expect(this.grid).toBeVisible();
  }

  /** The row of a turn, where it is in view; on the first level unless told otherwise. */
  turn(turn: number, level = 1): Locator {
    return this.grid
      .getByRole('row', { level })
      .filter({ has: this.page.getByRole('gridcell', { name: String(turn), exact: true }) });
  }

  /** The row of a lane that hangs on the turn above it. */
  lane(name: RegExp): Locator {
    return this.grid.getByRole('row', { name }).and(this.page.locator('[aria-expanded]'));
  }

  focused(): Locator {
    return this.grid.locator('[aria-rowindex]:focus');
  }
}

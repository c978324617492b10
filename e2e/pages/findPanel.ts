import { expect, type Locator, type Page } from 'playwright/test';

/** The list beside the graph in which a turn is found. */
export class FindPanel {
  readonly page: Page;
  readonly panel: Locator;
  readonly field: Locator;
  readonly hits: Locator;
  readonly remarks: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: 'Finding a turn' });
    this.field = this.panel.getByRole('searchbox', { name: /everything the model saw or said/ });
    this.hits = this.panel.getByRole('list', { name: 'Hits' }).getByRole('button');
    this.remarks = this.panel.getByRole('list', { name: 'Remarks' }).locator(':scope > li');
  }

  async search(text: string): Promise<void> {
    await this.page.keyboard.press('/');
    await expect(this.field).toBeFocused();
    await this.field.fill(text);
  }

  async expectCounts(words: RegExp): Promise<void> {
    await expect(this.panel.getByRole('status').filter({ hasText: words })).toBeVisible();
  }

  filterField(name: string): Locator {
    return this.panel.getByRole('combobox', { name, exact: true });
  }

  switch(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }
}

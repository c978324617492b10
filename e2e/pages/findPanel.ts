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

  /** The stretches of text that are marked beside the list: all that was found, or the place that was gone to. */
  marked(which: 'found' | 'sought'): Promise<string[]> {
    return this.page.evaluate(
      name => [...(CSS.highlights.get(name) ?? [])].map(range => range.toString()),
      `forkpoint-${which}`,
    );
  }

  /** Waits until the place that was gone to stands on screen, with these words. */
  async expectSought(words: string): Promise<void> {
    await expect.poll(() => this.marked('sought')).toEqual([words]);
    await expect
      .poll(() =>
        this.page.evaluate(() => {
          const [range] = CSS.highlights.get('forkpoint-sought') ?? [];
          const place = range instanceof Range ? range.getBoundingClientRect() : null;
          return place !== null && place.top >= 0 && place.bottom <= window.innerHeight && place.width > 0;
        }),
      )
      .toBe(true);
  }

  filterField(name: string): Locator {
    return this.panel.getByRole('combobox', { name, exact: true });
  }

  tool(name: RegExp): Locator {
    return this.panel.getByRole('group', { name: 'Tools' }).getByRole('button', { name });
  }

  switch(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }
}

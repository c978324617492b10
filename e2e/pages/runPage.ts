import { expect, type Locator, type Page } from 'playwright/test';

/** The page of one run, by what a person sees there. */
export class RunPage {
  readonly page: Page;
  readonly inspector: Locator;
  readonly diff: Locator;
  readonly strip: Locator;

  constructor(page: Page) {
    this.page = page;
    this.inspector = page.getByRole('region', { name: 'Inspector' });
    this.diff = page.getByRole('region', { name: 'Diff', exact: true });
    this.strip = page.getByRole('region', { name: 'Tokens per turn' });
  }

  /** The card of a turn on the graph, where it is in view. */
  turn(turn: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Turn ${turn}, `) });
  }

  /** The card of a turn of a fork, where it is in view. */
  turnOf(branch: string, turn: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Turn ${turn}, .*${branch}$`) });
  }

  state(name: string): Locator {
    return this.page.getByRole('banner').getByText(name, { exact: true });
  }

  async expectDone(): Promise<void> {
    await expect(this.state('done')).toBeVisible({ timeout: 45_000 });
  }

  async expectTurns(count: number): Promise<void> {
    await expect(this.strip.getByText(`${count} turns`)).toBeVisible();
  }

  async zoomToFit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Zoom to fit' }).click();
  }

  /** The numbers of the turns whose cards are in view, as they stand in the page. */
  async turnsInView(): Promise<number[]> {
    const cards = this.page.getByRole('button', { name: /^Turn \d+, / });
    const names = await cards.evaluateAll(elements =>
      elements.map(element => element.getAttribute('aria-label')),
    );
    return names.map(name => Number(/^Turn (\d+)/.exec(name ?? '')?.[1])).toSorted((a, b) => a - b);
  }

  /** Opens a scene by its address, as a pasted link would. */
  async open(run: string, scene: string): Promise<void> {
    const origin = new URL(this.page.url()).origin;
    await this.page.goto(`${origin}/runs/${run}?scene=${scene}`);
  }

  async openTab(name: RegExp): Promise<void> {
    await this.inspector.getByRole('tab', { name }).click();
  }

  async diffWith(address: string): Promise<void> {
    await this.inspector.getByRole('button', { name: 'Diff' }).click();
    await this.page.getByRole('combobox', { name: /^Compare / }).fill(address);
    await this.page.getByRole('option', { name: address }).first().click();
  }
}

import type { Locator, Page } from 'playwright/test';

/** The list of runs, with the ways to another one. */
export class RunsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.getByRole('banner').getByRole('link', { name: 'Forkpoint' }).click();
  }

  run(title: string | RegExp): Locator {
    return this.page.getByRole('link', { name: title });
  }

  async openPath(path: string): Promise<void> {
    await this.page.getByLabel('Path on this machine').fill(path);
    await this.page.getByRole('button', { name: 'Open', exact: true }).click();
  }
}

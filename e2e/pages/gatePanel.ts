import type { Locator, Page } from 'playwright/test';

/** The call that waits for the person's answer. */
export class GatePanel {
  readonly panel: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole('region', { name: 'Waiting for your answer' });
  }

  question(tool: string): Locator {
    return this.panel.getByRole('heading', { name: `${tool} waits for your answer` });
  }

  async approve(): Promise<void> {
    await this.panel.getByRole('button', { name: 'Approve', exact: true }).click();
  }

  async approveWith(input: unknown): Promise<void> {
    await this.panel.getByRole('button', { name: 'Approve with changed input…' }).click();
    await this.panel.getByRole('textbox', { name: 'Input to run instead' }).fill(JSON.stringify(input));
    await this.panel.getByRole('button', { name: 'Approve this input' }).click();
  }

  async refuse(why: string): Promise<void> {
    await this.panel.getByRole('button', { name: 'Refuse…' }).click();
    await this.panel.getByRole('textbox', { name: /^Why not/ }).fill(why);
    await this.panel.getByRole('button', { name: 'Refuse', exact: true }).click();
  }
}

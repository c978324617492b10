import { expect, type Locator, type Page } from 'playwright/test';

/** A fan-out being prepared below the conversation, and the board of its branches under the graph. */
export class FanOutPage {
  readonly page: Page;
  readonly panel: Locator;
  readonly board: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: /^Fanning out at / });
    this.board = page.getByRole('region', { name: 'Fan-out', exact: true });
  }

  /** Opens it for a scene, as a pasted link would, and waits for the plan. */
  async open(run: string, scene: string): Promise<void> {
    const origin = new URL(this.page.url()).origin;
    await this.page.goto(`${origin}/runs/${run}?scene=${scene}&act=fan-out`);
    await this.panel.getByRole('term').first().waitFor();
  }

  /** One of the branches that are filled in, from 1. */
  branch(number: number): Locator {
    return this.panel.getByRole('group', { name: `Branch ${number}`, exact: true });
  }

  name(number: number): Locator {
    return this.branch(number).getByRole('textbox', { name: 'Name' });
  }

  say(number: number): Locator {
    return this.branch(number).getByRole('textbox', { name: /^Words to / });
  }

  /** Fills in the branches, as many as there are names, by their words. */
  async fill(branches: Readonly<Record<string, string>>): Promise<void> {
    for (const [index, [name, say]] of Object.entries(branches).entries()) {
      if (index >= 2) await this.button('Add a branch').click();
      await this.name(index + 1).fill(name);
      await this.say(index + 1).fill(say);
    }
  }

  /** A button of the panel. */
  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }

  /** A button of the board. */
  action(name: string | RegExp): Locator {
    return this.board.getByRole('button', { name });
  }

  /** The row of a branch on the board. */
  row(branch: string): Locator {
    return this.board.getByRole('row').filter({
      has: this.page.getByRole('button', { name: `Go to ${branch} on the graph`, exact: true }),
    });
  }

  async expectRow(branch: string, text: string | RegExp): Promise<void> {
    await expect(this.row(branch)).toContainText(text, { timeout: 40_000 });
  }
}

import { expect, type Locator, type Page } from 'playwright/test';

/** What a test fills in for a fork; the rest is as it is offered. */
export interface ForkWishes {
  name: string;
  say?: string;
  effects?: 'live' | 'ask' | 'dry run';
}

/** A rewind or a fork being prepared, below the conversation. */
export class MovePanel {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: /^(Rewinding|Forking) / });
  }

  /** Opens it for a scene, as a pasted link would, and waits for the plan. */
  async open(run: string, scene: string, act: 'rewind' | 'fork'): Promise<void> {
    const origin = new URL(this.page.url()).origin;
    await this.page.goto(`${origin}/runs/${run}?scene=${scene}&act=${act}`);
    await this.line('keep').waitFor();
  }

  /** What stands behind the name of a line of the plan. */
  line(name: string): Locator {
    return this.panel.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
  }

  async say(text: string): Promise<void> {
    await this.panel.getByRole('textbox', { name: /^Say something to the model/ }).fill(text);
  }

  async name(branch: string): Promise<void> {
    await this.panel.getByRole('textbox', { name: 'Name of the branch' }).fill(branch);
  }

  async effects(mode: 'live' | 'ask' | 'dry run'): Promise<void> {
    await this.panel.getByRole('combobox', { name: 'Effects' }).selectOption(mode);
  }

  /** Forks the run from a scene and lets the fork go on. */
  async forkAndGoOn(run: string, scene: string, fork: ForkWishes): Promise<void> {
    await this.open(run, scene, 'fork');
    await this.name(fork.name);
    if (fork.say !== undefined) await this.say(fork.say);
    if (fork.effects !== undefined) await this.effects(fork.effects);
    await this.button('Fork and go on').click();
    await expect(this.page.getByText(`${fork.name} was forked at`)).toBeVisible();
  }

  /** Opens the settings of the next requests. */
  async openSettings(): Promise<Locator> {
    await this.panel.getByText('Model and settings of the next requests').click();
    return this.panel.getByRole('group').filter({ hasText: 'Model and settings of the next requests' });
  }

  async restore(choice: 'Conversation' | 'Files' | 'Both'): Promise<void> {
    await this.panel.getByRole('button', { name: choice, exact: true }).click();
  }

  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }
}

import { expect, type Locator, type Page } from 'playwright/test';

/** What a person puts on turns: on the turn that is looked at, and the list beside the graph. */
export class NotesPanel {
  readonly page: Page;
  /** On the turn that is looked at. */
  readonly bar: Locator;
  readonly panel: Locator;
  readonly entries: Locator;
  readonly search: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bar = page.getByRole('region', { name: 'Notes on this turn' });
    this.panel = page.getByRole('region', { name: 'Notes of this run' });
    this.entries = this.panel.getByRole('list', { name: 'Marked turns' }).getByRole('button');
    this.search = this.panel.getByRole('region', { name: 'Find the first bad turn' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Notes' }).click();
    await expect(this.panel).toBeVisible();
  }

  async bookmark(): Promise<void> {
    await this.bar.getByRole('button', { name: 'Bookmark this turn' }).click();
    await expect(this.bar.getByRole('button', { name: 'Remove the bookmark' })).toBeVisible();
  }

  async write(text: string): Promise<void> {
    await this.bar.getByRole('button', { name: /^(Write a|Edit the) note$/ }).click();
    await this.bar.getByRole('textbox', { name: 'Note' }).fill(text);
    await this.bar.getByRole('button', { name: 'Save' }).click();
  }

  /** Says of the turn that is looked at what it is, in the search. */
  async judge(verdict: 'Good' | 'Bad' | 'Cannot tell'): Promise<void> {
    await this.search.getByRole('button', { name: verdict, exact: true }).click();
  }

  /** What the search says once that is no longer `before`. */
  async nextQuestion(before: string): Promise<string> {
    const status = this.search.getByRole('status');
    if (before !== '') await expect(status).not.toHaveText(before);
    return (await status.textContent()) ?? '';
  }

  async expectSearch(words: string | RegExp): Promise<void> {
    await expect(this.search.getByRole('status')).toHaveText(words);
  }
}

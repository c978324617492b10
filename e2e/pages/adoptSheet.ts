import { expect, type Locator, type Page } from 'playwright/test';

/** The branches of a run, adopting one and taking that back, by what a person sees there. */
export class AdoptSheet {
  readonly page: Page;
  readonly dialog: Locator;
  readonly panel: Locator;
  readonly adoptions: Locator;
  /** Says how many archived branches are left out. */
  readonly showArchived: Locator;
  readonly hideArchived: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog');
    this.panel = page.getByRole('region', { name: 'Branches of this run' });
    this.adoptions = this.panel.getByRole('list', { name: 'Adopted files' }).getByRole('listitem');
    this.showArchived = page.getByRole('button', { name: 'Show', exact: true });
    this.hideArchived = page.getByRole('button', { name: 'Hide', exact: true });
  }

  async openPanel(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Branches', exact: true }).click();
    await expect(this.panel).toBeVisible();
  }

  /** The names of a list of branches, in its order. */
  async names(list: 'Branches' | 'Archived branches'): Promise<string[]> {
    const heads = this.panel
      .getByRole('list', { name: list, exact: true })
      .getByRole('button', { name: /^Go to the head of / });
    const labels = await heads.evaluateAll(elements => elements.map(el => el.getAttribute('aria-label')));
    return labels.map(label =>
      (label ?? '').replace(/^Go to the head of /, '').replace(/[\u2068\u2069]/g, ''),
    );
  }

  async expectNames(list: 'Branches' | 'Archived branches', names: string[]): Promise<void> {
    await expect.poll(() => this.names(list)).toEqual(names);
  }

  /** The button of a branch in the list. */
  branch(name: string, act: 'Adopt' | 'Archive'): Locator {
    return this.panel.getByRole('button', { name: `${act} ${name}`, exact: true });
  }

  bringBack(name: string): Locator {
    return this.panel.getByRole('button', { name: `Bring ${name} back`, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name });
  }

  /** A file of what would change. */
  file(path: string): Locator {
    return this.dialog
      .getByRole('list', { name: 'What changes' })
      .getByRole('listitem')
      .filter({
        has: this.page.getByRole('button', { name: `Show what changes in ${path}`, exact: true }),
      });
  }

  async intoFolder(folder: string): Promise<void> {
    await this.button('A folder of yours').click();
    await this.dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
  }

  undoOf(branch: string): Locator {
    return this.panel.getByRole('button', { name: `Undo the adoption of ${branch}` });
  }
}

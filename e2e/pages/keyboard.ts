import { expect, type Locator, type Page } from 'playwright/test';

/** A person without a mouse: keys, and what has the focus. */
export class Keyboard {
  readonly page: Page;
  readonly palette: Locator;
  readonly help: Locator;

  constructor(page: Page) {
    this.page = page;
    this.palette = page.getByRole('dialog').filter({ has: page.getByRole('combobox') });
    this.help = page.getByRole('dialog').filter({ has: page.getByRole('table') });
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses Tab until something has the focus. Whatever is in between is passed, as a person would. */
  async tabTo(target: Locator, most = 60): Promise<void> {
    await target.waitFor();
    for (let pressed = 0; pressed < most; pressed++) {
      if (await hasFocus(target)) return;
      await this.page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  }

  /** Tab until it has the focus, then Enter. */
  async pressButton(target: Locator): Promise<void> {
    await expect(target).toBeEnabled();
    await this.tabTo(target);
    await this.page.keyboard.press('Enter');
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.page.keyboard.type(text);
  }

  /** Opens the palette, types, and takes the first entry. */
  async choose(search: string): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await expect(this.palette.getByRole('combobox')).toBeFocused();
    await this.page.keyboard.type(search);
    await expect(this.palette.getByRole('option').first()).toBeVisible();
    await this.page.keyboard.press('Enter');
    await expect(this.palette).toHaveCount(0);
  }
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate(element => element === document.activeElement);
}

import { expect, type Locator, type Page } from 'playwright/test';

/** The graph of turns, by what a person sees and presses there. */
export class GraphPane {
  readonly page: Page;
  /** What is drawn of the turns. */
  readonly canvas: Locator;
  /** The marks above the graph, which are its filter. */
  readonly marks: Locator;

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.getByRole('application', { name: 'Graph of turns' });
    this.marks = page.getByRole('group', { name: 'Marks: pick the turns that stand out' });
  }

  /** The card or chip of a turn that a rewind left behind. */
  leftBehind(turn: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Turn ${turn}, .*left behind$`) });
  }

  savePoint(turn: number, point: 'A' | 'B'): Locator {
    return this.page.getByRole('button', { name: `Save point ${point} of turn ${turn}`, exact: true });
  }

  /** The sign of folded turns, or the one that folds them again. */
  fold(name: RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  mark(name: RegExp): Locator {
    return this.marks.getByRole('button', { name });
  }

  control(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Turns the wheel by one notch over the middle of something. @param notches above zero zoom out */
  async zoom(over: Locator, notches: number): Promise<void> {
    await over.hover();
    await this.page.keyboard.down('Control');
    for (let turned = 0; turned < Math.abs(notches); turned++) {
      await this.page.mouse.wheel(0, notches > 0 ? 100 : -100);
    }
    await this.page.keyboard.up('Control');
  }

  /** Where the middle of something stands, in pixels from the left. */
  async middleOf(what: Locator): Promise<number> {
    await expect(what).toBeVisible();
    const box = await what.boundingBox();
    return box ? box.x + box.width / 2 : Number.NaN;
  }
}

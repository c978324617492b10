import type { Page } from 'playwright/test';
import { hint } from './demoWords.ts';
import { expect } from './fixtures.ts';
import { Keyboard } from './pages/keyboard.ts';

/** What the page calls the few things that the story cannot reach by a key of their own. */
export interface StoryNames {
  /** Search in the palette that leads to a turn, by its number. */
  turn: (turn: number) => string;
  inspector: RegExp;
  diff: RegExp;
  rewindPanel: RegExp;
  forkPanel: RegExp;
  say: RegExp;
  branchName: RegExp;
  rewindAndGoOn: RegExp;
  forkOnly: RegExp;
  gate: RegExp;
  refuse: RegExp;
  refuseWhy: RegExp;
  refuseIt: RegExp;
  undo: RegExp;
  done: RegExp;
}

export const englishNames: StoryNames = {
  turn: turn => `turn ${turn}`,
  inspector: /^Inspector$/,
  diff: /^Diff$/,
  rewindPanel: /^Rewinding /,
  forkPanel: /^Forking /,
  say: /^Say something to the model/,
  branchName: /^Name of the branch$/,
  rewindAndGoOn: /^Rewind and go on$/,
  forkOnly: /^Fork$/,
  gate: /^Waiting for your answer$/,
  refuse: /^Refuse…$/,
  refuseWhy: /^Why not/,
  refuseIt: /^Refuse$/,
  undo: /^Undo rewind 1$/,
  done: /^done$/,
};

/**
 * The story of a derailed run without a mouse: find the turn by its marks, read it, diff it with the end, go back with a
 * hint, answer the gate, undo, fork. The demo has to be on screen, played to its end.
 */
export async function liveThroughDerailedRun(page: Page, names: StoryNames): Promise<void> {
  const keyboard = new Keyboard(page);
  const inspector = page.getByRole('region', { name: names.inspector });
  const address = () => new URL(page.url()).searchParams;

  // From the task to the first mark; then in the outline to the turn after which things went wrong, and the one before.
  await keyboard.choose(names.turn(0));
  await keyboard.press('m');
  await expect.poll(() => address().get('scene')).not.toBe('main:0-B');
  await keyboard.press('o');
  await expect(page.getByRole('treegrid').locator(':focus')).toHaveCount(1);
  await keyboard.press('1', '5');
  await expect.poll(() => address().get('scene')).toBe('main:15-B');
  await keyboard.press('ArrowUp');
  await expect.poll(() => address().get('scene')).toBe('main:14-B');
  await keyboard.press('o');
  await expect(page.getByRole('treegrid')).toHaveCount(0);

  await keyboard.press('t');
  await expect(page.getByRole('application').locator('[data-card]:focus')).toHaveCount(1);
  await keyboard.press('ArrowRight');
  await expect.poll(() => address().get('scene')).toBe('main:15-B');
  await keyboard.press('ArrowLeft');
  await expect.poll(() => address().get('scene')).toBe('main:14-B');

  await keyboard.press('a');
  await expect.poll(() => address().get('scene')).toBe('main:14-A');
  await keyboard.press('b');
  await keyboard.press('Enter');
  await expect(inspector.getByRole('heading', { level: 2 })).toContainText('14');

  await keyboard.press('p', 'h', 'd');
  await expect(page.getByRole('region', { name: names.diff })).toContainText('main:14-B');
  await keyboard.press('n');
  await keyboard.press('Escape');
  await expect(inspector).toBeVisible();

  await keyboard.choose(names.turn(14));
  await expect(inspector.getByRole('heading', { level: 2 })).toContainText('14');
  await keyboard.press('r');
  const rewind = page.getByRole('region', { name: names.rewindPanel });
  await expect(rewind).toBeFocused();
  await keyboard.type(rewind.getByRole('textbox', { name: names.say }), hint);
  await keyboard.pressButton(rewind.getByRole('button', { name: names.rewindAndGoOn }));

  const gate = page.getByRole('region', { name: names.gate });
  await expect(gate).toBeVisible();
  await keyboard.press('w');
  await expect(gate).toBeFocused();
  await keyboard.pressButton(gate.getByRole('button', { name: names.refuse }));
  await keyboard.type(gate.getByRole('textbox', { name: names.refuseWhy }), 'They know already.');
  await keyboard.pressButton(gate.getByRole('button', { name: names.refuseIt }));
  const done = page.getByRole('banner').getByText(names.done);
  await expect(done).toBeVisible();

  await keyboard.press('u');
  const undo = page.getByRole('button', { name: names.undo });
  await expect(undo).toBeFocused();
  await keyboard.press('Enter');
  await expect(undo).toHaveCount(0);
  await expect.poll(() => address().get('scene')).toBe('main:25-B');

  await keyboard.choose(names.turn(14));
  await keyboard.press('f');
  const fork = page.getByRole('region', { name: names.forkPanel });
  await expect(fork).toBeFocused();
  await keyboard.tabTo(fork.getByRole('textbox', { name: names.branchName }));
  await keyboard.press('Control+a');
  await page.keyboard.type('plan-b');
  await keyboard.pressButton(fork.getByRole('button', { name: names.forkOnly }));
  await expect(fork).toHaveCount(0);
  await expect.poll(() => address().get('scene')).toContain('plan-b:14');
}

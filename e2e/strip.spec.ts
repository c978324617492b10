import { expect, test } from './fixtures.ts';

test('the run is played again from its beginning, step by step and by itself', async ({
  page,
  runPage,
  demo: _demo,
}) => {
  const { strip } = runPage;
  const press = (name: string) => strip.getByRole('button', { name, exact: true }).click();
  await press('To the beginning');
  await expect(runPage.turn(0)).toBeVisible();
  await expect(runPage.turn(1)).toHaveCount(0);
  await press('One step on');
  await expect(runPage.turn(1).filter({ hasText: 'running' })).toBeVisible();
  await press('One step on');
  await expect(runPage.turn(1).filter({ hasText: 'running' })).toHaveCount(0);
  await press('One step back');
  await expect(runPage.turn(1).filter({ hasText: 'running' })).toBeVisible();

  await press('Play the run again');
  await expect(runPage.turn(2)).toBeVisible();
  await expect(runPage.turn(25)).toHaveCount(0);
  await strip.getByRole('combobox', { name: 'Speed of playing' }).selectOption('4×');
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 25' })).toBeVisible({ timeout: 20_000 });
  await expect(strip.getByRole('button', { name: 'Back to now' })).toBeDisabled();
  expect(page.url()).not.toContain('scene=');
});

test('playing pauses where a turn is chosen, and goes on from there', async ({
  page,
  runPage,
  demo: _demo,
}) => {
  const { strip } = runPage;
  await strip.getByRole('button', { name: 'To the beginning' }).click();
  await strip.getByRole('button', { name: 'Play the run again' }).click();
  await expect(runPage.turn(2)).toBeVisible();
  await runPage.turn(1).click();
  await expect(strip.getByRole('button', { name: 'Play the run again' })).toBeVisible();
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 1' })).toBeVisible();
  expect(page.url()).toContain('scene=main:1');

  await strip.getByRole('button', { name: 'Play the run again' }).click();
  await expect(runPage.turn(4)).toBeVisible();
  await strip.getByRole('button', { name: 'Back to now' }).click();
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 25' })).toBeVisible();
});

test('a rewind is played as it happened: what it left is left behind from then on', async ({
  page,
  runPage,
  movePanel,
  demo: _demo,
}) => {
  await movePanel.open('derailed', 'main:23-B', 'rewind');
  await movePanel.button('Rewind').click();
  await expect(page.getByText('main was rewound to 23-B')).toBeVisible();
  await expect(page.getByText('left behind', { exact: true }).first()).toBeVisible();
  await expect(runPage.strip.getByRole('img', { name: /^Turn 23: .*1 rewind led here/ })).toBeVisible();

  await runPage.strip.getByRole('button', { name: 'One step back' }).click();
  await expect(runPage.turn(25)).toBeVisible();
  await expect(page.getByText('left behind', { exact: true })).toHaveCount(0);
  await expect(runPage.strip.getByRole('img', { name: /^Turn 23: .*1 rewind led here/ })).toHaveCount(0);
  await runPage.strip.getByRole('button', { name: 'One step on' }).click();
  await expect(page.getByText('left behind', { exact: true }).first()).toBeVisible();
});

test('the window over the strip moves what the graph shows, by keyboard too', async ({
  runPage,
  demo: _demo,
}) => {
  const window = runPage.strip.getByRole('slider', { name: 'Turns in view' });
  await expect(runPage.turn(25)).toBeVisible();
  await window.focus();
  await window.press('Home');
  await expect(runPage.turn(1)).toBeVisible();
  await expect(runPage.turn(25)).toHaveCount(0);
  await window.press('End');
  await expect(runPage.turn(25)).toBeVisible();
});

test('what people put on turns and what is worth a look stands above the bars', async ({
  page,
  runPage,
  demo: _demo,
}) => {
  await expect(runPage.strip.getByRole('img', { name: 'Turn 16: 1 turn worth a look' })).toBeVisible();
  await page.goto(`${page.url().replace(/\?.*/, '')}?scene=main:16-B`);
  await expect(runPage.inspector.getByRole('heading', { name: 'Turn 16' })).toBeVisible();
  // It can be pressed once the notes are read; a key before that does nothing.
  await page.getByRole('button', { name: 'Bookmark this turn' }).click();
  await expect(
    runPage.strip.getByRole('img', { name: 'Turn 16: 1 bookmark, 1 turn worth a look' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Legend' }).click();
  const legend = page.getByRole('dialog', { name: 'How to read the graph' });
  await expect(legend.getByText('a rewind led here')).toBeVisible();
  await expect(legend.getByRole('button', { name: /worth a look/ })).toBeVisible();
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawTranscript } from '../server/sources/transcript/testing/drawTranscript.ts';
import { expect, test } from './fixtures.ts';
import { type ForkpointServer, makeFolder, runForkpoint, startServer } from './forkpointServer.ts';

/** The demo goes back to 14 and on again: eleven turns are left behind. */
async function rewindDemo(server: ForkpointServer): Promise<void> {
  const words = ['rewind', 'derailed', '--to', 'main:14-B', '--say', 'Hint: rounding belongs after the sum.'];
  await runForkpoint([...words, '--go', '--pace', '0', '--data', server.dataFolder]);
}

/** Opens a drawn session on a server of its own. */
async function openSession(drawing: string): Promise<ForkpointServer> {
  const path = join(await makeFolder(), 'session.jsonl');
  await writeFile(path, `${drawTranscript(drawing).join('\n')}\n`);
  return startServer({ args: [path] });
}

test('cards, then chips, then the map; what is under the pointer stays there', async ({
  page,
  demo: _demo,
  runPage,
  graphPane,
}) => {
  await runPage.open('derailed', 'main:16-B');
  const turn = runPage.turn(16);
  await expect(turn.getByText('send_email')).toBeVisible();
  await graphPane.zoom(turn, 0);
  const before = await graphPane.middleOf(turn);
  await graphPane.zoom(turn, 2);
  await expect(turn.getByText('16', { exact: true })).toBeVisible();
  await expect(turn.getByText('send_email')).toHaveCount(0);
  await expect(turn.getByLabel('external effect')).toBeVisible();
  expect(Math.abs((await graphPane.middleOf(turn)) - before)).toBeLessThan(40);

  await graphPane.zoom(turn, 4);
  // The map is a drawing, but for the one turn that the keyboard stands on.
  await expect(page.getByRole('button', { name: /^Turn \d+, / })).toHaveCount(1);
  await graphPane.zoom(graphPane.canvas, -6);
  await expect(page.getByRole('button', { name: /^Turn \d+, / }).nth(1)).toBeVisible();
});

test('A and B of a turn are chosen by mouse, by name and by key', async ({
  page,
  demo: _demo,
  runPage,
  graphPane,
}) => {
  await runPage.open('derailed', 'main:13-B');
  const pointA = graphPane.savePoint(14, 'A');
  await pointA.click();
  await expect(page).toHaveURL(/scene=main:14-A/);
  await expect(pointA).toHaveAttribute('aria-pressed', 'true');
  await expect(runPage.inspector.getByText('The result is in B.')).toBeVisible();

  await runPage.turn(14).focus();
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/scene=main:14-B/);
  await expect(graphPane.savePoint(14, 'B')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await expect(pointA).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/scene=main:14-A/);
});

test('what a rewind left behind folds into a sign that says how many and why, and opens', async ({
  page,
  demo: { server },
  runPage,
  graphPane,
}) => {
  await rewindDemo(server);
  await runPage.open('derailed', 'main:16-B');
  await expect(graphPane.leftBehind(16)).toBeVisible();
  await expect(graphPane.leftBehind(17)).toHaveCount(0);
  const sign = graphPane.fold(/^Unfold 9 turns left behind · rewind 1, \d\d:\d\d, error 5/);
  await sign.click();
  await expect(graphPane.leftBehind(17)).toBeVisible();
  await page.reload();
  await expect(graphPane.leftBehind(17)).toBeVisible();
  await graphPane.fold(/^Fold 9 turns left behind/).click();
  await expect(graphPane.leftBehind(17)).toHaveCount(0);
  await expect(sign).toBeVisible();
});

test('a step or a link into folded turns unfolds them, and a key folds them again', async ({
  page,
  demo: { server },
  runPage,
  graphPane,
}) => {
  await rewindDemo(server);
  await runPage.open('derailed', 'main:16-B~1');
  await graphPane.leftBehind(16).focus();
  await page.keyboard.press('ArrowRight');
  await expect(graphPane.leftBehind(17)).toBeFocused();
  await expect(page).toHaveURL(/scene=main:17-B~1/);
  await page.keyboard.press('z');
  await expect(graphPane.leftBehind(16)).toBeFocused();
  await expect(graphPane.leftBehind(17)).toHaveCount(0);

  await runPage.open('derailed', 'main:20-B~1');
  await expect(graphPane.leftBehind(20)).toBeVisible();
});

test('quiet stretches fold on demand; no mark is hidden', async ({
  page,
  demo: _demo,
  runPage,
  graphPane,
}) => {
  await runPage.open('derailed', 'main:8-B');
  await expect(runPage.turn(8)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).first().click();
  const fold = graphPane.control('Fold quiet stretches');
  await fold.click();
  await expect(fold).toHaveAttribute('aria-pressed', 'true');
  await graphPane.control('Zoom to fit').click();
  const sign = graphPane.fold(/^Unfold \d+ quiet turns$/).first();
  await graphPane.zoom(graphPane.canvas, -3);
  await expect(sign).toBeVisible();
  await sign.click();
  await expect(graphPane.fold(/^Fold \d+ quiet turns$/).first()).toBeVisible();
});

test('the legend is the filter: marks add up, the rest is dimmed, and the link keeps it', async ({
  page,
  demo: _demo,
  runPage,
  graphPane,
}) => {
  await runPage.open('derailed', 'main:14-B');
  const words = runPage.turn(15).getByText(/^One red test/);
  await expect(words).toBeVisible();
  await expect(graphPane.mark(/^all 25/)).toHaveAttribute('aria-pressed', 'true');
  await graphPane.mark(/^error \d/).click();
  await expect(words).toBeHidden();
  await expect(page).toHaveURL(/filter=error/);
  await graphPane.mark(/^external 2/).click();
  await expect(page).toHaveURL(/filter=error,external/);
  await page.reload();
  await expect(graphPane.mark(/^external 2/)).toHaveAttribute('aria-pressed', 'true');
  await expect(words).toBeHidden();
  await graphPane.mark(/^all 25/).click();
  await expect(words).toBeVisible();
  await expect(page).not.toHaveURL(/filter/);

  await page.getByRole('button', { name: 'Legend' }).click();
  const legend = page.getByRole('dialog', { name: 'How to read the graph' });
  await legend.getByRole('button', { name: /^dangling call 0/ }).click();
  await expect(page).toHaveURL(/filter=dangling/);
  await expect(words).toBeHidden();
});

test('a filter by tool and file in a link stands among the marks and can be dropped', async ({
  page,
  demo: _demo,
  runPage,
  graphPane,
}) => {
  await runPage.open('derailed', 'main:14-B&filter=tool:send_email,file:src/tax.mjs');
  await graphPane.mark(/^Drop the filter: file src\/tax\.mjs/).click();
  await expect(page).toHaveURL(/filter=tool:send_email$/);
  await graphPane.mark(/^Drop the filter: tool send_email/).click();
  await expect(page).not.toHaveURL(/filter/);
});

test('a subagent opens inside its call, and a compaction has a sign of its own', async ({
  page,
  graphPane,
}) => {
  const server = await openSession(`
    u1  prompt Look around
    a1  m1 call c1 Agent {"prompt":"Look in the shed"}
    s1!side<null  prompt Look in the shed
    s2!side       n1 call c8 Read {"path":"shed"}
    s3!side       error c8 locked
    s4!side       n2 text It is locked
    r1<a1  result c1 locked
    a2  m2 text Half done
    b1  boundary
    k1<b1  summary So far: a locked shed
    a3  m3 text Going on
  `);
  await page.goto(server.address);
  await expect(page.getByRole('img', { name: /^compacted/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Turn 3, .*compaction/ })).toBeVisible();
  const inside = page.getByRole('button', { name: /^Turn 1, Read, 1 error, agent/ });
  await expect(inside).toHaveCount(0);
  const badge = graphPane.fold(/^Unfold 1 subagent, \d turns inside turn 1, error 1/);
  await expect(badge).toHaveAttribute('aria-expanded', 'false');
  await badge.click();
  await expect(inside).toBeVisible();
  await inside.click();
  await graphPane.fold(/^Fold 1 subagent/).click();
  await expect(inside).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Turn 1, Agent/ })).toHaveAttribute('aria-current', 'true');
  await server.stop();
});

test('the graph follows the head while it grows, and lets go as soon as a person moves it', async ({
  page,
  server,
  runPage,
  graphPane,
}) => {
  await page.goto(server.address);
  const follow = graphPane.control('Follow the head');
  await expect(runPage.turn(7)).toBeVisible();
  await expect(follow).toBeHidden();
  await graphPane.canvas.hover();
  await page.mouse.wheel(0, -2000);
  await expect(follow).toBeVisible();
  await expect(runPage.turn(1)).toBeVisible();
  await runPage.expectDone();
  await expect(runPage.turn(1)).toBeVisible();
  await expect(runPage.turn(25)).toHaveCount(0);
  await follow.click();
  await expect(runPage.turn(25)).toBeVisible();
  await expect(follow).toBeHidden();
});

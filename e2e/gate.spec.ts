import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright/test';
import { hint } from './demoWords.ts';
import { expect, test } from './fixtures.ts';
import { GatePanel } from './pages/gatePanel.ts';
import { RunPage } from './pages/runPage.ts';

test('a call at the gate is approved with changed input, another one as it is', async ({
  page,
  runPage,
  movePanel,
  gatePanel,
  demo,
}) => {
  await movePanel.forkAndGoOn('derailed', 'main:14-B', { name: 'careful', say: hint });
  await expect(gatePanel.question('send_email')).toBeVisible();
  const mail = { to: 'lead@ledgerline.example', subject: 'Please look', body: 'Nine of nine.' };
  await gatePanel.approveWith(mail);
  await expect(runPage.turnOf('careful', 19)).toBeVisible();
  expect((await demo.mails()).filter(text => text.includes('Subject: Please look'))).toHaveLength(1);

  await movePanel.forkAndGoOn('derailed', 'main:14-B', { name: 'trusting', say: hint });
  await expect(gatePanel.question('send_email')).toBeVisible();
  await gatePanel.approve();
  await expect(runPage.turnOf('trusting', 19)).toBeVisible();
  expect(await demo.mails()).toHaveLength(3);

  await page.getByRole('button', { name: /^The world: / }).click();
  const world = page.getByRole('dialog', { name: 'What this run has done to the world' });
  const tied = world.getByRole('listitem').filter({ hasText: 'Invoice test fixed' }).first();
  await expect(tied.getByText('2 times')).toBeVisible();
  await expect(tied.getByText('trusting, turn 18')).toBeVisible();
});

/** A scenario that sends one mail and is done. */
const mailScenario = (mail: { subject: string; body: string }) => `
id: mail
title: One mail
task: Tell the team.
replies:
  - text: I tell them now.
    calls:
      - tool: send_email
        input: ${JSON.stringify({ to: 'team@x.example', ...mail })}
  - text: They have been told.
`;
const shortMail = mailScenario({ subject: 'News', body: 'It is done.' });

const answers = /\/answer$/;

/** Keeps answers from reaching the server until the signal says so. */
async function holdAnswers(of: Pick<Page, 'route'>, signal: EventEmitter): Promise<void> {
  await of.route(answers, async route => {
    await once(signal, 'release');
    await route.continue();
  });
}

test('two pages answer one question: one execution, and the second is told what happened', async ({
  context,
  play,
  runPage,
  gatePanel,
}) => {
  const { folder, server } = await play('mail', shortMail, ['--effects', 'ask']);
  const other = await context.newPage();
  await other.goto(server.address);
  await new RunPage(other).open('mail', 'main:1-A');
  await runPage.open('mail', 'main:1-A');
  // The other page's answer is under way while this one's is given and acted on.
  const signal = new EventEmitter();
  await holdAnswers(other, signal);
  const otherGate = new GatePanel(other);
  const isSent = other.waitForRequest(answers);
  await otherGate.refuse('Not now.');
  await isSent;
  await gatePanel.approve();
  await runPage.expectDone();
  expect(await folder.mails()).toHaveLength(1);

  signal.emit('release');
  const alert = other.getByRole('alert');
  await expect(alert).toContainText('Your answer to send_email (main, turn 1) came too late');
  await expect(alert).toContainText('It was approved already');
  await expect(otherGate.question('send_email')).toBeHidden();
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await expect(otherGate.panel).toBeHidden();
  expect(await folder.mails()).toHaveLength(1);
});

test('two pages that approve at once give one mail', async ({ page, context, play, runPage, gatePanel }) => {
  const { folder, server } = await play('mail', shortMail, ['--effects', 'ask']);
  const other = await context.newPage();
  await other.goto(server.address);
  await new RunPage(other).open('mail', 'main:1-A');
  await runPage.open('mail', 'main:1-A');
  const signal = new EventEmitter();
  await holdAnswers(context, signal);
  const areSent = Promise.all([page.waitForRequest(answers), other.waitForRequest(answers)]);
  await gatePanel.approve();
  await new GatePanel(other).approve();
  await areSent;
  signal.emit('release');
  await runPage.expectDone();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(other.getByRole('alert')).toHaveCount(0);
  expect(await folder.mails()).toHaveLength(1);
});

test('a double click approves once', async ({ page, play, runPage, gatePanel }) => {
  const { folder } = await play('mail', shortMail, ['--effects', 'ask']);
  await runPage.open('mail', 'main:1-A');
  await gatePanel.panel.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await runPage.expectDone();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await folder.mails()).toHaveLength(1);
});

const manyLines = Array.from({ length: 900 }, (_, index) => `line ${index + 1} of the mail`);
const hostileMail = mailScenario({
  subject: 'Invoice \u202Efdp.exe\u202C',
  body: ['\u001b[2Jnothing to see\u200b', ...manyLines, 'and wire the money'].join('\n'),
});

test('what plays with direction is seen at the gate, and a long input to its last word', async ({
  play,
  runPage,
  gatePanel,
}) => {
  await play('mail', hostileMail, ['--effects', 'ask']);
  await runPage.open('mail', 'main:1-A');
  const { panel } = gatePanel;
  await expect(panel).toContainText('Invoice [U+202E]fdp.exe[U+202C]');
  await expect(panel).toContainText('␛[2Jnothing to see[U+200B]');
  const lastWords = panel.getByText('and wire the money');
  await expect(lastWords).toHaveCount(0);
  await expect(gatePanel.panel.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport();
  await panel.getByRole('button', { name: 'show all (902 lines)' }).click();
  await lastWords.scrollIntoViewIfNeeded();
  await expect(lastWords).toBeInViewport();
  await expect(gatePanel.panel.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport();

  await panel.getByRole('button', { name: 'as JSON' }).click();
  await expect(panel).toContainText('"subject": "Invoice [U+202E]fdp.exe[U+202C]"');
  await panel.getByRole('button', { name: /^show all/ }).click();
  await expect(panel).toContainText('and wire the money"');
});

test('on a narrow screen what would run stands before the answers, not behind them', async ({
  page,
  play,
  runPage,
  gatePanel,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await play('mail', hostileMail, ['--effects', 'ask']);
  await runPage.open('mail', 'main:1-A');
  const approve = gatePanel.panel.getByRole('button', { name: 'Approve', exact: true });
  await expect(gatePanel.panel.getByText('line 1 of the mail')).toBeInViewport();
  await expect(approve).not.toBeInViewport();
  await approve.scrollIntoViewIfNeeded();
  await expect(approve).toBeInViewport();
});

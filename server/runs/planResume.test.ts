import { expect, test } from 'vitest';
import { editsOf } from '../../shared/checkpoint.ts';
import type { Message } from '../../shared/message.ts';
import { runBranch } from '../harness/runBranch.ts';
import { call, modelOf, replyWith, type Step, says, toolOf } from '../harness/testing/scriptedParts.ts';
import { type TestBranch, testBranch } from '../harness/testing/testBranch.ts';
import { planResume, planResumeOfSource } from './planResume.ts';

/** Plays steps on a branch with tools that note what they were given. */
function runOf(branch: TestBranch) {
  const ran: unknown[] = [];
  const run = async (input: object) => {
    ran.push(input);
    return { content: 'paid' };
  };
  const desk = {
    tools: [toolOf('pay', { run }), toolOf('write', { toolClass: 'workspace', run })],
    context: { workspace: '/nowhere', runFolder: '/nowhere' },
  };
  const play = (...steps: Step[]) =>
    runBranch({
      ...desk,
      branch,
      task: 'task',
      model: modelOf(...steps),
      settings: { model: 'm', system: '', maxTokens: 100 },
      limits: { turns: null, tokens: null, seconds: null, costUsd: null },
      signal: new AbortController().signal,
    });
  return { ran, desk, play, plan: () => planResume({ id: 'run', store: branch.run }, branch.name, desk) };
}

/** From here on the disk is gone, until the faults are taken away. */
function cutAt(branch: TestBranch, ...places: string[]): void {
  for (const place of [...places, 'outcome failed']) branch.faults.set(place, new Error('gone'));
}

const reasonsOf = (calls: { outcome: string; why: string }[]) =>
  calls.map(({ outcome, why }) => `${outcome}: ${why}`);

test('of a reply whose two calls have one id says that none runs, and what a person can do', async () => {
  const branch = testBranch();
  const { ran, play, plan } = runOf(branch);
  const reply = replyWith([call('t1', 'write', { path: 'a' }), call('t1', 'write', { path: 'b' })]);
  cutAt(branch, 'outcome invalid');
  await expect(play(reply)).rejects.toThrow('gone');
  branch.faults.clear();
  const planned = await plan();
  expect(reasonsOf(planned.calls)).toEqual(['not-run: duplicate-id', 'not-run: duplicate-id']);
  expect(planned.refused).toEqual({ code: 'duplicate-call-id', params: { id: 't1' } });
  const source = await planResumeOfSource('run', branch.run, branch.name);
  expect(reasonsOf(source.calls)).toEqual(reasonsOf(planned.calls));
  expect(source.refused).toEqual(planned.refused);

  const rest = await play();
  expect(rest).toMatchObject({ state: 'invalid', problem: planned.refused });
  expect(branch.scenes.at(-1)?.row).toMatchObject({ turn: 1, point: 'A' });
  expect(ran).toEqual([]);
});

test('warns of an id that an earlier call had with another input, and so does the scene', async () => {
  const branch = testBranch();
  const { ran, play, plan } = runOf(branch);
  const first = replyWith([call('pay:0', 'pay', { to: 'A', eur: 5 })]);
  const second = replyWith([call('pay:0', 'pay', { to: 'B', eur: 9 }), call('pay:1', 'pay', { to: 'C' })]);
  cutAt(branch, 'save 2-A');
  await expect(play(first, second)).rejects.toThrow('gone');
  branch.faults.clear();
  cutAt(branch, 'open pay:0');
  await expect(play(second)).rejects.toThrow('gone');
  branch.faults.clear();

  const { calls, refused } = await plan();
  expect(refused).toBeNull();
  const idUsedBy = { turn: 1, name: 'pay' };
  expect(calls).toMatchObject([{ outcome: 'run', why: 'never-opened', idUsedBy }, { outcome: 'run' }]);
  expect(calls[1]).not.toHaveProperty('idUsedBy');
  await play(says('Done.'));
  expect(ran).toEqual([{ to: 'A', eur: 5 }, { to: 'B', eur: 9 }, { to: 'C' }]);
  const edits = editsOf(branch.scenes.at(-2)?.checkpoint ?? { messages: [] });
  expect(edits).toMatchObject([
    { kind: 'reconciled', reconciliation: { callId: 'pay:0', idUsedBy } },
    { kind: 'reconciled', reconciliation: { callId: 'pay:1' } },
  ]);
});

test('warns of an id that only a row of the ledger had', async () => {
  const branch = testBranch();
  const { plan } = runOf(branch);
  await branch.seed({ messages: [{ role: 'user', content: 'task' }] });
  branch.effects.push({ tool_use_id: 't1', name: 'pay', input: { to: 'A' }, result: 'paid' });
  const reply: Message = { role: 'assistant', content: [call('t1', 'pay', { to: 'B' })] };
  await branch.seed({ turn: 1, point: 'A', messages: [{ role: 'user', content: 'task' }, reply] });
  expect((await plan()).calls).toMatchObject([
    { why: 'never-opened', idUsedBy: { turn: null, name: 'pay' } },
  ]);
});

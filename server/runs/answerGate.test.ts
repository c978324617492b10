import { expect, test } from 'vitest';
import { MAIN } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { answerHead, gateRuns, saveReply } from '../harness/testing/gateRun.ts';
import { call, toolOf } from '../harness/testing/scriptedParts.ts';
import type { RunStore } from '../store/runStore.ts';
import { answerGate } from './answerGate.ts';
import type { Runner } from './runner.ts';

const tool = toolOf('send', { inputSchema: { type: 'object', properties: { to: { type: 'string' } } } });
const toolsOf = async () => [tool];

/** A branch that waits at the gate, and a runner that notes what it starts. @param busy how often it cannot yet */
async function waitingRun(busy = 0) {
  const run = await gateRuns.memory('ask');
  const store: RunStore = run.store();
  await saveReply(store.branch(MAIN), [call('t1', 'send', { to: 'team' })]);
  const asked = await answerHead(run, store.branch(MAIN), [tool]);
  const id = asked.kind === 'waiting' ? (asked.questions[0]?.id ?? '') : '';
  const started: string[] = [];
  let tries = busy;
  const runner: Pick<Runner, 'start'> = {
    async start(_, branch) {
      if (tries-- > 0) throw new ForkpointError('run-busy', { run: 'r' });
      started.push(branch);
    },
  };
  return { on: { id: 'r', store }, runner, id, started };
}

test('a double click, and another page with the same answer, start the branch once', async () => {
  const { on, runner, id, started } = await waitingRun();
  const click = () => answerGate(on, runner, id, { kind: 'approve' }, toolsOf);
  expect(await Promise.all([click(), click(), click()])).toEqual([true, true, true]);
  expect(started).toEqual([MAIN]);
  await expect(answerGate(on, runner, id, { kind: 'refuse' }, toolsOf)).rejects.toMatchObject({
    code: 'already-answered',
  });
});

test('an answer that is quicker than the branch comes to rest waits for it', async () => {
  const { on, runner, id, started } = await waitingRun(1);
  expect(await answerGate(on, runner, id, { kind: 'approve' }, toolsOf)).toBe(true);
  expect(started).toEqual([MAIN]);
});

test('an input that the tool does not take is refused, and the question stays open', async () => {
  const { on, runner, id, started } = await waitingRun();
  const answer = { kind: 'approve' as const, input: { to: 7 } };
  await expect(answerGate(on, runner, id, answer, toolsOf)).rejects.toMatchObject({ code: 'bad-request' });
  expect(started).toEqual([]);
  expect((await on.store.rows()).branches[0]?.state).toBe('waiting');
});

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type EffectsMode, MAIN } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { answerQuestion } from '../gate/answerQuestion.ts';
import { createRun, openRun } from '../store/fileStore.ts';
import { folderDigests } from '../store/testing/folderDigests.ts';
import { testRunRecord } from '../store/testing/playTurns.ts';
import { allTools } from '../tools/allTools.ts';
import type { Tool } from '../tools/tool.ts';
import { type CrashPoint, dieAlone, noCrash, SimulatedCrash } from './crash.ts';
import { runBranch } from './runBranch.ts';
import { call, modelOf, replyWith, type Step, says, toolOf } from './testing/scriptedParts.ts';
import { type TestBranch, testBranch } from './testing/testBranch.ts';

const mail = { to: 'team@example.org', subject: 'report', body: 'all green' };
const check = 'test -f report.txt';

/** Runs with the real tools on a run of files; each start is like another process. */
async function realRun(effects: EffectsMode) {
  const data = await mkdtemp(join(tmpdir(), 'forkpoint-gate-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const record = { ...testRunRecord(), checks: [check] };
  await createRun(data, record, { effects, cacheFolder: null });
  const runFolder = join(data, record.id);
  const open = () => openRun(runFolder, { id: record.id, cacheFolder: null, readOnly: false });
  const start = async (branch: string, ...steps: Step[]) => {
    const workspace = join(runFolder, 'workspaces', branch);
    await mkdir(workspace, { recursive: true });
    const model = modelOf(...steps);
    const rest = await runBranch({
      branch: open().branch(branch),
      task: record.task,
      model,
      tools: allTools({}),
      settings: { model: 'm', system: '', maxTokens: 100 },
      limits: record.limits,
      context: { workspace, runFolder },
      signal: new AbortController().signal,
    });
    return { ...rest, requests: model.requests };
  };
  const mails = async () => (await readdir(join(runFolder, 'outbox')).catch(() => [])).length;
  return { runFolder, open, start, mails };
}

test('two branches send the same mail at once: one sends, one waits until the person says what to do', async () => {
  const { open, start, mails } = await realRun('live');
  await start(MAIN, says('Two plans.'));
  const plans = ['plan-a', 'plan-b'];
  for (const name of plans) await open().branch(MAIN).forkFrom(0, name, { effects: 'live' });
  const send = replyWith([call('t1', 'send_email', mail)]);
  const rests = await Promise.all(plans.map(name => start(name, send, says('Sent.'))));
  expect(rests.map(rest => rest.state).sort()).toEqual(['done', 'waiting']);
  expect(await mails()).toBe(1);

  const [question] = (await open().rows()).questions;
  const waiting = plans[rests.findIndex(rest => rest.state === 'waiting')];
  expect(question).toMatchObject({
    branch: waiting,
    why: 'repeat',
    earlier: { callId: 't1', state: expect.any(String) },
  });
  expect((await open().rows()).branches.find(row => row.name === waiting)?.state).toBe('waiting');
  await answerQuestion(open(), question?.id ?? '', { kind: 'refuse', why: 'it is out' });
  const { state, requests } = await start(waiting ?? '', says('Fine.'));
  expect(state).toBe('done');
  expect(requests[0]?.messages.at(-1)?.content).toMatchObject([
    { tool_use_id: 't1', content: 'Refused by the person, not run. Reason: it is out' },
  ]);
  expect(await mails()).toBe(1);
});

test('a branch in ask mode goes on where it waited, and runs nothing twice', async () => {
  const { open, start, mails, runFolder } = await realRun('ask');
  const write = call('t1', 'write_file', { path: 'report.txt', content: 'green' });
  const first = await start(MAIN, replyWith([write, call('t2', 'send_email', mail)]));
  expect(first.state).toBe('waiting');
  // A start without an answer changes nothing.
  expect((await start(MAIN)).state).toBe('waiting');
  const { questions } = await open().rows();
  expect(questions).toMatchObject([{ callId: 't2', position: 1, answer: null }]);
  await answerQuestion(open(), questions[0]?.id ?? '', { kind: 'approve' });
  const { state, requests } = await start(MAIN, says('Done.'));
  expect(state).toBe('done');
  expect(requests).toHaveLength(1);
  expect(await mails()).toBe(1);
  const ledger = await open().branch(MAIN).loadEffects();
  expect(ledger.map(row => row.tool_use_id)).toEqual(['t1', 't2']);
  expect((await open().rows()).questions).toEqual([]);
  expect((await readdir(runFolder)).filter(name => name.startsWith('run.lock'))).toEqual([]);
});

test('a dry run leaves world, ledger and files of others as they are, and a real run then does everything once', async () => {
  const { open, start, mails, runFolder } = await realRun('live');
  await start(
    MAIN,
    replyWith([
      call('t1', 'write_file', { path: 'report.txt', content: 'green' }),
      call('t2', 'send_email', { ...mail, subject: 'start' }),
      call('t3', 'create_ticket', { title: 'start' }),
    ]),
    says('Begun.'),
  );
  const work = replyWith([
    call('t4', 'write_file', { path: 'report.txt', content: 'greener' }),
    call('t5', 'run_command', { command: check }),
    call('t6', 'run_command', { command: 'echo x >> ../../world.txt' }),
    call('t7', 'send_email', mail),
    call('t8', 'create_ticket', { title: 'ready' }),
    call('t9', 'no_such_tool', {}),
  ]);
  await open().branch(MAIN).forkFrom(1, 'try', { effects: 'dry-run' });
  await open().branch(MAIN).forkFrom(1, 'real', { effects: 'live' });
  const othersOnly = (digests: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(digests).filter(
        ([path]) => !/^(checkpoints-try|workspaces.try|\.home|captures)/.test(path),
      ),
    );
  const before = othersOnly(await folderDigests(runFolder));
  const dry = await start('try', work, says('Tried.'));
  expect(dry.state).toBe('done');
  expect(othersOnly(await folderDigests(runFolder))).toEqual(before);
  const results = dry.requests[1]?.messages.at(-1)?.content;
  expect(results).toMatchObject([
    { tool_use_id: 't4' },
    { tool_use_id: 't5', content: 'exit 0' },
    { tool_use_id: 't6', content: expect.stringContaining('dry run') },
    { tool_use_id: 't7', content: expect.stringContaining('dry run') },
    { tool_use_id: 't8', content: expect.stringContaining('dry run') },
    { tool_use_id: 't9', is_error: true },
  ]);
  const last = (await open().rows()).scenes.find(
    row => row.branch === 'try' && row.turn === 2 && row.point === 'B',
  );
  expect(last?.flags).toContain('simulated');

  expect((await start('real', work, says('Done.'))).state).toBe('done');
  expect(await mails()).toBe(2);
  const ledger = await open().branch('real').loadEffects();
  expect(ledger.map(row => row.tool_use_id)).toEqual(['t4', 't5', 't6', 't7', 't8']);
});

/** Starts of a branch in memory with one tool. */
function startsOf(branch: TestBranch, tool: Tool) {
  return (steps: Step[], crashPoint: CrashPoint = noCrash) =>
    runBranch({
      branch,
      task: 'task',
      model: modelOf(...steps),
      tools: [tool],
      settings: { model: 'm', system: '', maxTokens: 100 },
      limits: { turns: null, tokens: null, seconds: null, costUsd: null },
      context: { workspace: '/nowhere', runFolder: '/nowhere' },
      signal: new AbortController().signal,
      crashPoint,
    });
}

test('a dry run that dies while it simulates a call leaves nothing unknown', async () => {
  const branch = testBranch({ effects: 'dry-run' });
  const start = startsOf(branch, toolOf('send'));
  branch.faults.set('ended t1', new ForkpointError('disk-full', { where: 'calls.jsonl' }));
  expect((await start([replyWith([call('t1', 'send')])])).state).toBe('failed');
  branch.faults.clear();
  expect((await start([says('Done.')])).state).toBe('done');
  const results = branch.scenes.at(-2)?.checkpoint?.messages.at(-1)?.content;
  expect(results).toMatchObject([{ tool_use_id: 't1', content: expect.stringContaining('dry run') }]);
  expect(branch.effects).toEqual([]);
});

test('after a crash a tool is asked about the input that ran, not about the one that the person replaced', async () => {
  const branch = testBranch({ effects: 'ask' });
  const [model, person] = [{ title: 'first' }, { title: 'second' }];
  const asked: unknown[] = [];
  const probe: Tool['probe'] = async input => {
    asked.push(input);
    return { content: 'it is there' };
  };
  const start = startsOf(branch, toolOf('send', { probe }));
  await start([replyWith([call('t1', 'send', model)])]);
  const [question] = (await branch.run.rows()).questions;
  await answerQuestion(branch.run, question?.id ?? '', { kind: 'approve', input: person });
  const dies: CrashPoint = label => (label === 'effect-write' ? dieAlone(label) : undefined);
  await expect(start([], dies)).rejects.toBeInstanceOf(SimulatedCrash);
  expect((await start([says('Done.')])).state).toBe('done');
  expect(asked).toEqual([person]);
  expect(branch.effects).toMatchObject([{ input: model, ranInput: person }]);
  const results = branch.scenes.at(-2)?.checkpoint?.messages.at(-1)?.content;
  expect(results).toMatchObject([{ content: expect.stringContaining(JSON.stringify(person)) }]);
});

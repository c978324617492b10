import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { editsOf } from '../../shared/checkpoint.ts';
import { blocksOf, isToolResult, textOfResult } from '../../shared/message.ts';
import { createRun, openRun } from '../store/fileStore.ts';
import type { BranchStore } from '../store/runStore.ts';
import { testRunRecord } from '../store/testing/playTurns.ts';
import { allTools } from '../tools/allTools.ts';
import { type CrashLabel, crashSwitch, dieAlone, SimulatedCrash } from './crash.ts';
import { runBranch } from './runBranch.ts';
import { call, modelOf, replyWith, type Step, says } from './testing/scriptedParts.ts';

let data = '';
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'forkpoint-resume-'));
});
afterEach(() => rm(data, { recursive: true }));

const mail = { to: 'team@example.org', subject: 'report', body: 'all green' };
const asksForMail = replyWith([call('t1', 'send_email', mail)]);

async function play(branch: BranchStore, steps: Step[], crash: CrashLabel | null = null) {
  const runFolder = join(data, 'reports');
  const workspace = join(runFolder, 'workspaces', branch.name);
  await mkdir(workspace, { recursive: true });
  const model = modelOf(...steps);
  const rest = await runBranch({
    branch,
    task: 'task',
    model,
    tools: allTools({}),
    settings: { model: 'm', system: '', maxTokens: 100 },
    limits: { turns: null, tokens: null, seconds: null, costUsd: null },
    context: { workspace, runFolder },
    signal: new AbortController().signal,
    ...(crash === null ? {} : { crashPoint: crashSwitch(dieAlone, { label: crash, n: 1 }).point }),
  });
  const last = model.requests[0]?.messages.at(-1);
  return { rest, told: last ? blocksOf(last).filter(isToolResult).map(textOfResult) : [] };
}

async function crashed(label: CrashLabel): Promise<BranchStore> {
  const store = await createRun(data, testRunRecord(), { effects: 'live', cacheFolder: null });
  await expect(play(store.branch('main'), [asksForMail], label)).rejects.toThrow(SimulatedCrash);
  return reopened();
}

const reopened = () =>
  openRun(join(data, 'reports'), { id: 'reports', cacheFolder: null, readOnly: false }).branch('main');
const journal = () => join(data, 'reports', 'checkpoints', 'calls.jsonl');
const mails = async () => (await readdir(join(data, 'reports', 'outbox')).catch(() => [])).length;

async function whyOfHead(branch: BranchStore, turn = 1): Promise<string[]> {
  const { checkpoint } = await branch.loadCheckpoint(turn, { point: 'B' });
  const edits = checkpoint ? editsOf(checkpoint) : [];
  return edits.map(edit => (edit.kind === 'reconciled' ? edit.reconciliation.why : edit.kind));
}

test('an end that was torn while it was written is not known', async () => {
  const branch = await crashed('after-effect-write');
  await writeFile(join(data, 'reports', 'checkpoints', 'effects.json'), '[]');
  const text = await readFile(journal(), 'utf8');
  await writeFile(journal(), text.slice(0, -20));
  const { told } = await play(branch, [says('Done.')]);
  expect(told).toEqual([expect.stringContaining('may have happened')]);
  expect(await whyOfHead(branch)).toEqual(['may-have-happened']);
  expect(await mails()).toBe(1);
});

test('an open line that was torn was never written: the call had not started', async () => {
  const branch = await crashed('after-intent-write');
  const text = await readFile(journal(), 'utf8');
  await writeFile(journal(), text.slice(0, -20));
  await play(branch, [says('Done.')]);
  expect(await whyOfHead(branch)).toEqual(['never-opened']);
  expect(await mails()).toBe(1);
});

test.each([
  ['lines that are none', 'no json at all\n'],
  ['bytes that power loss left', '\0\0\0\0\0\0'],
])('a journal with %s counts as not kept, and blocks nothing', async (_, bad) => {
  const branch = await crashed('intent-write');
  await appendFile(journal(), bad);
  const { rest, told } = await play(branch, [says('Done.')]);
  expect(rest.state).toBe('done');
  expect(told).toEqual([expect.stringContaining('may have happened')]);
  expect(await mails()).toBe(0);
});

test('a ledger that cannot be parsed blocks nothing, and is kept', async () => {
  const branch = await crashed('after-effect-write');
  const ledger = join(data, 'reports', 'checkpoints', 'effects.json');
  await writeFile(ledger, '{ broken');
  const { told } = await play(branch, [says('Done.')]);
  expect(told).toEqual([expect.stringMatching(/^Sent to/)]);
  expect(JSON.parse(await readFile(ledger, 'utf8'))).toHaveLength(1);
  const names = await readdir(join(data, 'reports', 'checkpoints'));
  expect(names.filter(name => name.endsWith('.corrupt'))).toHaveLength(1);
});

test('a fork at a scene whose call waits leaves it to its parent, whose folder does not change', async () => {
  const branch = await crashed('after-effect-write');
  const fork = await branch.forkFrom(1, 'plan-b', { point: 'A', effects: 'live' });
  const before = await readFile(journal(), 'utf8');
  const { told } = await play(fork, [says('Done.')]);
  expect(told).toEqual([expect.stringMatching(/not run here.*Sent to team@example.org/s)]);
  expect(await whyOfHead(fork)).toEqual(['belongs-to-parent']);
  expect([await mails(), await readFile(journal(), 'utf8')]).toEqual([1, before]);
});

test('another program’s folder: what its ledger knows is used, the rest is told to be unknown', async () => {
  const checkpoints = join(data, 'reports', 'checkpoints');
  await mkdir(checkpoints, { recursive: true });
  const messages = [
    { role: 'user', content: 'task' },
    {
      role: 'assistant',
      content: [call('m1', 'send_email', mail), call('m2', 'send_email', { ...mail, subject: 'second' })],
    },
  ];
  const scene = { task: 'task', turns: 1, tokensUsed: 10, messages, pendingToolUse: messages[1]?.content[0] };
  await writeFile(join(checkpoints, 'turn-001-A.json'), JSON.stringify(scene));
  const beside = join(data, 'reports', 'effects.json');
  await writeFile(beside, JSON.stringify({ m1: 'mail 881' }));
  const branch = reopened();
  await branch.update({ effects: 'live' });
  const { told } = await play(branch, [says('Done.')]);
  expect(told).toEqual(['mail 881', expect.stringContaining('may have happened')]);
  expect(await mails()).toBe(0);
  expect(JSON.parse(await readFile(beside, 'utf8'))).toEqual({ m1: 'mail 881' });
});

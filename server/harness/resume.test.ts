import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { editsOf } from '../../shared/checkpoint.ts';
import type { CallDecision } from '../../shared/decision.ts';
import { blocksOf, isToolResult, type Message, textOfResult } from '../../shared/message.ts';
import type { Tool } from '../tools/tool.ts';
import type { BranchRun } from './branchRun.ts';
import { pendingTurnOf } from './pendingCalls.ts';
import { readable } from './recordTurn.ts';
import { runBranch } from './runBranch.ts';
import { call, latch, modelOf, replyWith, type Step, says, toolOf } from './testing/scriptedParts.ts';
import { type TestBranch, testBranch } from './testing/testBranch.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forkpoint-resume-'));
  await mkdir(join(folder, 'workspace'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => join(folder, 'workspace', 'a.txt');

/** Tools of every kind that say how often they ran; `t1` is called in most tests. */
function tools() {
  const ran: string[] = [];
  const make = (name: string, parts: Partial<Tool> = {}) =>
    toolOf(name, {
      run: async ({ to = '' }, { idempotencyKey }) => {
        ran.push(`${name} ${to} ${idempotencyKey.split(':')[1]}`.replace(/\s+/g, ' '));
        return { content: `${name} ran` };
      },
      ...parts,
    });
  const write = make('write', {
    toolClass: 'workspace',
    touches: () => ['a.txt'],
    run: async () => {
      ran.push('write');
      await writeFile(file(), `${await readFile(file(), 'utf8')} written`);
      return { content: 'write ran' };
    },
  });
  const list = [
    make('send'),
    make('read', { toolClass: 'read' }),
    make('shell', { toolClass: 'command' }),
    make('ensure', { idempotent: true }),
    make('probe', { probe: async () => ({ content: 'it is there' }) }),
    make('unsure', { probe: async () => null }),
    make('stray', { toolClass: 'workspace', touches: () => ['../outside.txt'] }),
    make('mute', { probe: () => Promise.reject(new Error('no answer')) }),
    write,
  ];
  return { ran, list };
}

const parts = (
  branch: TestBranch,
  list: Tool[],
  steps: Step[],
): BranchRun & { model: ReturnType<typeof modelOf> } => ({
  branch,
  task: 'task',
  model: modelOf(...steps),
  tools: list,
  settings: { model: 'm', system: '', maxTokens: 100 },
  limits: { turns: null, tokens: null, seconds: null, costUsd: null },
  context: { workspace: join(folder, 'workspace'), runFolder: folder },
  signal: new AbortController().signal,
});

/** A run that is cut off where the journal would get `at` (as in the trace), as if its disk were gone from there on. */
async function interrupted(at: string, calls: [id: string, name: string][], change = {}) {
  const branch = testBranch(change);
  const { ran, list } = tools();
  await writeFile(file(), 'before');
  branch.faults.set(at, new Error('gone'));
  branch.faults.set('outcome failed', new Error('gone'));
  const blocks = calls.map(([id, name]) => call(id, name, { to: id }));
  await expect(runBranch(parts(branch, list, [replyWith(blocks)]))).rejects.toThrow('gone');
  branch.faults.clear();
  const before = [...ran];
  ran.length = 0;
  branch.trace.length = 0;
  return { branch, ran, list, before };
}

/** Resumes with one closing reply and gives what the model was told. */
async function resumed(branch: TestBranch, list: Tool[]) {
  const run = parts(branch, list, [says('Done.')]);
  const rest = await runBranch(run);
  return { rest, request: run.model.requests[0]?.messages ?? [] };
}

function resultsIn(message: Message | undefined): string[] {
  const blocks = message ? blocksOf(message).filter(isToolResult) : [];
  return blocks.map(block => `${block.is_error ? 'error: ' : ''}${textOfResult(block)}`);
}

const reconciledIn = (branch: TestBranch, index = -2) =>
  editsOf(branch.scenes.at(index)?.checkpoint ?? { messages: [] }).map(edit =>
    edit.kind === 'reconciled' ? `${edit.reconciliation.outcome}: ${edit.reconciliation.why}` : edit.kind,
  );

async function decide(branch: TestBranch, decision: CallDecision) {
  const scene = branch.scenes.at(-1)?.row.id ?? '';
  await branch.update({ decisions: { scene, calls: { t1: decision } } });
}

const unknown = expect.stringMatching(/^error: .*may have happened/);

describe('a call without a result', () => {
  const rows: [known: string, tool: string, at: string, told: unknown, ranAgain: number, edit: string][] = [
    ['never opened', 'send', 'open t1', 'send ran', 1, 'run: never-opened'],
    ['never opened', 'write', 'open t1', 'write ran', 1, 'run: never-opened'],
    ['read, which keeps no journal', 'read', 'save 1-B', 'read ran', 1, 'run: never-opened'],
    ['opened without an end', 'send', 'ended t1', unknown, 0, 'tell-unknown: may-have-happened'],
    ['opened without an end', 'shell', 'ended t1', unknown, 0, 'tell-unknown: may-have-happened'],
    ['opened without an end', 'ensure', 'ended t1', 'ensure ran', 1, 'run-again: read-or-idempotent'],
    ['opened, and its tool knows', 'probe', 'ended t1', 'it is there', 0, 'probe: has-probe'],
    ['opened, not done as its tool knows', 'unsure', 'ended t1', 'unsure ran', 1, 'probe: has-probe'],
    ['opened, and its tool cannot say', 'mute', 'ended t1', unknown, 0, 'tell-unknown: may-have-happened'],
    ['opened, its file changed', 'write', 'ended t1', 'write ran', 1, 'restore-and-run: files-changed'],
    ['ended without its ledger row', 'send', 'effect t1', 'send ran', 0, 'reuse: end-known'],
    ['ended', 'send', 'save 1-B', 'send ran', 0, 'reuse: end-known'],
    ['ended', 'write', 'save 1-B', 'write ran', 0, 'reuse: end-known'],
  ];
  test.each(rows)('%s · %s', async (_, name, at, told, ranAgain, edit) => {
    const { branch, ran, list, before } = await interrupted(at, [['t1', name]]);
    const { rest, request } = await resumed(branch, list);
    expect(rest.state).toBe('done');
    expect(resultsIn(request.at(-1))).toEqual([told]);
    expect(ran).toHaveLength(ranAgain);
    expect(reconciledIn(branch)).toEqual([edit]);
    expect(request).toEqual(branch.scenes.at(-2)?.checkpoint.messages);
    const isDone = told !== unknown && name !== 'read';
    expect(branch.effects.map(row => row.tool_use_id)).toEqual(isDone ? ['t1'] : []);
    if (name === 'write') expect(await readFile(file(), 'utf8')).toBe('before written');
    expect(before.length).toBe(at === 'open t1' ? 0 : 1);
  });

  test('runs again under the same key', async () => {
    const { branch, ran, list, before } = await interrupted('ended t1', [['t1', 'ensure']]);
    await resumed(branch, list);
    expect(ran).toEqual(before);
  });

  test('that was killed while it wrote its file leaves nothing beside it', async () => {
    const { branch, list } = await interrupted('ended t1', [['t1', 'write']]);
    const workspace = join(folder, 'workspace');
    await writeFile(join(workspace, '.a.txt.0123456789ab.tmp'), 'half');
    await writeFile(join(workspace, '.b.txt.0123456789ab.tmp'), 'somebody else’s');
    await resumed(branch, list);
    expect((await readdir(workspace)).sort()).toEqual(['.b.txt.0123456789ab.tmp', 'a.txt']);
  });

  test('sweeps nothing outside of the workspace', async () => {
    const { branch, list } = await interrupted('ended t1', [['t1', 'stray']]);
    await writeFile(join(folder, '.outside.txt.0123456789ab.tmp'), 'somebody else’s');
    await resumed(branch, list);
    expect(await readdir(folder)).toContain('.outside.txt.0123456789ab.tmp');
  });

  test('is not found by an id that an earlier turn used with another input', async () => {
    const branch = testBranch();
    const { ran, list } = tools();
    const first = replyWith([call('pay:0', 'send', { to: 'A' })]);
    const second = replyWith([call('pay:0', 'send', { to: 'B' })]);
    branch.faults.set('save 2-A', new Error('gone'));
    branch.faults.set('outcome failed', new Error('gone'));
    await expect(runBranch(parts(branch, list, [first, second]))).rejects.toThrow('gone');
    branch.faults.clear();
    branch.faults.set('open pay:0', new Error('gone'));
    branch.faults.set('outcome failed', new Error('gone'));
    await expect(runBranch(parts(branch, list, [second]))).rejects.toThrow('gone');
    branch.faults.clear();
    const { request } = await resumed(branch, list);
    expect(ran).toEqual(['send A 0', 'send B 0']);
    expect(resultsIn(request.at(-1))).toEqual(['send ran']);
    expect(branch.effects).toHaveLength(2);
  });

  test('is one of several: each is settled by itself, in one message, in the order of the calls', async () => {
    const { branch, ran, list } = await interrupted('ended t2', [
      ['t1', 'send'],
      ['t2', 'shell'],
      ['t3', 'read'],
    ]);
    const { request } = await resumed(branch, list);
    expect(request).toHaveLength(3);
    expect(resultsIn(request.at(-1))).toEqual(['send ran', unknown, 'read ran']);
    expect(ran).toEqual(['read t3 2']);
    expect(reconciledIn(branch)).toEqual([
      'reuse: end-known',
      'tell-unknown: may-have-happened',
      'run: never-opened',
    ]);
  });

  test('goes before the person’s words, in one message and one save', async () => {
    const { branch, list } = await interrupted('open t1', [['t1', 'send']]);
    const scene = branch.scenes.at(-1)?.row.id ?? '';
    await branch.update({ pendingInput: { scene, text: 'and hurry' } });
    const { request } = await resumed(branch, list);
    expect(request.at(-1)?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 't1' },
      { type: 'text', text: 'and hurry' },
    ]);
    expect(branch.scenes.at(-2)?.checkpoint).toMatchObject({ input: 'and hurry', turns: 1, point: 'B' });
  });

  test('that another program left half answered keeps its real results, block for block', async () => {
    const branch = testBranch();
    const { ran, list } = tools();
    const kept = {
      type: 'tool_result',
      tool_use_id: 'w3',
      content: [{ type: 'text', text: 'sent' }],
      note: 1,
    };
    await branch.seed({
      turn: 1,
      point: 'B',
      messages: [
        { role: 'user', content: 'task' },
        { role: 'assistant', content: [call('r1', 'read'), call('w3', 'send'), call('r4', 'read')] },
        { role: 'user', content: [{ type: 'text', text: '(resumed)' }, kept] },
      ],
    });
    const { request } = await resumed(branch, list);
    expect(request).toHaveLength(3);
    expect(request.at(-1)?.content).toMatchObject([
      { tool_use_id: 'r1', content: 'read ran' },
      kept,
      { tool_use_id: 'r4' },
      { type: 'text', text: '(resumed)' },
    ]);
    expect(ran).toHaveLength(2);
    expect(branch.scenes.map(({ row }) => `${row.turn}-${row.point}`)).toEqual(['1-B', '2-B', '3-B']);
  });

  test('whose journal cannot be read counts as not kept', async () => {
    const { branch, ran, list } = await interrupted('open t1', [['t1', 'send']]);
    branch.isJournalWhole = async () => false;
    const { request } = await resumed(branch, list);
    expect(resultsIn(request.at(-1))).toEqual([unknown]);
    expect(ran).toEqual([]);
    expect(reconciledIn(branch)).toEqual(['tell-unknown: no-journal']);
  });

  test('that was put off by a cut reply does not run', async () => {
    const branch = testBranch();
    const { ran, list } = tools();
    await branch.seed({ messages: [{ role: 'user', content: 'task' }] });
    await branch.seed({
      turn: 1,
      point: 'A',
      stopReason: 'max_tokens',
      messages: [
        { role: 'user', content: 'task' },
        { role: 'assistant', content: [call('t1', 'send')] },
      ],
    });
    const { request } = await resumed(branch, list);
    expect(resultsIn(request.at(-1))).toEqual([expect.stringMatching(/^error: Not run: /)]);
    expect(ran).toEqual([]);
  });

  test('that its tool still works on, although its run was stopped, blocks the branch until then', async () => {
    const branch = testBranch();
    const done = latch();
    const stop = new AbortController();
    const slow = toolOf('slow', {
      run: async () => {
        stop.abort();
        await done.opened;
        return { content: 'at last' };
      },
    });
    const run = parts(branch, [slow], [replyWith([call('t1', 'slow')])]);
    expect(await runBranch({ ...run, signal: stop.signal })).toMatchObject({ state: 'stopped' });
    await expect(resumed(branch, [slow])).rejects.toMatchObject({ code: 'branch-locked' });
    done.open();
    await new Promise(resolve => setImmediate(resolve));
    expect((await resumed(branch, [slow])).rest.state).toBe('done');
  });
});

describe('what the person decided', () => {
  const rows: [CallDecision, told: unknown, ran: string[]][] = [
    [{ kind: 'run' }, 'send ran', ['send t1 0']],
    [{ kind: 'edit', input: { to: 'else' } }, expect.stringContaining('send ran'), ['send else 0']],
    [{ kind: 'skip', why: 'too early' }, 'Not run: the person decided against this call: too early', []],
    [{ kind: 'supply', result: 'by hand', isError: false }, 'by hand', []],
    [{ kind: 'supply', result: 'broken', isError: true }, 'error: broken', []],
    [{ kind: 'did' }, expect.stringMatching(/^The person says that this did happen/), []],
  ];
  test.each(rows)('of a call of unknown end: %j', async (decision, told, expectedRuns) => {
    const { branch, ran, list } = await interrupted('ended t1', [['t1', 'send']]);
    await decide(branch, decision);
    const { request } = await resumed(branch, list);
    expect(resultsIn(request.at(-1))).toEqual([told]);
    expect(ran).toEqual(expectedRuns);
    expect(editsOf(branch.scenes.at(-2)?.checkpoint ?? { messages: [] })[0]).toEqual({
      kind: 'decided',
      callId: 't1',
      decision,
    });
    const hasEffect = ['run', 'edit', 'did'].includes(decision.kind);
    expect(branch.effects).toHaveLength(hasEffect ? 1 : 0);
  });

  test.each(['effect t1', 'save 1-B'])(
    'that it did happen is noted once, also after a crash at %s',
    async at => {
      const { branch, ran, list } = await interrupted('ended t1', [['t1', 'send']]);
      await decide(branch, { kind: 'did' });
      branch.faults.set(at, new Error('gone'));
      branch.faults.set('outcome failed', new Error('gone'));
      await expect(resumed(branch, list)).rejects.toThrow('gone');
      branch.faults.clear();
      const { request } = await resumed(branch, list);
      expect(resultsIn(request.at(-1))).toEqual([expect.stringMatching(/^The person says that this did/)]);
      expect([ran.length, branch.effects.length]).toEqual([0, 1]);
    },
  );

  test('runs what ran then, where its input had been changed', async () => {
    const { branch, ran, list } = await interrupted('ended t1', [['t1', 'send']]);
    await decide(branch, { kind: 'edit', input: { to: 'else' } });
    branch.faults.set('ended t1', new Error('gone'));
    branch.faults.set('outcome failed', new Error('gone'));
    await expect(resumed(branch, list)).rejects.toThrow('gone');
    branch.faults.clear();
    await decide(branch, { kind: 'run' });
    await resumed(branch, list);
    expect(ran).toEqual(['send else 0', 'send else 0']);
  });

  test('is spent by one run: after a crash behind it the end counts, not the decision', async () => {
    const { branch, ran, list } = await interrupted('ended t1', [['t1', 'send']]);
    await decide(branch, { kind: 'run' });
    branch.faults.set('save 1-B', new Error('gone'));
    branch.faults.set('outcome failed', new Error('gone'));
    await expect(resumed(branch, list)).rejects.toThrow('gone');
    branch.faults.clear();
    await resumed(branch, list);
    expect(ran).toHaveLength(1);
    expect(reconciledIn(branch)).toEqual(['reuse: end-known']);
  });

  test('is spent by a run that was cut off too', async () => {
    const { branch, ran, list } = await interrupted('ended t1', [['t1', 'send']]);
    await decide(branch, { kind: 'run' });
    branch.faults.set('ended t1', new Error('gone'));
    branch.faults.set('outcome failed', new Error('gone'));
    await expect(resumed(branch, list)).rejects.toThrow('gone');
    branch.faults.clear();
    await resumed(branch, list);
    expect(ran).toHaveLength(1);
    expect(reconciledIn(branch)).toEqual(['tell-unknown: may-have-happened']);
  });

  test('holds as long as nothing ran', async () => {
    const { branch, ran, list } = await interrupted('ended t1', [['t1', 'send']]);
    await decide(branch, { kind: 'run' });
    branch.faults.set('open t1', new Error('gone'));
    branch.faults.set('outcome failed', new Error('gone'));
    await expect(resumed(branch, list)).rejects.toThrow('gone');
    branch.faults.clear();
    await resumed(branch, list);
    expect(ran).toEqual(['send t1 0']);
  });

  test('about another scene is void', async () => {
    const { branch, list } = await interrupted('ended t1', [['t1', 'send']]);
    await branch.update({ decisions: { scene: 'another', calls: { t1: { kind: 'did' } } } });
    const { request } = await resumed(branch, list);
    expect(resultsIn(request.at(-1))[0]).toContain('may have happened');
  });
});

describe('a rewind that put files back', () => {
  const move = (at: string, filesBefore: string | null, scene: string) => ({
    number: 1,
    kind: 'rewind' as const,
    left: 'x',
    taken: scene,
    at,
    filesBefore,
  });
  const cases: [string, string, string | null, string[]][] = [
    ['write', '2999-01-01', 'capture', ['run-again: files-put-back']],
    ['write', '2000-01-01', 'capture', ['reuse: end-known']],
    ['write', '2999-01-01', null, ['reuse: end-known']],
    ['send', '2999-01-01', 'capture', ['reuse: end-known']],
  ];
  test.each(cases)('after the end of %s: %s %s', async (name, at, filesBefore, edits) => {
    const { branch, list } = await interrupted('save 1-B', [['t1', name]]);
    const record = await branch.record();
    const scene = branch.scenes.at(-1)?.row.id ?? '';
    branch.record = async () => ({ ...record, moves: [move(at, filesBefore, scene)] });
    await resumed(branch, list);
    expect(reconciledIn(branch)).toEqual(edits);
  });
});

test('a command whose files were put back since waits for the person', async () => {
  const { branch, ran, list } = await interrupted('save 1-B', [['t1', 'shell']]);
  const record = await branch.record();
  const scene = branch.scenes.at(-1)?.row.id ?? '';
  const move = {
    number: 1,
    kind: 'rewind' as const,
    left: 'x',
    taken: scene,
    at: '2999-01-01',
    filesBefore: 'c',
  };
  branch.record = async () => ({ ...record, moves: [move] });
  const rest = await runBranch(parts(branch, list, []));
  expect(rest).toMatchObject({
    state: 'waiting',
    scene,
    questions: [{ callId: 't1', earlier: { state: 'done' } }],
  });
  expect([ran, branch.scenes.at(-1)?.row.id]).toEqual([[], scene]);
  expect((await branch.record()).outcome).toBeNull();
});

describe('a dry run', () => {
  test('knows what it simulated, and leaves no row of it', async () => {
    const { branch, ran, list } = await interrupted('save 1-B', [['t1', 'send']], { effects: 'dry-run' });
    const { request } = await resumed(branch, list);
    expect(resultsIn(request.at(-1))).toEqual([expect.stringContaining('Simulated')]);
    expect(reconciledIn(branch)).toEqual(['reuse: end-known', 'simulated']);
    expect([ran, branch.effects]).toEqual([[], []]);
  });

  test('is no known end, nor an unknown one, once the branch runs for real', async () => {
    const { branch, ran, list } = await interrupted('save 1-B', [['t1', 'send']], { effects: 'dry-run' });
    await branch.update({ effects: 'live' });
    await resumed(branch, list);
    expect(reconciledIn(branch)).toEqual(['run: never-opened']);
    expect([ran.length, branch.effects.length]).toEqual([1, 1]);
  });
});

describe('a fork at a scene whose calls wait', () => {
  async function forked(at: string, calls: [string, string][]) {
    const parent = await interrupted(at, calls);
    const fork = await parent.branch.forkFrom(1, 'plan-b', { effects: 'live' });
    return { ...parent, fork };
  }

  test('runs what is its own, and leaves the rest to the line it was forked from', async () => {
    const { fork, list, ran, branch } = await forked('ended t2', [
      ['t1', 'send'],
      ['t2', 'shell'],
      ['t3', 'write'],
      ['t4', 'read'],
    ]);
    const run = { ...parts(branch, list, [says('Done.')]), branch: fork };
    await runBranch(run);
    const told = resultsIn(run.model.requests[0]?.messages.at(-1));
    expect(told).toEqual([
      expect.stringMatching(/belongs to the line it was forked from, not run here.*send ran/s),
      'This call belongs to the line it was forked from, not run here.',
      'write ran',
      'read ran',
    ]);
    expect(ran).toEqual(['write', 'read t4 3']);
    expect((await fork.loadEffects()).map(row => row.tool_use_id)).toEqual(['t3']);
  });

  test('runs what the person lets run', async () => {
    const { fork, list, ran, branch } = await forked('open t1', [['t1', 'send']]);
    const scene = (await fork.loadLatest())?.row.id ?? '';
    await fork.update({ decisions: { scene, calls: { t1: { kind: 'run' } } } });
    await runBranch({ ...parts(branch, list, [says('Done.')]), branch: fork });
    expect(ran).toEqual(['send t1 0']);
  });
});

test('looking at what waits writes nothing', async () => {
  const { branch, list } = await interrupted('ended t1', [
    ['t1', 'write'],
    ['t2', 'read'],
  ]);
  const state = async () =>
    JSON.stringify([
      branch.scenes,
      branch.journal,
      branch.effects,
      await branch.record(),
      await readFile(file()),
    ]);
  const before = await state();
  const latest = await branch.loadLatest();
  const turn = latest && (await pendingTurnOf(parts(branch, list, []), readable(latest)));
  expect(turn?.pending.map(({ reconciliation: { callId, outcome, why } }) => [callId, outcome, why])).toEqual(
    [
      ['t1', 'restore-and-run', 'files-changed'],
      ['t2', 'run', 'never-opened'],
    ],
  );
  expect(await state()).toBe(before);
  expect(branch.trace).toEqual([]);
});

test('a finished run goes on with new words', async () => {
  const branch = testBranch();
  await runBranch(parts(branch, [], [says('Done.')]));
  const scene = branch.scenes.at(-1)?.row.id ?? '';
  await branch.update({ pendingInput: { scene, text: 'and now the docs' } });
  const { request, rest } = await resumed(branch, []);
  expect(rest.state).toBe('done');
  expect(request.map(message => message.role)).toEqual(['user', 'assistant', 'user']);
  expect(editsOf(branch.head())).toEqual([{ kind: 'message', text: 'and now the docs' }]);
});

test('a history that breaks the rules is mended in what is sent; what is stored stays', async () => {
  const branch = testBranch();
  const broken: Message[] = [
    { role: 'user', content: 'task' },
    { role: 'assistant', content: [call('lost', 'send')] },
    { role: 'user', content: 'never mind' },
    { role: 'assistant', content: [{ type: 'text', text: 'ok' }] },
    { role: 'user', content: 'go on' },
  ];
  await branch.seed({ messages: broken });
  const { request } = await resumed(branch, []);
  expect(resultsIn(request[2])).toHaveLength(1);
  expect(branch.head().messages.slice(0, -1)).toEqual(broken);
  expect(editsOf(branch.head())).toEqual([{ kind: 'repaired', codes: ['dangling-call'] }]);
});

test('another model than before is noted on the scene that it wrote', async () => {
  const branch = testBranch();
  await branch.seed({ messages: [{ role: 'user', content: 'task' }], request: { model: 'old' } });
  await resumed(branch, []);
  expect(editsOf(branch.head())).toEqual([{ kind: 'settings', model: 'm', changed: ['model'] }]);
});

test('a call that a silent process may still be running is left to it, and so is its lock', async () => {
  const { branch, ran, list } = await interrupted('ended t1', [['t1', 'send']]);
  const [line] = branch.journal;
  const silentOwner = line?.event === 'open' ? line.process : null;
  let givenBack = 0;
  const lock = await branch.lock();
  await lock.release();
  branch.lock = async () => ({
    ...lock,
    silentOwner,
    giveBack: async () => {
      givenBack += 1;
    },
  });
  await expect(resumed(branch, list)).rejects.toMatchObject({ code: 'branch-locked' });
  expect([givenBack, ran.length, branch.scenes.length]).toEqual([1, 0, 2]);
});

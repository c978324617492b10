import { afterEach, describe, expect, test, vi } from 'vitest';
import { ForkpointError } from '../../shared/errors.ts';
import { blocksOf, type Message } from '../../shared/message.ts';
import type { Draft } from '../../shared/runEvent.ts';
import type { Limits } from '../../shared/runRecord.ts';
import type { BranchRun } from './branchRun.ts';
import { runBranch } from './runBranch.ts';
import { call, latch, modelOf, replyWith, type Step, says, toolOf } from './testing/scriptedParts.ts';
import { testBranch } from './testing/testBranch.ts';

afterEach(() => {
  vi.useRealTimers();
});

const noLimits: Limits = { turns: null, tokens: null, seconds: null, costUsd: null };

function runOf(branch: BranchRun['branch'], steps: Step[], parts: Partial<BranchRun> = {}) {
  const model = modelOf(...steps);
  const run: BranchRun = {
    branch,
    task: 'tidy the logs',
    model,
    tools: [],
    settings: { model: 'asked-model', system: 'Be brief.', maxTokens: 1000 },
    limits: noLimits,
    context: { workspace: '/nowhere', runFolder: '/nowhere' },
    signal: new AbortController().signal,
    ...parts,
  };
  return { model, outcome: runBranch(run) };
}

const rolesOf = (messages: readonly Message[]) => messages.map(message => message.role).join(' ');
const resultsIn = (message: Message | undefined) => blocksOf(message ?? { role: 'user', content: [] });

describe('the way of a turn', () => {
  test('task, reply, A, calls, B, and B alone where a reply has no calls', async () => {
    const branch = testBranch();
    const { model, outcome } = runOf(branch, [replyWith([call('t1', 'send')]), says('All done.')], {
      tools: [toolOf('send')],
    });
    expect(await outcome).toMatchObject({ state: 'done', problem: null, scene: branch.head().id });
    expect(branch.trace).toEqual([
      'lock',
      'save 0-B',
      'save 1-A',
      'open t1',
      'ended t1',
      'effect t1',
      'save 1-B',
      'save 2-B',
      'outcome done',
      'release',
    ]);
    expect(rolesOf(branch.head().messages)).toBe('user assistant user assistant');
    expect(branch.head()).toMatchObject({ task: 'tidy the logs', turns: 2, tokensUsed: 24 });
    expect(model.requests[0]?.messages).toEqual([{ role: 'user', content: 'tidy the logs' }]);
    expect(model.requests[1]?.messages).toEqual(branch.scenes[2]?.checkpoint?.messages);
  });

  test('each scene keeps what was asked of the model and what came of it', async () => {
    const branch = testBranch();
    await runOf(branch, [replyWith([call('t1', 'send')]), says('x')], { tools: [toolOf('send')] }).outcome;
    const [, a, b] = branch.scenes.map(scene => scene.checkpoint);
    for (const scene of [a, b]) {
      expect(scene).toMatchObject({ model: 'test-model', stopReason: 'tool_use', tokensUsed: 12 });
      expect(scene?.request).toMatchObject({ model: 'asked-model', system: 'Be brief.', maxTokens: 1000 });
      expect(scene?.request?.tools).toEqual([
        { name: 'send', description: 'send', input_schema: { type: 'object' } },
      ]);
    }
    // When the turn was begun stands where its reply is first.
    expect(Date.parse(a?.begunAt ?? '')).toBeLessThanOrEqual(Date.parse(a?.savedAt ?? ''));
    expect(b).not.toHaveProperty('begunAt');
  });

  test('a person’s words stand behind the results as a message of their own, and are kept', async () => {
    const branch = testBranch();
    const head = await branch.seed({ messages: [{ role: 'user', content: 'task' }] });
    await branch.update({ pendingInput: { scene: head, text: 'look at b instead' } });
    const { model, outcome } = runOf(branch, [replyWith([call('t1', 'send')]), says('Right.')]);
    await outcome;
    const asked: Message[] = [
      { role: 'user', content: 'task' },
      { role: 'user', content: 'look at b instead' },
    ];
    expect(model.requests[0]?.messages).toEqual(asked);
    expect(rolesOf(model.requests[1]?.messages ?? [])).toBe('user user assistant user');
    expect(branch.head().messages.slice(0, 2)).toEqual(asked);
    const inputs = branch.scenes.map(scene => scene.checkpoint?.input);
    expect(inputs).toEqual([undefined, 'look at b instead', 'look at b instead', undefined]);
  });

  test('words for a scene that the branch has left are void', async () => {
    const branch = testBranch({ pendingInput: { scene: 'another', text: 'old words' } });
    await branch.seed({ messages: [{ role: 'user', content: 'task' }] });
    const { model, outcome } = runOf(branch, [says('Right.')]);
    await outcome;
    expect(model.requests[0]?.messages).toHaveLength(1);
  });
});

describe('calls', () => {
  test('have their results in one message, in the order of the calls, whichever ends first', async () => {
    const branch = testBranch();
    const slow = latch();
    const tools = [
      toolOf('slow', { toolClass: 'read', run: () => slow.opened.then(() => ({ content: 'slow one' })) }),
      toolOf('fast', {
        toolClass: 'read',
        run: async () => {
          slow.open();
          return { content: 'fast one' };
        },
      }),
    ];
    const { model, outcome } = runOf(
      branch,
      [replyWith([call('t1', 'slow'), call('t2', 'fast')]), says('x')],
      { tools },
    );
    await outcome;
    expect(model.requests).toHaveLength(2);
    expect(resultsIn(model.requests[1]?.messages[2])).toEqual([
      { type: 'tool_result', tool_use_id: 't1', content: 'slow one' },
      { type: 'tool_result', tool_use_id: 't2', content: 'fast one' },
    ]);
    expect(branch.journal).toEqual([]);
    expect(branch.effects).toEqual([]);
  });

  test('that are not read run one after the other, and a read waits for those before it', async () => {
    const branch = testBranch();
    const seen: string[] = [];
    const noting = (name: string, toolClass: 'read' | 'workspace') =>
      toolOf(name, {
        toolClass,
        run: async () => {
          seen.push(`${name} starts`);
          await new Promise(resolve => setImmediate(resolve));
          seen.push(`${name} ends`);
          return { content: 'ok' };
        },
      });
    const names = ['look', 'write', 'edit', 'look', 'look', 'write'];
    const reply = replyWith(names.map((name, position) => call(String(position), name)));
    await runOf(branch, [reply, says('x')], {
      tools: [noting('write', 'workspace'), noting('edit', 'workspace'), noting('look', 'read')],
    }).outcome;
    expect(seen).toEqual([
      'look starts',
      'look ends',
      'write starts',
      'write ends',
      'edit starts',
      'edit ends',
      'look starts',
      'look starts',
      'look ends',
      'look ends',
      'write starts',
      'write ends',
    ]);
  });

  test('that fail, or cannot run, are answered as errors and leave no effect', async () => {
    const branch = testBranch();
    const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
    const ran: string[] = [];
    const strict = toolOf('strict', {
      inputSchema: schema,
      run: async () => {
        ran.push('strict');
        return { content: 'ok' };
      },
    });
    const failing = toolOf('failing', { run: async () => ({ content: 'no such thing', isError: true }) });
    const throwing = toolOf('throwing', { run: () => Promise.reject(new Error('timed out')) });
    const reply = replyWith([
      call('1', 'missing'),
      call('2', 'strict', { path: 3 }),
      call('3', 'strict', '{"path": "a'),
      call('4', 'strict', [1]),
      call('5', 'failing'),
      call('6', 'throwing'),
    ]);
    await runOf(branch, [reply, says('x')], { tools: [strict, failing, throwing] }).outcome;
    const results = resultsIn(branch.head().messages[2]);
    expect(results.map(result => [result.tool_use_id, result.is_error])).toEqual(
      ['1', '2', '3', '4', '5', '6'].map(id => [id, true]),
    );
    expect(results.map(result => String(result.content))).toEqual([
      'There is no tool “missing”. Tools: strict, failing, throwing.',
      'Not run: the input of strict does not fit: input/path must be string.',
      'Not run: the input of strict does not fit: it is no JSON object but this text: {"path": "a.',
      'Not run: the input of strict does not fit: it is no JSON object but a list.',
      'no such thing',
      'throwing failed: timed out. It may have had its effect before it failed.',
    ]);
    expect(ran).toEqual([]);
    expect(branch.effects).toEqual([]);
    expect(branch.trace.filter(entry => entry.startsWith('open'))).toEqual(['open 5', 'open 6']);
    expect(branch.journal.flatMap(line => (line.event === 'ended' ? [line.ok] : []))).toEqual([false, false]);
  });

  test('with one id between two: none runs, and the branch stops at A', async () => {
    const branch = testBranch();
    const reply = replyWith([call('t1', 'send', { to: 'a' }), call('t1', 'send', { to: 'b' })]);
    const { model, outcome } = runOf(branch, [reply], { tools: [toolOf('send')] });
    expect(await outcome).toMatchObject({
      state: 'invalid',
      problem: { code: 'duplicate-call-id', params: { id: 't1' } },
    });
    expect(branch.trace).toEqual(['lock', 'save 0-B', 'save 1-A', 'outcome invalid', 'release']);
    expect(model.requests).toHaveLength(1);
  });

  test('that reuse an id of an earlier turn run by themselves, under a key of their own', async () => {
    const branch = testBranch();
    const keys: string[] = [];
    const pay = toolOf('pay', {
      run: async (_, context) => {
        keys.push(context.idempotencyKey);
        return { content: 'paid' };
      },
    });
    const steps = [
      replyWith([call('pay:0', 'pay', { eur: 5 })]),
      replyWith([call('pay:0', 'pay', { eur: 9 })]),
    ];
    await runOf(branch, [...steps, says('x')], { tools: [pay] }).outcome;
    expect(branch.effects.map(effect => effect.input)).toEqual([{ eur: 5 }, { eur: 9 }]);
    expect(keys).toEqual([`${branch.scenes[1]?.row.id}:0`, `${branch.scenes[3]?.row.id}:0`]);
  });
});

describe('how a reply stopped', () => {
  test('cut inside a call: no call of it runs, the model is told and goes on', async () => {
    const branch = testBranch();
    const cut = replyWith([call('t1', 'send', '{"to": "a'), call('t2', 'send')], 'max_tokens');
    const { outcome } = runOf(branch, [cut, says('Shorter.')], { tools: [toolOf('send')] });
    expect(await outcome).toMatchObject({ state: 'done' });
    expect(branch.trace).toEqual([
      'lock',
      'save 0-B',
      'save 1-A',
      'save 1-B',
      'save 2-B',
      'outcome done',
      'release',
    ]);
    const results = resultsIn(branch.head().messages[2]);
    expect(results.map(result => [result.tool_use_id, result.is_error])).toEqual([
      ['t1', true],
      ['t2', true],
    ]);
    expect(results[0]?.content).toContain('limit of tokens');
  });

  test('cut inside a call again and again: the branch ends', async () => {
    const branch = testBranch();
    const cut = replyWith([call('t1', 'send')], 'max_tokens');
    const { model, outcome } = runOf(branch, [cut, cut, cut, cut], { tools: [toolOf('send')] });
    expect(await outcome).toMatchObject({
      state: 'limit',
      problem: { params: { limit: 'cut replies in a row', value: 3 } },
    });
    expect(model.requests).toHaveLength(3);
  });

  test('paused: the reply goes back unchanged, without anything behind it', async () => {
    const branch = testBranch();
    const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } };
    const { model, outcome } = runOf(branch, [replyWith([search], 'pause_turn'), says('Found.')]);
    expect(await outcome).toMatchObject({ state: 'done' });
    expect(model.requests[1]?.messages).toEqual([
      { role: 'user', content: 'tidy the logs' },
      { role: 'assistant', content: [search] },
    ]);
    expect(branch.trace.slice(1, 4)).toEqual(['save 0-B', 'save 1-B', 'save 2-B']);
  });

  test('paused for ever: the branch ends', async () => {
    const branch = testBranch();
    const pause = replyWith([{ type: 'server_tool_use', id: 's', name: 'x', input: {} }], 'pause_turn');
    const { model, outcome } = runOf(
      branch,
      Array.from({ length: 20 }, () => pause),
    );
    expect(await outcome).toMatchObject({
      state: 'limit',
      problem: { params: { limit: 'pauses in a row' } },
    });
    expect(model.requests).toHaveLength(10);
  });

  test.each([
    ['end_turn', 'done', null],
    ['stop_sequence', 'done', null],
    ['refusal', 'refused', null],
    ['model_context_window_exceeded', 'context-full', null],
    ['max_tokens', 'limit', 'limit-reached'],
    ['reason_of_2029', 'failed', 'model-failed'],
  ])('%s without calls ends the branch as %s', async (stopReason, state, code) => {
    const branch = testBranch();
    const outcome = await runOf(branch, [says('Hm.', stopReason)]).outcome;
    expect(outcome).toMatchObject({ state, problem: code === null ? null : { code } });
    expect(branch.head().messages).toHaveLength(2);
    expect(outcome.scene).toBe(branch.head().id);
  });

  test.each([
    ['refusal', 'refused'],
    ['model_context_window_exceeded', 'context-full'],
  ])('%s behind calls: they are answered, not run', async (stopReason, state) => {
    const branch = testBranch();
    const { outcome } = runOf(branch, [replyWith([call('t1', 'send')], stopReason)], {
      tools: [toolOf('send')],
    });
    expect(await outcome).toMatchObject({ state });
    expect(branch.trace).not.toContain('open t1');
    expect(resultsIn(branch.head().messages[2])).toMatchObject([{ tool_use_id: 't1', is_error: true }]);
  });

  test.each([
    ['end_turn', 'done'],
    ['refusal', 'refused'],
    ['max_tokens', 'limit'],
    ['pause_turn', 'failed'],
  ])('%s without content: nothing is stored, the branch is %s', async (stopReason, state) => {
    for (const content of [[], [{ type: 'text', text: ' ' }]]) {
      const branch = testBranch();
      const { outcome } = runOf(branch, [replyWith(content, stopReason)]);
      expect(await outcome).toMatchObject({ state });
      expect(branch.scenes).toHaveLength(1);
    }
  });
});

describe('an error', () => {
  test('of the model is no success: the branch fails at its last scene', async () => {
    const branch = testBranch();
    const broken = () => Promise.reject(new ForkpointError('model-failed', { detail: '400 bad' }));
    const { outcome } = runOf(branch, [replyWith([call('t1', 'send')]), broken], { tools: [toolOf('send')] });
    expect(await outcome).toMatchObject({
      state: 'failed',
      problem: { code: 'model-failed' },
      scene: branch.scenes[2]?.row.id,
    });
    expect((await branch.record()).outcome?.state).toBe('failed');
  });

  test('nobody expects ends the branch as failed and is told', async () => {
    const branch = testBranch();
    const told: unknown[] = [];
    const bug = new RangeError('a mistake of ours');
    const { outcome } = runOf(branch, [() => Promise.reject(bug)], {
      onUnexpected: error => told.push(error),
    });
    expect(await outcome).toMatchObject({ state: 'failed', problem: { code: 'internal' } });
    expect(told).toEqual([bug]);
  });

  test.each(['open t1', 'save 1-A'])('of the disk at “%s”: the tool does not run', async at => {
    const branch = testBranch();
    branch.faults.set(at, new ForkpointError('disk-full', { where: 'calls.jsonl' }));
    let runs = 0;
    const send = toolOf('send', {
      run: async () => {
        runs += 1;
        return { content: 'sent' };
      },
    });
    const { outcome } = runOf(branch, [replyWith([call('t1', 'send')])], { tools: [send] });
    expect(await outcome).toMatchObject({ state: 'failed', problem: { code: 'disk-full' } });
    expect(runs).toBe(0);
    expect(branch.effects).toEqual([]);
    expect(branch.trace.at(-1)).toBe('release');
  });

  test('of the disk right after a call: no further call, and no B', async () => {
    const branch = testBranch();
    branch.faults.set('ended t1', new ForkpointError('disk-full', { where: 'calls.jsonl' }));
    branch.faults.set('outcome failed', new ForkpointError('disk-full', { where: 'branch.json' }));
    const told: unknown[] = [];
    const { outcome } = runOf(branch, [replyWith([call('t1', 'send'), call('t2', 'send')])], {
      tools: [toolOf('send')],
      onUnexpected: error => told.push(error),
    });
    expect(await outcome).toMatchObject({ state: 'failed', problem: { code: 'disk-full' } });
    expect(branch.trace).toEqual(['lock', 'save 0-B', 'save 1-A', 'open t1', 'release']);
    expect(told).toHaveLength(1);
  });
});

describe('the lock', () => {
  test('lost while the model answers: nothing more is written', async () => {
    const branch = testBranch();
    const steps: Step[] = [
      async () => {
        branch.loseLock();
        return says('too late');
      },
    ];
    expect(await runOf(branch, steps).outcome).toMatchObject({ problem: { code: 'lock-lost' } });
    expect(branch.trace).toEqual(['lock', 'save 0-B', 'release']);
  });

  test.each([
    ['before its open line', 'save 1-A', ['lock', 'save 0-B', 'save 1-A', 'release']],
    ['after its open line', 'open t1', ['lock', 'save 0-B', 'save 1-A', 'open t1', 'release']],
  ])('lost before a call, %s: it does not run', async (_, at, trace) => {
    const branch = testBranch();
    branch.after.set(at, branch.loseLock);
    const ran: string[] = [];
    const send = toolOf('send', {
      run: async () => {
        ran.push('send');
        return { content: 'sent' };
      },
    });
    await runOf(branch, [replyWith([call('t1', 'send')])], { tools: [send] }).outcome;
    expect(ran).toEqual([]);
    expect(branch.trace).toEqual(trace);
  });
});

describe('a limit', () => {
  const going: Step[] = [
    replyWith([call('t1', 'send', { n: 1 })]),
    replyWith([call('t1', 'send', { n: 2 })]),
    says('x'),
  ];
  test.each([
    [{ turns: 2 }, 'turns', 2, 2],
    [{ tokens: 20 }, 'tokens', 20, 2],
    [{ costUsd: 0.00001 }, 'US dollars', 0.00001, 1],
  ])('of %j ends the branch before the next request', async (limit, word, value, requests) => {
    const branch = testBranch();
    const { model, outcome } = runOf(branch, going, {
      tools: [toolOf('send')],
      limits: { ...noLimits, ...limit },
      price: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
    });
    expect(await outcome).toMatchObject({
      state: 'limit',
      problem: { code: 'limit-reached', params: { limit: word, value } },
    });
    expect(model.requests).toHaveLength(requests);
    expect(branch.scenes.at(-1)?.row.point).toBe('B');
  });

  test('of time ends a reply that does not come', async () => {
    const branch = testBranch();
    const { outcome } = runOf(branch, [() => new Promise(() => undefined)], {
      limits: { ...noLimits, seconds: 0.02 },
    });
    expect(await outcome).toMatchObject({ state: 'limit', problem: { params: { limit: 'seconds' } } });
  });

  test('of time that is not reached leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { outcome } = runOf(testBranch(), [says('x')], { limits: { ...noLimits, seconds: 60 } });
    expect(await outcome).toMatchObject({ state: 'done' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('on cost without a price is refused before anything begins', async () => {
    const branch = testBranch();
    const { outcome } = runOf(branch, going, { limits: { ...noLimits, costUsd: 1 } });
    await expect(outcome).rejects.toMatchObject({ code: 'no-price' });
    expect(branch.trace).toEqual([]);
  });
});

describe('a stop', () => {
  test('while the model writes: the draft goes, nothing is stored', async () => {
    const branch = testBranch();
    const stop = new AbortController();
    const drafts: (Draft | null)[] = [];
    const step: Step = (_, watcher) => {
      watcher.onText?.('half a wo');
      stop.abort();
      return new Promise(() => undefined);
    };
    const { outcome } = runOf(branch, [step], { signal: stop.signal, onDraft: draft => drafts.push(draft) });
    expect(await outcome).toMatchObject({ state: 'stopped', problem: null });
    expect(drafts.at(-1)).toBeNull();
    expect(branch.scenes).toHaveLength(1);
  });

  test('while calls run: what ended is in the journal, there is no B, and no further call starts', async () => {
    const branch = testBranch();
    const stop = new AbortController();
    const tools = [
      toolOf('quick'),
      toolOf('long', {
        run: async (_, { signal }) => {
          stop.abort();
          return { content: `killed ${signal.aborted}`, isError: true };
        },
      }),
    ];
    const reply = replyWith([call('t1', 'quick'), call('t2', 'long'), call('t3', 'quick')]);
    const { outcome } = runOf(branch, [reply], { tools, signal: stop.signal });
    expect(await outcome).toMatchObject({ state: 'stopped' });
    expect(branch.trace.slice(2)).toEqual([
      'save 1-A',
      'open t1',
      'ended t1',
      'effect t1',
      'open t2',
      'outcome stopped',
      'release',
    ]);
  });

  test('does not hide an effect that happened all the same', async () => {
    const branch = testBranch();
    const stop = new AbortController();
    const send = toolOf('send', {
      run: async () => {
        stop.abort();
        return { content: 'sent' };
      },
    });
    const reply = replyWith([call('t1', 'send'), call('t2', 'send')]);
    const { outcome } = runOf(branch, [reply], { tools: [send], signal: stop.signal });
    expect(await outcome).toMatchObject({ state: 'stopped' });
    expect(branch.effects.map(effect => effect.tool_use_id)).toEqual(['t1']);
    expect(branch.scenes.at(-1)?.row.point).toBe('A');
  });

  test('while the last call succeeds: the turn is whole, and nothing more is asked', async () => {
    const branch = testBranch();
    const stop = new AbortController();
    const send = toolOf('send', {
      run: async () => {
        stop.abort();
        return { content: 'sent' };
      },
    });
    const { model, outcome } = runOf(branch, [replyWith([call('t1', 'send')])], {
      tools: [send],
      signal: stop.signal,
    });
    expect(await outcome).toMatchObject({ state: 'stopped' });
    expect(branch.scenes.at(-1)?.row.point).toBe('B');
    expect(model.requests).toHaveLength(1);
  });

  test('does not wait longer than a second for a tool that does not listen', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const branch = testBranch();
    const stop = new AbortController();
    const running = latch();
    const deaf = toolOf('deaf', {
      run: () => {
        running.open();
        return new Promise(() => undefined);
      },
    });
    const { outcome } = runOf(branch, [replyWith([call('t1', 'deaf')])], {
      tools: [deaf],
      signal: stop.signal,
    });
    await running.opened;
    stop.abort();
    await vi.advanceTimersByTimeAsync(999);
    expect(await outcome).toMatchObject({ state: 'stopped' });
    expect(branch.trace.slice(-3)).toEqual(['open t1', 'outcome stopped', 'release']);
  });

  test('ends the pause between turns', async () => {
    const branch = testBranch();
    const stop = new AbortController();
    const { model, outcome } = runOf(branch, [says('x')], {
      paceMs: 60_000,
      signal: stop.signal,
      onStarted: () => setImmediate(() => stop.abort()),
    });
    expect(await outcome).toMatchObject({ state: 'stopped' });
    expect(model.requests).toEqual([]);
  });
});

describe('a start', () => {
  const task: Message = { role: 'user', content: 'task' };
  const ended: Message = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] };

  test('with a finished reply and no new words is refused, and nothing is written', async () => {
    const branch = testBranch();
    await branch.seed({ messages: [task, ended] });
    let hasStarted = false;
    const { model, outcome } = runOf(branch, [says('x')], {
      onStarted: () => {
        hasStarted = true;
      },
    });
    await expect(outcome).rejects.toMatchObject({ code: 'nothing-to-do' });
    expect(branch.trace).toEqual(['lock', 'release']);
    expect(model.requests).toEqual([]);
    expect(hasStarted).toBe(false);
  });

  test('of a branch that ended on an empty reply is refused', async () => {
    const branch = testBranch();
    await runOf(branch, [replyWith([], 'end_turn')]).outcome;
    await expect(runOf(branch, [says('x')]).outcome).rejects.toMatchObject({ code: 'nothing-to-do' });
  });

  test('after a failure tries the same scene again, and its old outcome goes', async () => {
    const branch = testBranch();
    const broken = () => Promise.reject(new ForkpointError('no-key', {}));
    await runOf(branch, [broken]).outcome;
    const { outcome } = runOf(branch, [says('There.')]);
    expect(await outcome).toMatchObject({ state: 'done' });
    expect(branch.trace).toContain('outcome null');
    expect(branch.scenes).toHaveLength(2);
  });

  test('after a pause sends the paused reply back', async () => {
    const branch = testBranch();
    const paused: Message = { role: 'assistant', content: [{ type: 'server_tool_use', id: 's', name: 'x' }] };
    await branch.seed({ messages: [task, paused], stopReason: 'pause_turn', turn: 1 });
    const { model, outcome } = runOf(branch, [says('There.')]);
    expect(await outcome).toMatchObject({ state: 'done' });
    expect(model.requests[0]?.messages).toEqual([task, paused]);
  });

  test('on a damaged scene is refused', async () => {
    const branch = testBranch();
    const id = await branch.seed({ messages: [task] });
    const row = branch.scenes.map(scene => scene.row).find(other => other.id === id);
    if (row) branch.loadLatest = async () => ({ row, checkpoint: null, raw: '{', lines: [] });
    await expect(runOf(branch, []).outcome).rejects.toMatchObject({ code: 'damaged-scene' });
  });
});

test('drafts show a reply grow, its waits, and end when it is saved', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const branch = testBranch();
  const drafts: (Draft | null)[] = [];
  let late = (_: string): void => undefined;
  const wait = { untilMs: 5, attempt: 1, problem: { code: 'no-key', params: {} } } as const;
  const step: Step = async (_, watcher) => {
    watcher.onText?.('void');
    watcher.onWait?.(wait);
    watcher.onThinking?.('so ');
    watcher.onThinking?.('so');
    watcher.onCall?.({ id: 't1', name: 'send' });
    watcher.onCallInput?.('t1', '{"a"');
    await vi.advanceTimersByTimeAsync(50);
    watcher.onText?.('not shown any more');
    late = watcher.onText ?? late;
    return says('x');
  };
  await runOf(branch, [step], { onDraft: draft => drafts.push(draft) }).outcome;
  late('after the end');
  await vi.advanceTimersByTimeAsync(100);
  const empty = {
    branch: 'main',
    parent: branch.scenes[0]?.row.id,
    turn: 1,
    text: '',
    thinking: '',
    calls: [],
  };
  expect(drafts).toEqual([
    { ...empty, wait: null },
    { ...empty, wait },
    { ...empty, thinking: 'so so', calls: [{ id: 't1', name: 'send', partialInput: '{"a"' }], wait: null },
    null,
  ]);
});

import { describe, expect, test, vi } from 'vitest';
import { ForkpointError } from '../../shared/errors.ts';
import type { RunRecord } from '../../shared/runRecord.ts';
import { latch, modelOf, type Step, says } from '../harness/testing/scriptedParts.ts';
import { type TestBranch, testBranch } from '../harness/testing/testBranch.ts';
import { memoryGate, newMemoryGate } from '../store/memoryGate.ts';
import type { RunStore } from '../store/runStore.ts';
import { inProcessRunner, type Prepared } from './inProcessRunner.ts';

const record: RunRecord = {
  version: 1,
  id: 'run-1',
  title: 'run',
  task: 'task of the run',
  created: '2026-01-01T00:00:00.000Z',
  scenario: null,
  workspace: null,
  checks: [],
  tools: [],
  limits: { turns: null, tokens: null, seconds: null, costUsd: null },
};

/** A runner over branches in memory; each branch's model gives the steps named for it. */
function runnerOf(branches: Record<string, { branch: TestBranch; steps: Step[] }>) {
  const logged: unknown[] = [];
  const entryOf = (name: string) => {
    const entry = branches[name];
    if (!entry) throw new ForkpointError('no-such-branch', { run: record.id, branch: name });
    return entry;
  };
  const notInTest = () => {
    throw new Error('not part of this test');
  };
  const store: RunStore = {
    record: async () => record,
    gate: memoryGate(newMemoryGate(), () => undefined),
    branch: name => entryOf(name).branch,
    branchNames: async () => Object.keys(branches),
    rows: notInTest,
    scene: notInTest,
    effects: notInTest,
    watch: notInTest,
  };
  const runner = inProcessRunner({
    openStore: async () => store,
    prepare: async ({ record: run, branch }): Promise<Prepared> => ({
      model: modelOf(...entryOf(branch.name).steps),
      tools: [],
      settings: { model: 'm', system: '', maxTokens: 10 },
      limits: run.limits,
      context: { workspace: '/nowhere', runFolder: '/nowhere' },
    }),
    log: (_, error) => logged.push(error),
  });
  return { runner, logged };
}

/** A reply that never comes; `begun` resolves when it is asked for. */
function endless() {
  const begun = latch();
  const step: Step = () => {
    begun.open();
    return new Promise(() => undefined);
  };
  return { step, begun: begun.opened };
}

const named = (name: string) => testBranch({}, name);
/** On a machine that is busy elsewhere. */
const patience = { timeout: 60_000 };
const rests = (branch: TestBranch) => vi.waitFor(() => expect(branch.trace.at(-1)).toBe('release'), patience);

describe('a start', () => {
  test('resolves when the branch goes on, and plays it to its end', async () => {
    const main = named('main');
    const ended = latch();
    const { runner } = runnerOf({ main: { branch: main, steps: [says('Done.')] } });
    runner.onDraft((run, branch, draft) => {
      if (run === 'run-1' && branch === 'main' && draft === null) ended.open();
    });
    await runner.start('run-1', 'main');
    expect(main.head().task).toBe('task of the run');
    await ended.opened;
    await runner.stop('run-1');
    expect((await main.record()).outcome?.state).toBe('done');
  });

  test('of a branch that is running is refused, also before it has begun', async () => {
    const reply = endless();
    const main = named('main');
    const { runner } = runnerOf({ main: { branch: main, steps: [reply.step] } });
    const first = runner.start('run-1', 'main');
    await expect(runner.start('run-1', 'main')).rejects.toMatchObject({ code: 'run-busy' });
    await first;
    await expect(runner.start('run-1', 'main')).rejects.toMatchObject({ code: 'run-busy' });
    await runner.stopAll();
    expect(main.trace.filter(entry => entry === 'lock')).toHaveLength(1);
  });

  test('that cannot be made says why, and the branch is free again', async () => {
    const main = named('main');
    main.faults.set('lock', new ForkpointError('branch-locked', { subject: 'main', owner: 'someone' }));
    const { runner, logged } = runnerOf({ main: { branch: main, steps: [says('x')] } });
    await expect(runner.start('run-1', 'main')).rejects.toMatchObject({ code: 'branch-locked' });
    await expect(runner.start('run-1', 'other')).rejects.toMatchObject({ code: 'no-such-branch' });
    main.faults.clear();
    await runner.start('run-1', 'main');
    await runner.stopAll();
    expect(logged).toEqual([]);
  });

  test('that meets an error nobody expects leaves a failed branch and a line in the log', async () => {
    const main = named('main');
    const bug = new TypeError('a mistake of ours');
    const { runner, logged } = runnerOf({ main: { branch: main, steps: [() => Promise.reject(bug)] } });
    await runner.start('run-1', 'main');
    await rests(main);
    expect((await main.record()).outcome).toMatchObject({ state: 'failed', problem: { code: 'internal' } });
    expect(logged).toEqual([bug]);
  });

  test('whose outcome cannot be kept is logged', async () => {
    const main = named('main');
    const broken = new RangeError('broken store');
    main.faults.set('outcome done', broken);
    const { runner, logged } = runnerOf({ main: { branch: main, steps: [says('x')] } });
    await runner.start('run-1', 'main');
    await rests(main);
    await vi.waitFor(() => expect(logged).toEqual([broken]), patience);
  });
});

describe('a stop', () => {
  test('of one branch leaves the others running; of the run it takes them all', async () => {
    const [main, planB] = [endless(), endless()];
    const branches = { main: named('main'), 'plan-b': named('plan-b') };
    const { runner } = runnerOf({
      main: { branch: branches.main, steps: [main.step] },
      'plan-b': { branch: branches['plan-b'], steps: [planB.step] },
    });
    await Promise.all([runner.start('run-1', 'main'), runner.start('run-1', 'plan-b')]);
    await Promise.all([main.begun, planB.begun]);
    expect(await runner.stop('run-1', 'plan-b')).toEqual(['plan-b']);
    expect((await branches['plan-b'].record()).outcome?.state).toBe('stopped');
    expect((await branches.main.record()).outcome).toBeNull();
    expect(await runner.stop('run-1')).toEqual(['main']);
    expect(branches.main.trace.at(-1)).toBe('release');
  });

  test('where nothing runs stops nothing', async () => {
    const { runner } = runnerOf({});
    expect(await runner.stop('run-1')).toEqual([]);
  });
});

test('drafts reach listeners until they leave', async () => {
  const main = named('main');
  const { runner } = runnerOf({ main: { branch: main, steps: [says('x'), says('y')] } });
  const seen: (string | null)[] = [];
  const leave = runner.onDraft((_, __, draft) => seen.push(draft === null ? null : draft.branch));
  await runner.start('run-1', 'main');
  await rests(main);
  leave();
  expect(seen.at(-1)).toBeNull();
});

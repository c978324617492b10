import { expect, test } from 'vitest';
import { MAIN } from '../../shared/branch.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { MemoryRun, newMemoryRun } from '../store/memoryStore.ts';
import { playTurns, testRunRecord } from '../store/testing/playTurns.ts';
import { FanOuts } from './fanOuts.ts';
import type { Runner } from './runner.ts';
import type { WaitingMarks } from './waitingMarks.ts';

interface Refused {
  code?: 'nothing-to-do' | 'branch-locked';
  marks?: WaitingMarks;
}

function freeMarks(): WaitingMarks {
  return { hold: async () => true, release: async () => undefined };
}

/** A fan-out of two branches, `a` and `b`, in a run whose runner refuses every start. */
async function refusedRun({ code = 'nothing-to-do', marks = freeMarks() }: Refused = {}) {
  const data = newMemoryRun(testRunRecord());
  const store = new MemoryRun(data);
  await playTurns(store.branch(MAIN), 1);
  for (const [index, name] of ['a', 'b'].entries()) {
    const fanOut = { id: 'f', place: index + 1, of: 2, atOnce: 2 };
    await store.branch(MAIN).forkFrom(1, name, { fanOut });
  }
  const errors: unknown[] = [];
  const runner: Runner = {
    start: async (_run, branch) => {
      if (code === 'nothing-to-do') throw new ForkpointError(code, { branch });
      throw new ForkpointError(code, { subject: branch, owner: 'another' });
    },
    stop: async () => [],
    running: () => [],
    onRest: () => () => undefined,
    stopAll: async () => undefined,
    onDraft: () => () => undefined,
  };
  const fanOuts = new FanOuts({
    runner,
    marks,
    storeOf: async () => store,
    onChange: () => undefined,
    onError: error => errors.push(error),
  });
  const outcomeOf = async (branch: string) => (await store.branch(branch).record()).outcome ?? null;
  return { data, store, fanOuts, errors, outcomeOf };
}

test('why a branch could not begin is kept as its end, by the one who holds its lock', async () => {
  const { store, fanOuts, errors, outcomeOf } = await refusedRun();
  let isHeld = false;
  const wasHeld: boolean[] = [];
  const branch = store.branch('a');
  const [lock, update] = [branch.lock.bind(branch), branch.update.bind(branch)];
  branch.lock = async () => {
    const held = await lock();
    isHeld = true;
    return { ...held, release: () => held.release().finally(() => (isHeld = false)) };
  };
  branch.update = async change => {
    wasHeld.push(isHeld);
    await update(change);
  };
  await fanOuts.startRest('run', 'f', {});
  await Promise.all(['a', 'b'].map(name => fanOuts.rested('run', name)));
  expect(await outcomeOf('a')).toMatchObject({ state: 'failed', problem: { code: 'nothing-to-do' } });
  expect(await outcomeOf('b')).toMatchObject({ state: 'failed' });
  expect(wasHeld).toEqual([true]);
  expect(isHeld).toBe(false);
  expect(errors).toEqual([]);
});

test('a branch that somebody else has taken meanwhile is that one’s, and nothing is written or told', async () => {
  const { data, fanOuts, errors, outcomeOf } = await refusedRun();
  const other = await new MemoryRun(data).branch('a').lock();
  await fanOuts.startRest('run', 'f', {});
  await Promise.all(['a', 'b'].map(name => fanOuts.rested('run', name)));
  expect(await outcomeOf('a')).toBe(null);
  expect(await outcomeOf('b')).toMatchObject({ state: 'failed' });
  expect(errors).toEqual([]);
  await other.release();
});

test('where one branch cannot be marked, none is left marked', async () => {
  const full = new ForkpointError('disk-full', { where: 'waiting.lock' });
  const released: string[] = [];
  const { fanOuts } = await refusedRun({
    marks: {
      hold: async (_run, branch) => (branch === 'a' ? Promise.reject(full) : true),
      release: async (_run, branch) => void released.push(branch),
    },
  });
  await expect(fanOuts.startRest('run', 'f', {})).rejects.toBe(full);
  expect(released).toEqual(['a', 'b']);
});

test('a branch whose mark is only just being taken away can be started again', async () => {
  const held = new Set<string>();
  const marks: WaitingMarks = {
    hold: async (_run, branch) => !held.has(branch) && held.add(branch).has(branch),
    async release(_run, branch) {
      await new Promise(resolve => setImmediate(resolve));
      held.delete(branch);
    },
  };
  const { fanOuts } = await refusedRun({ code: 'branch-locked', marks });
  for (const _time of ['first', 'second']) {
    expect(await fanOuts.startRest('run', 'f', {})).toEqual(['a', 'b']);
    await Promise.all(['a', 'b'].map(name => fanOuts.rested('run', name)));
  }
});

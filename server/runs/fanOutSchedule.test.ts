import { expect, test } from 'vitest';
import { ForkpointError } from '../../shared/errors.ts';
import { FanOutSchedule, type ToRun } from './fanOutSchedule.ts';

/** A runner without branches: a test says when each has started and when it comes to rest. */
function heldRunner() {
  const starts = new Map<string, { begin(): void; refuse(error: Error): void }>();
  const begun = new Map<string, Promise<void>>();
  const running = new Set<string>();
  const listeners = new Set<(run: string, branch: string) => void>();
  const order: string[] = [];
  const rest = (branch: string) => {
    running.delete(branch);
    for (const listener of listeners) listener('run', branch);
  };
  return {
    /** Branches whose start was asked for, in order. */
    order,
    running: () => [...running],
    start(_run: string, branch: string) {
      const start = new Promise<void>((resolve, reject) => {
        order.push(branch);
        starts.set(branch, {
          begin() {
            running.add(branch);
            resolve();
          },
          refuse: reject,
        });
      });
      begun.set(branch, start);
      return start;
    },
    /** As every runner, it waits for a start that is on its way. */
    async stop(_run: string, branch?: string) {
      await begun.get(branch ?? '');
      if (branch === undefined || !running.has(branch)) return [];
      rest(branch);
      return [branch];
    },
    onRest(listener: (run: string, branch: string) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    rest,
    /** Somebody resumed it by hand. */
    resumed: (branch: string) => running.add(branch),
    /** The start of a branch succeeds. */
    async begin(...branches: string[]) {
      for (const branch of branches) starts.get(branch)?.begin();
      await settled();
    },
    async refuse(branch: string) {
      starts.get(branch)?.refuse(new ForkpointError('nothing-to-do', { branch }));
      await settled();
    },
  };
}

const settled = () => new Promise(resolve => setImmediate(resolve));

function scheduled(change: Partial<ToRun> = {}) {
  const runner = heldRunner();
  const refused: string[] = [];
  const left: string[] = [];
  const schedule = new FanOutSchedule({
    runner,
    onRefused: async (_run, branch) => void refused.push(branch),
    onChange: () => undefined,
    onLeft: (_run, branch) => left.push(branch),
  });
  const names = ['a', 'b', 'c', 'd'];
  const group = { run: 'run', fanOut: 'f', members: names, atOnce: 2, branches: names, ...change };
  schedule.add(group);
  return { runner, schedule, refused, left, group };
}

test('no more run at once than was asked for; the next begins when one rests, in order', async () => {
  const { runner, schedule } = scheduled();
  expect(runner.order).toEqual(['a', 'b']);
  expect(schedule.waiting('run')).toEqual(['c', 'd']);
  await runner.begin('a', 'b');
  runner.rest('b');
  expect(runner.order).toEqual(['a', 'b', 'c']);
  await runner.begin('c');
  runner.rest('a');
  runner.rest('c');
  expect(runner.order).toEqual(['a', 'b', 'c', 'd']);
  expect(schedule.waiting('run')).toEqual([]);
});

test('a branch that cannot be started frees its place, is told of once and is not tried again', async () => {
  const { runner, refused } = scheduled();
  await runner.refuse('a');
  expect(refused).toEqual(['a']);
  expect(runner.order).toEqual(['a', 'b', 'c']);
});

test('a branch that was resumed by hand takes a place, and one of another fan-out does not', async () => {
  const { runner } = scheduled({ branches: ['b', 'c', 'd'] });
  await runner.begin('b', 'c');
  runner.resumed('a');
  runner.resumed('elsewhere');
  runner.rest('b');
  expect(runner.order).toEqual(['b', 'c']);
  runner.rest('a');
  expect(runner.order).toEqual(['b', 'c', 'd']);
});

test('one stop empties the queue and stops what runs, a start that is on its way included', async () => {
  const { runner, schedule, group } = scheduled();
  await runner.begin('a');
  const stopping = schedule.stop('run', 'f', group.members);
  expect(schedule.waiting('run')).toEqual([]);
  await settled();
  await runner.begin('b');
  expect(await stopping).toEqual({ stopped: ['a', 'b'], dropped: ['c', 'd'] });
  expect(runner.running()).toEqual([]);
  expect(runner.order).toEqual(['a', 'b']);
});

test('what is added again is not run twice, and what was stopped can be started with the rest', async () => {
  const { runner, schedule, group } = scheduled();
  schedule.add(group);
  expect(schedule.waiting('run')).toEqual(['c', 'd']);
  await runner.begin('a', 'b');
  await schedule.stop('run', 'f', group.members);
  schedule.add({ ...group, branches: ['c', 'd'] });
  expect(runner.order).toEqual(['a', 'b', 'c', 'd']);
});

test('fan-outs do not take each other’s places', async () => {
  const { runner, schedule } = scheduled({ atOnce: 1, branches: ['a', 'b'], members: ['a', 'b'] });
  schedule.add({ run: 'run', fanOut: 'g', members: ['x', 'y'], atOnce: 1, branches: ['x', 'y'] });
  expect(runner.order).toEqual(['a', 'x']);
  expect(schedule.drop('run', 'y')).toEqual(['y']);
  expect(schedule.drop('run')).toEqual(['b']);
  await runner.begin('a', 'x');
  runner.rest('a');
  runner.rest('x');
  expect(runner.order).toEqual(['a', 'x']);
});

test('once it is closed nothing is started', async () => {
  const { runner, schedule, group } = scheduled();
  await runner.begin('a', 'b');
  await schedule.close();
  runner.rest('a');
  schedule.add(group);
  await settled();
  expect(runner.order).toEqual(['a', 'b']);
});

test('who waits for a branch is told when it rests, is refused or is taken out of the queue', async () => {
  const { runner, schedule } = scheduled();
  const told: string[] = [];
  for (const branch of ['a', 'b', 'c', 'd', 'elsewhere'])
    void schedule.rested('run', branch).then(() => told.push(branch));
  await settled();
  expect(told).toEqual(['elsewhere']);
  await runner.begin('a');
  await runner.refuse('b');
  runner.rest('a');
  await settled();
  expect(told).toEqual(['elsewhere', 'b', 'a']);
  await runner.begin('c');
  schedule.drop('run', 'd');
  runner.rest('c');
  await runner.begin('d');
  runner.rest('d');
  await settled();
  expect(told).toEqual(['elsewhere', 'b', 'a', 'c', 'd']);
});

test('the end waits for starts that are on their way', async () => {
  const { runner, schedule } = scheduled();
  let isClosed = false;
  const closing = schedule.close().then(() => {
    isClosed = true;
  });
  await settled();
  expect(isClosed).toBe(false);
  await runner.begin('a', 'b');
  await closing;
  expect(runner.order).toEqual(['a', 'b']);
});

test('a branch has left the queue once it was started or refused, or was taken out of it', async () => {
  const { runner, schedule, left } = scheduled();
  expect(left).toEqual([]);
  await runner.begin('a');
  expect(left).toEqual(['a']);
  await runner.refuse('b');
  schedule.drop('run', 'd');
  expect(left).toEqual(['a', 'b', 'd']);
  await Promise.all([schedule.close(), runner.begin('c')]);
  expect(left).toEqual(['a', 'b', 'd', 'c']);
});

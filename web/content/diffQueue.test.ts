import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DiffThread, diffQueue, type ThreadListener } from './diffQueue.ts';

type Thread = DiffThread<string> & ThreadListener<string> & { asked: string[]; ended: boolean };

let threads: Thread[] = [];

function openThread(listener: ThreadListener<string>): Thread {
  const thread: Thread = {
    asked: [],
    ended: false,
    compare: job => thread.asked.push(job),
    ...listener,
    end: () => {
      thread.ended = true;
    },
  };
  threads.push(thread);
  return thread;
}

/** A queue, and everything that is heard from it. */
function queueWith(limitMs = 1000) {
  const queue = diffQueue<string, string>(openThread, limitMs);
  const heard: string[] = [];
  const ask = (job: string) =>
    queue.ask(job, outcome =>
      heard.push(outcome.kind === 'found' ? outcome.found : `${job}: ${outcome.kind}`),
    );
  return { ask, heard };
}

beforeEach(() => {
  threads = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('one job after the other, on one thread', () => {
  const { ask, heard } = queueWith();
  ask('a');
  ask('b');
  expect(threads.map(thread => thread.asked)).toEqual([['a']]);
  threads[0]?.onFound('A');
  threads[0]?.onFound('B');
  expect(threads.map(thread => thread.asked)).toEqual([['a', 'b']]);
  expect(heard).toEqual(['A', 'B']);
});

test('a job that takes too long ends with its thread, and the next gets another', () => {
  const { ask, heard } = queueWith(1000);
  ask('slow');
  ask('next');
  vi.advanceTimersByTime(999);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['slow: too-slow']);
  expect(threads.map(({ asked, ended }) => ({ asked, ended }))).toEqual([
    { asked: ['slow'], ended: true },
    { asked: ['next'], ended: false },
  ]);
});

test('the limit counts from when a job is begun, not from when it was asked for', () => {
  const { ask, heard } = queueWith(1000);
  ask('first');
  ask('second');
  vi.advanceTimersByTime(900);
  threads[0]?.onFound('first');
  vi.advanceTimersByTime(900);
  threads[0]?.onFound('second');
  expect(heard).toEqual(['first', 'second']);
});

test('what nobody wants any more is not begun, and stops where it has been', () => {
  const { ask, heard } = queueWith();
  const takeBackRunning = ask('a');
  const takeBackWaiting = ask('b');
  ask('c');
  takeBackWaiting();
  takeBackRunning();
  expect(threads.map(({ asked, ended }) => ({ asked, ended }))).toEqual([
    { asked: ['a'], ended: true },
    { asked: ['c'], ended: false },
  ]);
  threads[1]?.onFound('C');
  expect(heard).toEqual(['C']);
});

test('without a thread the job fails, and the next is tried', () => {
  const { ask, heard } = queueWith();
  ask('a');
  ask('b');
  threads[0]?.onFailed();
  expect(heard).toEqual(['a: failed']);
  expect(threads[1]?.asked).toEqual(['b']);
});

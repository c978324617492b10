import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from './relay.ts';
import { openStream } from './stream.ts';

/** An EventSource that the test opens, breaks and speaks through. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static made: FakeEventSource[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;

  constructor() {
    super();
    FakeEventSource.made.push(this);
  }

  close() {
    this.readyState = FakeEventSource.CLOSED;
  }

  fail(readyState: number) {
    this.readyState = readyState;
    this.onerror?.();
  }
}

const last = () => {
  const source = FakeEventSource.made.at(-1);
  if (!source) throw new Error('no stream was opened');
  return source;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  FakeEventSource.made = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function opened() {
  const messages: LiveMessage[] = [];
  const close = openStream(message => messages.push(message));
  last().onopen?.();
  return { messages, close };
}

const live = { kind: 'state', state: 'live' };
const reconnecting = { kind: 'state', state: 'reconnecting' };

test('a new stream has everything fetched again', () => {
  expect(opened().messages).toEqual([live, { kind: 'refetch' }]);
});

test('after a pause the browser goes on where it was, without fetching again', () => {
  const { messages } = opened();
  last().fail(0);
  last().onopen?.();
  expect(messages.slice(2)).toEqual([reconnecting, live]);
});

test('what the server says about the list and about gaps is passed on', () => {
  const { messages } = opened();
  last().dispatchEvent(new Event('runs'));
  last().dispatchEvent(new MessageEvent('notes', { data: '{"run":"demo"}' }));
  const reading = { run: 'demo', lines: 4_200, readBytes: 10, sizeBytes: 30 };
  last().dispatchEvent(new MessageEvent('reading', { data: JSON.stringify(reading) }));
  last().dispatchEvent(new Event('refetch'));
  expect(messages.slice(2)).toEqual([
    { kind: 'runs' },
    { kind: 'notes', run: 'demo' },
    { kind: 'reading', reading },
    { kind: 'refetch' },
  ]);
});

test('where the browser gives up, a new stream is opened, each time after a longer pause', () => {
  const { messages } = opened();
  last().fail(2);
  vi.advanceTimersByTime(500);
  expect(FakeEventSource.made).toHaveLength(2);
  last().fail(2);
  vi.advanceTimersByTime(500);
  expect(FakeEventSource.made).toHaveLength(2);
  vi.advanceTimersByTime(500);
  expect(FakeEventSource.made).toHaveLength(3);
  last().onopen?.();
  expect(messages.slice(-2)).toEqual([live, { kind: 'refetch' }]);
});

test('after fifteen seconds without a stream the page is offline, and live again once it is back', () => {
  const { messages } = opened();
  last().fail(0);
  vi.advanceTimersByTime(15_000);
  expect(messages.at(-1)).toEqual({ kind: 'state', state: 'offline' });
  last().onopen?.();
  vi.advanceTimersByTime(60_000);
  expect(messages.at(-1)).toEqual(live);
});

test('tries that fail leave an offline page offline', () => {
  const { messages } = opened();
  last().fail(2);
  vi.advanceTimersByTime(15_000);
  last().fail(2);
  expect(messages.at(-1)).toEqual({ kind: 'state', state: 'offline' });
  vi.advanceTimersByTime(10_000);
  last().onopen?.();
  last().fail(0);
  expect(messages.at(-1)).toEqual(reconnecting);
});

test('a closed stream is not opened again', () => {
  const { close } = opened();
  last().fail(2);
  close();
  vi.advanceTimersByTime(60_000);
  expect(FakeEventSource.made).toHaveLength(1);
});

test('an event that is none of ours is an error, not a silent loss', () => {
  opened();
  expect(() => last().onmessage?.({ data: '{"run":1}' })).toThrow();
});

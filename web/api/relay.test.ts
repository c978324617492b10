import { expect, test } from 'vitest';
import { type Channel, type LiveMessage, type Locks, relayOver } from './relay.ts';

/** One browser: tabs on one channel, one lock, and streams that the test speaks through. */
function browser() {
  const channels: (Channel & { name: number })[] = [];
  const waiting: { signal: AbortSignal; hold: () => Promise<void>; done: () => void }[] = [];
  let held = false;
  const next = () => {
    const turn = waiting.find(entry => !entry.signal.aborted);
    if (held || !turn) return;
    waiting.splice(waiting.indexOf(turn), 1);
    held = true;
    void turn.hold().then(() => {
      held = false;
      turn.done();
      next();
    });
  };
  const locks: Locks = {
    request: (_name, { signal }, hold) =>
      new Promise((done, fail) => {
        signal.addEventListener('abort', () => fail(new DOMException('left', 'AbortError')));
        waiting.push({ signal, hold, done: () => done(undefined) });
        next();
      }),
  };
  const streams: { report: (message: LiveMessage) => void; open: boolean }[] = [];
  const openTab = (useLocks = true) => {
    const received: LiveMessage[] = [];
    const channel = {
      name: channels.length,
      onmessage: null,
      postMessage(message: unknown) {
        for (const other of channels) {
          if (other !== channel) other.onmessage?.(new MessageEvent('message', { data: message }));
        }
      },
      close: () => channels.splice(channels.indexOf(channel), 1),
    } as Channel & { name: number };
    channels.push(channel);
    const leave = relayOver({
      locks: useLocks ? locks : undefined,
      channel,
      lockName: 'live',
      openStream: report => {
        const stream = { report, open: true };
        streams.push(stream);
        return () => {
          stream.open = false;
        };
      },
      receive: message => received.push(message),
    });
    return { received, leave, channel };
  };
  return { openTab, openStreams: () => streams.filter(stream => stream.open) };
}

const settled = () => new Promise(resolve => setImmediate(resolve));

test('eight tabs share one stream, and each receives what it brings', () => {
  const { openTab, openStreams } = browser();
  const tabs = Array.from({ length: 8 }, () => openTab());
  expect(openStreams()).toHaveLength(1);
  openStreams()[0]?.report({ kind: 'runs' });
  expect(tabs.map(tab => tab.received.filter(message => message.kind === 'runs').length)).toEqual(
    Array(8).fill(1),
  );
});

test('when the leader leaves, another tab takes over with a stream of its own', async () => {
  const { openTab, openStreams } = browser();
  const [leader, ...others] = [openTab(), openTab(), openTab()];
  leader.leave();
  await settled();
  expect(openStreams()).toHaveLength(1);
  openStreams()[0]?.report({ kind: 'refetch' });
  expect(others.map(tab => tab.received.at(-1))).toEqual([{ kind: 'refetch' }, { kind: 'refetch' }]);
  expect(leader.received).not.toContainEqual({ kind: 'refetch' });
});

test('a tab that comes later learns how the connection is', () => {
  const { openTab, openStreams } = browser();
  openTab();
  openStreams()[0]?.report({ kind: 'state', state: 'reconnecting' });
  expect(openTab().received).toEqual([{ kind: 'state', state: 'reconnecting' }]);
});

test('a tab that leaves before it led gives up its place', async () => {
  const { openTab, openStreams } = browser();
  const [leader, second, third] = [openTab(), openTab(), openTab()];
  second.leave();
  leader.leave();
  await settled();
  openStreams()[0]?.report({ kind: 'runs' });
  expect(second.received).not.toContainEqual({ kind: 'runs' });
  expect(third.received).toContainEqual({ kind: 'runs' });
});

test('what is no message of ours is ignored', () => {
  const { openTab } = browser();
  const [first, second] = [openTab(), openTab()];
  first.channel.postMessage({ kind: 'event', event: { run: 1 } });
  first.channel.postMessage('hello');
  expect(second.received.filter(message => message.kind !== 'state')).toEqual([]);
});

test('without locks each tab has its own stream and hears nothing twice', () => {
  const { openTab, openStreams } = browser();
  const tabs = [openTab(false), openTab(false)];
  expect(openStreams()).toHaveLength(2);
  openStreams()[0]?.report({ kind: 'runs' });
  expect(tabs.map(tab => tab.received)).toEqual([[{ kind: 'runs' }], []]);
});

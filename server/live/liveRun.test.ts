import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applyEvents, type Draft, type RunState, type StreamedEvent } from '../../shared/runEvent.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { LiveRun } from './liveRun.ts';
import { FakeSource } from './testing/fakeSource.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function follow(drawing: string) {
  const source = new FakeSource(drawRun(drawing));
  const events: StreamedEvent[] = [];
  const errors: unknown[] = [];
  const live = new LiveRun({
    run: 'drawn',
    source,
    onEvents: streamed => events.push(...streamed),
    onError: error => errors.push(error),
  });
  return { source, live, events, errors };
}

const draftOf = (parent: string, text: string): Draft => ({
  branch: 'main',
  parent,
  turn: 1,
  thinking: '',
  text,
  calls: [],
  wait: null,
});

const rowsOf = ({ cursor: _cursor, drafts: _drafts, ...rows }: RunState) => rows;

describe('a live run', () => {
  test('what was fetched plus the events after its cursor is what a fresh fetch gives', async () => {
    const { source, live, events } = follow('main 0B 1A');
    const fetched = await live.state();
    source.set(drawRun('main 0B 1A 1B'));
    await vi.advanceTimersByTimeAsync(100);
    const between = await live.state();
    source.set(drawRun('main 0B 1A 1B 2A\nplan-b main/1B > 2A'));
    await vi.advanceTimersByTimeAsync(100);

    const fresh = await live.state();
    for (const start of [fetched, between]) {
      const applied = applyEvents(start, events);
      expect(applied.stale).toBe(false);
      expect(rowsOf(applied.state)).toEqual(rowsOf(fresh));
    }
    expect(events.map(event => event.cursor.seq)).toEqual(events.map((_, index) => index + 1));
  });

  test('a burst of changes is read once', async () => {
    const { source, live } = follow('main 0B');
    await live.state();
    for (let turn = 1; turn <= 20; turn += 1) source.set(drawRun(`main 0B ${turn}A`));
    await vi.advanceTimersByTimeAsync(100);
    expect(source.reads).toBe(2);
  });

  test('a draft is withdrawn only after the scene that replaces it was sent', async () => {
    const { source, live, events } = follow('main 0B');
    await live.state();
    live.draft('main', draftOf('main/0B', 'I look'));
    await vi.advanceTimersByTimeAsync(100);
    expect((await live.state()).drafts).toHaveLength(1);
    live.draft('main', null);
    source.set(drawRun('main 0B 1A'));
    await vi.advanceTimersByTimeAsync(100);

    const types = events.map(({ event }) => event.type);
    expect(types[0]).toBe('draft-changed');
    expect(types.indexOf('scene-added')).toBeGreaterThan(0);
    expect(types.at(-1)).toBe('draft-withdrawn');
    expect((await live.state()).drafts).toEqual([]);
  });

  test('a draft that answers a scene nobody was told of brings that scene first', async () => {
    const { source, live, events } = follow('main 0B');
    await live.state();
    const unwatched = new FakeSource(drawRun('main 0B 1A 1B'));
    source.rows = () => unwatched.rows();
    live.draft('main', draftOf('main/1B', 'next'));
    await vi.advanceTimersByTimeAsync(100);
    expect(events.at(-1)?.event.type).toBe('draft-changed');
    expect(events.filter(({ event }) => event.type === 'scene-added')).toHaveLength(2);
  });

  test('a branch that runs is looked at again although no file changes', async () => {
    const running = drawRun('main 0B 1A');
    const { source, live } = follow('main 0B 1A');
    source.set({ ...running, branches: running.branches.map(row => ({ ...row, state: 'running' })) });
    await live.state();
    const before = source.reads;
    await vi.advanceTimersByTimeAsync(6000);
    expect(source.reads).toBeGreaterThan(before);
  });

  test('a source that cannot be read for a moment is read again at the next change', async () => {
    const { source, live, events, errors } = follow('main 0B');
    await live.state();
    source.failure = new Error('disk gone');
    source.set(drawRun('main 0B 1A'));
    await vi.advanceTimersByTimeAsync(100);
    expect(errors).toHaveLength(1);
    await expect(live.state()).rejects.toThrow('disk gone');
    source.failure = null;
    expect((await live.state()).scenes).toHaveLength(2);
    expect(events.length).toBeGreaterThan(0);
  });

  test('closed, it watches no longer', async () => {
    const { source, live } = follow('main 0B');
    await live.state();
    live.close();
    expect(source.watchers).toBe(0);
  });
});

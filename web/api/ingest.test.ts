import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BranchRow, SceneRow } from '../../shared/rows.ts';
import type { RunEvent, RunState, StreamedEvent } from '../../shared/runEvent.ts';
import { drawnRun } from '../graph/layout/testing/drawnRun.ts';
import { eventsDuring } from './eventsInFlight.ts';
import { graphOf } from './graphOf.ts';
import { ingestInto } from './ingest.ts';
import { createQueryClient } from './queryClient.ts';
import { queryKeys } from './queryKeys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stateOf = (drawing: string): RunState => ({
  ...drawnRun(drawing),
  drafts: [],
  cursor: { epoch: 'e', seq: 10 },
});

const streamed = (seq: number, event: RunEvent, epoch = 'e'): StreamedEvent => ({
  run: 'drawn',
  cursor: { epoch, seq },
  event,
});

const sceneOf = (state: RunState, id: string): SceneRow => {
  const scene = state.scenes.find(row => row.id === id);
  if (!scene) throw new Error(`no scene ${id}`);
  return scene;
};

/** A page that shows a run, and what the next turn brings. */
function page() {
  const client = createQueryClient();
  const state = stateOf('main: 0 1');
  const grown = stateOf('main: 0 1 2');
  client.setQueryData(queryKeys.run('drawn'), state);
  const key = queryKeys.run('drawn');
  return {
    client,
    ingest: ingestInto(client),
    state: () => client.getQueryData<RunState>(key),
    isStale: (queryKey: readonly unknown[] = key) => client.getQueryState(queryKey)?.isInvalidated ?? false,
    turn2: { type: 'scene-added', scene: sceneOf(grown, 'main/2') } as const,
    turn1Again: {
      type: 'scene-changed',
      scene: { ...sceneOf(state, 'main/1'), words: 'read again' },
    } as const,
  };
}

describe('a live event', () => {
  test('has comparisons made again, whichever run it is of; words on their way do not', () => {
    const { client, ingest, isStale, turn2 } = page();
    const key = queryKeys.comparison('another', ['plan-b', 'drawn/main']);
    client.setQueryData(key, {});
    ingest.receive(streamed(11, { type: 'draft-withdrawn', branch: 'main' }));
    vi.runAllTimers();
    expect(isStale(key)).toBe(false);
    ingest.receive(streamed(12, turn2));
    vi.runAllTimers();
    expect(isStale(key)).toBe(true);
  });

  test('reaches the cache, in a batch with those that came with it', () => {
    const { ingest, state, turn2, turn1Again } = page();
    ingest.receive(streamed(11, turn2));
    ingest.receive(streamed(12, turn1Again));
    expect(state()?.scenes).toHaveLength(2);
    vi.runAllTimers();
    expect(state()?.scenes.map(row => row.id)).toEqual(['main/0', 'main/1', 'main/2']);
    expect(state()?.cursor.seq).toBe(12);
  });

  test('that came already changes nothing', () => {
    const { ingest, state, turn2 } = page();
    ingest.receive(streamed(11, turn2));
    vi.runAllTimers();
    const before = state();
    ingest.receive(streamed(11, turn2));
    vi.runAllTimers();
    expect(state()).toBe(before);
  });

  test.each([
    ['after a gap', 13, 'e'],
    ['of a server that started anew', 11, 'other'],
  ])('%s is not applied: the run is fetched again', (_, seq, epoch) => {
    const { ingest, state, isStale, turn2 } = page();
    ingest.receive(streamed(seq, turn2, epoch));
    vi.runAllTimers();
    expect(state()?.scenes).toHaveLength(2);
    expect(isStale()).toBe(true);
  });

  test('of a scene that is cached whole has it fetched again, and no other', () => {
    const { client, ingest, isStale, turn1Again } = page();
    for (const id of ['main/0', 'main/1']) client.setQueryData(queryKeys.scene('drawn', id), id);
    ingest.receive(streamed(11, turn1Again));
    vi.runAllTimers();
    expect(isStale(queryKeys.scene('drawn', 'main/1'))).toBe(true);
    expect(isStale(queryKeys.scene('drawn', 'main/0'))).toBe(false);
  });

  test('of a run that is not on screen only refreshes the list', () => {
    const { client, ingest, isStale, turn2 } = page();
    client.setQueryData(queryKeys.runs, []);
    ingest.receive({ ...streamed(500, turn2), run: 'another' });
    vi.runAllTimers();
    expect(isStale(queryKeys.runs)).toBe(true);
    expect(isStale()).toBe(false);
  });
});

test('changed notes are fetched again, those of no other run', () => {
  const { client, ingest, isStale } = page();
  for (const run of ['drawn', 'another']) client.setQueryData(queryKeys.notes(run), run);
  ingest.notesChanged('drawn');
  expect([isStale(queryKeys.notes('drawn')), isStale(queryKeys.notes('another'))]).toEqual([true, false]);
});

test('when something may have been missed, all that is on screen is fetched again', () => {
  const { client, ingest, isStale } = page();
  client.setQueryData(queryKeys.runs, []);
  ingest.refetchAll();
  expect([isStale(), isStale(queryKeys.runs)]).toEqual([true, true]);
});

test('events that arrive while their run is fetched are kept for the reply', async () => {
  const { ingest, turn2 } = page();
  const { value, events } = await eventsDuring('drawn', async () => {
    ingest.receive(streamed(11, turn2));
    ingest.receive({ ...streamed(1, turn2), run: 'another' });
    return 'reply';
  });
  ingest.receive(streamed(12, turn2));
  expect(value).toBe('reply');
  expect(events.map(event => event.cursor.seq)).toEqual([11]);
});

test('the graph stays the same object while only drafts change', () => {
  const state = stateOf('main: 0 1');
  const branch: BranchRow | undefined = state.branches[0];
  const graph = graphOf(state);
  expect(graphOf({ ...state, drafts: [], journal: [] })).toBe(graph);
  expect(graphOf({ ...state, branches: branch ? [{ ...branch, state: 'running' }] : [] })).not.toBe(graph);
});

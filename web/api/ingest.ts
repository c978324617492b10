import type { QueryClient } from '@tanstack/react-query';
import { applyEvents, type RunState, type StreamedEvent } from '../../shared/runEvent.ts';
import { recordEvent } from './eventsInFlight.ts';
import { oneAfterTheOther } from './oneAfterTheOther.ts';
import { queryKeys } from './queryKeys.ts';

/** Events are applied in batches, so that a burst costs one drawing. */
const BATCH_MS = 30;
const LIST_REFRESH_MS = 400;
const COMPARISON_REFRESH_MS = 500;

export interface Ingest {
  receive(event: StreamedEvent): void;
  /** The list of runs has changed. */
  runsChanged(): void;
  /** The notes of a run have changed. */
  notesChanged(run: string): void;
  /** Other branches of a run wait for their turn. */
  fanOutsChanged(run: string): void;
  /** Something may have been missed: everything on screen is fetched again. */
  refetchAll(): void;
}

/** The one way of live events into the cache. */
export function ingestInto(client: QueryClient): Ingest {
  let waiting: StreamedEvent[] = [];
  const applySoon = onceAfter(BATCH_MS, () => {
    const events = waiting;
    waiting = [];
    for (const run of new Set(events.map(event => event.run))) {
      const ofRun = events.filter(event => event.run === run);
      applyToRun(client, run, ofRun);
    }
  });
  const runsChanged = onceAfter(LIST_REFRESH_MS, () => {
    void client.invalidateQueries({ queryKey: queryKeys.runs });
  });
  // A side may be of any run: each comparison on screen is made again. The others wait until somebody looks.
  const comparisonsChanged = oneAfterTheOther(COMPARISON_REFRESH_MS, () =>
    client.invalidateQueries({ queryKey: queryKeys.comparisons }),
  );
  return {
    receive(event) {
      recordEvent(event);
      if (changesComparison(event)) comparisonsChanged();
      waiting.push(event);
      applySoon();
      if (changesList(event)) runsChanged();
    },
    runsChanged,
    notesChanged: run => void client.invalidateQueries({ queryKey: queryKeys.notes(run) }),
    fanOutsChanged: run => void client.invalidateQueries({ queryKey: queryKeys.fanOuts(run) }),
    refetchAll: () => void client.invalidateQueries(),
  };
}

/** A function that acts once, `delayMs` after the first of the calls that came meanwhile. */
function onceAfter(delayMs: number, act: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      act();
    }, delayMs);
  };
}

/** Applies events to a run that is in the cache; after a gap or a restart of the server it is fetched again. */
function applyToRun(client: QueryClient, run: string, events: readonly StreamedEvent[]): void {
  const queryKey = queryKeys.run(run);
  const state = client.getQueryData<RunState>(queryKey);
  if (!state) return;
  const applied = applyEvents(state, events);
  if (applied.stale) {
    void client.invalidateQueries({ queryKey });
    return;
  }
  client.setQueryData(queryKey, applied.state);
  for (const scene of scenesTouchedBy(events)) {
    void client.invalidateQueries({ queryKey: queryKeys.scene(run, scene) });
  }
}

/** Scenes whose whole reply, where it is cached, is no longer what the server would give. */
function scenesTouchedBy(events: readonly StreamedEvent[]): string[] {
  return events.flatMap(({ event }) => {
    if (event.type === 'scene-changed') return [event.scene.id];
    if (event.type === 'scene-removed') return [event.id];
    return event.type === 'effect-added' && event.effect.scene !== null ? [event.effect.scene] : [];
  });
}

function changesList({ event }: StreamedEvent): boolean {
  return event.type === 'scene-added' || event.type === 'branch-changed' || event.type === 'run-changed';
}

/** Whether it is more than words on their way: those are in no comparison. */
function changesComparison({ event }: StreamedEvent): boolean {
  return !event.type.startsWith('draft-');
}

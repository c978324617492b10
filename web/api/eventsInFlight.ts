import type { StreamedEvent } from '../../shared/runEvent.ts';

/** Events that arrive while their run is being fetched belong behind the reply, which may be older than they are. */
const recordings = new Map<string, Set<StreamedEvent[]>>();

/** Runs a fetch of a run and gives its value with the events that arrived meanwhile. */
export async function eventsDuring<T>(
  run: string,
  fetchRun: () => Promise<T>,
): Promise<{ value: T; events: StreamedEvent[] }> {
  const events: StreamedEvent[] = [];
  const ofRun = recordings.get(run) ?? new Set();
  recordings.set(run, ofRun.add(events));
  try {
    return { value: await fetchRun(), events };
  } finally {
    ofRun.delete(events);
    if (ofRun.size === 0) recordings.delete(run);
  }
}

/** Notes an event for the fetches of its run that are under way. */
export function recordEvent(event: StreamedEvent): void {
  for (const events of recordings.get(event.run) ?? []) events.push(event);
}

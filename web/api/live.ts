import type { QueryClient } from '@tanstack/react-query';
import { connectionStore } from './connection.ts';
import { noteImport } from './importing.ts';
import { ingestInto } from './ingest.ts';
import { noteReading } from './reading.ts';
import { relayOver } from './relay.ts';
import { openStream } from './stream.ts';

const NAME = 'forkpoint-live';

/**
 * Follows the server's events for as long as the tab lives. All tabs of a browser share one stream: a browser
 * allows six connections per host, and eight tabs must still load.
 * @returns how to stop following
 */
export function followEvents(client: QueryClient): () => void {
  const ingest = ingestInto(client);
  return relayOver({
    locks: navigator.locks,
    channel: new BroadcastChannel(NAME),
    lockName: NAME,
    openStream,
    receive: message => {
      if (message.kind === 'event') ingest.receive(message.event);
      else if (message.kind === 'runs') ingest.runsChanged();
      else if (message.kind === 'notes') ingest.notesChanged(message.run);
      else if (message.kind === 'fan-outs') ingest.fanOutsChanged(message.run);
      else if (message.kind === 'reading') noteReading(message.reading);
      else if (message.kind === 'importing') noteImport(message.importing);
      else if (message.kind === 'refetch') ingest.refetchAll();
      else connectionStore.set(message.state);
    },
  });
}

import { z } from 'zod';
import { EVENTS_PATH } from '../../shared/api.ts';
import { runImportSchema } from '../../shared/importProgress.ts';
import { runReadingSchema } from '../../shared/readingProgress.ts';
import { streamedEventSchema } from '../../shared/runEvent.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import type { LiveMessage } from './relay.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;
const OFFLINE_AFTER_MS = 15_000;

/**
 * Opens the event stream and keeps it open. The browser reconnects by itself and names the last id it saw; where
 * it gives up (an error status, a closed port) a new stream is opened after a pause. A new stream begins with a
 * `refetch`, since it cannot name a last id.
 */
export function openStream(report: (message: LiveMessage) => void): () => void {
  let source: EventSource;
  let retryMs = FIRST_RETRY_MS;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let offline: ReturnType<typeof setTimeout> | undefined;
  let isOffline = false;

  const lost = () => {
    report({ kind: 'state', state: isOffline ? 'offline' : 'reconnecting' });
    offline ??= setTimeout(() => {
      isOffline = true;
      report({ kind: 'state', state: 'offline' });
    }, OFFLINE_AFTER_MS);
    if (source.readyState !== EventSource.CLOSED) return;
    retry = setTimeout(open, retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  };
  const open = () => {
    source = new EventSource(EVENTS_PATH);
    let isNew = true;
    source.onopen = () => {
      clearTimeout(offline);
      offline = undefined;
      isOffline = false;
      retryMs = FIRST_RETRY_MS;
      report({ kind: 'state', state: 'live' });
      if (isNew) report({ kind: 'refetch' });
      isNew = false;
    };
    source.onmessage = message =>
      report({ kind: 'event', event: checkedText(streamedEventSchema, message.data) });
    source.addEventListener('runs', () => report({ kind: 'runs' }));
    source.addEventListener('notes', message =>
      report({ kind: 'notes', run: checkedText(ofRunSchema, message.data).run }),
    );
    source.addEventListener('fan-outs', message =>
      report({ kind: 'fan-outs', run: checkedText(ofRunSchema, message.data).run }),
    );
    source.addEventListener('reading', message =>
      report({ kind: 'reading', reading: checkedText(runReadingSchema, message.data) }),
    );
    source.addEventListener('importing', message =>
      report({ kind: 'importing', importing: checkedText(runImportSchema, message.data) }),
    );
    source.addEventListener('refetch', () => report({ kind: 'refetch' }));
    source.onerror = lost;
  };
  open();
  return () => {
    clearTimeout(retry);
    clearTimeout(offline);
    source.close();
  };
}

const ofRunSchema = z.object({ run: z.string() });

function checkedText<T>(schema: z.ZodType<T>, text: string): T {
  return checked(schema, parseJson(text, EVENTS_PATH), EVENTS_PATH);
}

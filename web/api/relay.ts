import { z } from 'zod';
import { runImportSchema } from '../../shared/importProgress.ts';
import { runReadingSchema } from '../../shared/readingProgress.ts';
import { streamedEventSchema } from '../../shared/runEvent.ts';
import type { ConnectionState } from './connection.ts';

/** What the leading tab tells itself and the others. */
const connectionStates: readonly [ConnectionState, ...ConnectionState[]] = [
  'connecting',
  'live',
  'reconnecting',
  'offline',
];
const liveMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), event: streamedEventSchema }),
  z.object({ kind: z.literal('runs') }),
  z.object({ kind: z.literal('notes'), run: z.string() }),
  z.object({ kind: z.literal('fan-outs'), run: z.string() }),
  z.object({ kind: z.literal('reading'), reading: runReadingSchema }),
  z.object({ kind: z.literal('importing'), importing: runImportSchema }),
  z.object({ kind: z.literal('refetch') }),
  z.object({ kind: z.literal('state'), state: z.enum(connectionStates) }),
]);
export type LiveMessage = z.infer<typeof liveMessageSchema>;

/** On the channel between tabs: the leader's messages, and the question of a tab that has just come. */
const channelMessageSchema = z.union([liveMessageSchema, z.object({ kind: z.literal('hello') })]);

/** The part of a BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

/** The part of the Web Locks API that is used. Absent on pages that are not served over a trusted origin. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>;
}

export interface RelayParts {
  locks: Locks | undefined;
  channel: Channel;
  lockName: string;
  /** Opens the server's stream and reports what comes; gives how to close it. */
  openStream: (report: (message: LiveMessage) => void) => () => void;
  receive: (message: LiveMessage) => void;
}

/**
 * One tab at a time leads: it holds the lock, owns the stream, and passes on what comes. When it goes, the browser
 * gives the lock to the next tab, which opens a stream of its own and has everyone fetch again, since nobody
 * listened in between. Without locks each tab leads itself.
 * @returns how to leave
 */
export function relayOver({ locks, channel, lockName, openStream, receive }: RelayParts): () => void {
  const leaving = new AbortController();
  let answerHello: (() => void) | null = null;

  channel.onmessage = event => {
    const parsed = channelMessageSchema.safeParse(event.data);
    if (!parsed.success) return;
    if (parsed.data.kind === 'hello') answerHello?.();
    else receive(parsed.data);
  };
  const lead = (passOn: boolean): Promise<void> => {
    let state: LiveMessage = { kind: 'state', state: 'connecting' };
    const close = openStream(message => {
      if (message.kind === 'state') state = message;
      receive(message);
      if (passOn) channel.postMessage(message);
    });
    answerHello = () => channel.postMessage(state);
    return new Promise(resolve => {
      leaving.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  };

  if (locks) {
    locks.request(lockName, { signal: leaving.signal }, () => lead(true)).catch(ignoreAbort);
    channel.postMessage({ kind: 'hello' });
  } else {
    void lead(false);
  }
  return () => {
    leaving.abort();
    channel.close();
  };
}

function ignoreAbort(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  throw error;
}

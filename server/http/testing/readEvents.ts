import { request } from 'node:http';
import { EVENTS_PATH } from '../../../shared/api.ts';
import { type StreamedEvent, streamedEventSchema } from '../../../shared/runEvent.ts';
import { checked, parseJson } from '../../../shared/schema.ts';
import { asOurs } from './testServer.ts';

/** What a page's end of the stream has seen. */
export interface EventReader {
  lastId(): string | null;
  events(): StreamedEvent[];
  /** Names of the events that carry no `StreamedEvent`, in order. */
  names(): string[];
  /** Resolves once the server has answered. */
  opened: Promise<void>;
  close(): void;
}

/** Reads the event stream as a browser does. @param lastId what a browser that comes back sends */
export function readEvents(port: number, lastId: string | null = null, secret?: string): EventReader {
  let text = '';
  const authorization = secret === undefined ? asOurs.authorization : `Bearer ${secret}`;
  const headers = { authorization, ...(lastId !== null && { 'last-event-id': lastId }) };
  const outgoing = request({ host: '127.0.0.1', port, path: EVENTS_PATH, headers });
  const opened = new Promise<void>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', response => {
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('error', () => undefined);
      resolve();
    });
  });
  outgoing.end();
  const blocks = () => text.split('\n\n').slice(0, -1);
  const fieldOf = (block: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  return {
    opened,
    lastId: () => blocks().reduce<string | null>((last, block) => fieldOf(block, 'id') ?? last, null),
    names: () => blocks().flatMap(block => fieldOf(block, 'event') ?? []),
    events: () =>
      blocks()
        .filter(block => fieldOf(block, 'data') !== undefined && fieldOf(block, 'event') === undefined)
        .map(block =>
          checked(streamedEventSchema, parseJson(fieldOf(block, 'data') ?? '', 'event'), 'event'),
        ),
    close: () => outgoing.destroy(),
  };
}

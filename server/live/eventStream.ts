import type { Request, Response } from 'express';
import type { EventHub } from './eventHub.ts';

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 1000;
/** A reader that lets this much pile up is cut off; it comes back with its last id. */
const MAX_BACKLOG_BYTES = 16 * 1024 * 1024;

export interface EventStream {
  /** Answers one request with the events of the hub until either side closes. */
  handle(request: Request, response: Response): void;
  /** Ends every open stream. */
  close(): void;
}

/** The hub as server-sent events. */
export function eventStreamOf(hub: EventHub): EventStream {
  const open = new Set<Response>();
  return {
    handle(request, response) {
      response.status(200).set({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      response.flushHeaders();
      open.add(response);
      const send = (chunk: string) => {
        if (response.writableLength > MAX_BACKLOG_BYTES) response.destroy();
        else response.write(chunk);
      };
      send(`retry: ${RETRY_MS}\n\n`);
      const unsubscribe = hub.subscribe(request.get('last-event-id') ?? null, send);
      const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS);
      response.on('close', () => {
        clearInterval(heartbeat);
        unsubscribe();
        open.delete(response);
      });
    },
    close() {
      for (const response of open) response.end();
    },
  };
}

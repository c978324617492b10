import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EVENTS_PATH } from '../shared/api.ts';

/** A line between a browser and a server that a test can cut. Passes everything on, streams too. */
export interface CutLine {
  /** What the browser asks instead of the server. */
  origin: string;
  /** Event streams that are open through it at this moment. */
  streams(): number;
  /** Cuts what is open and refuses what is new, until it is mended. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Lays a line to a port of this machine. */
export async function layLine(serverPort: number): Promise<CutLine> {
  const streams = new Set<unknown>();
  let server = await listenOn(0, serverPort, streams);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    streams: () => streams.size,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    async mend() {
      server = await listenOn(port, serverPort, streams);
    },
  };
}

/** The server answers only to its own name: the line speaks to it as a browser would that asks it itself. */
async function listenOn(port: number, serverPort: number, streams: Set<unknown>): Promise<Server> {
  const host = `127.0.0.1:${serverPort}`;
  const server = createServer((asked, answer) => {
    const { origin } = asked.headers;
    const headers = { ...asked.headers, host, ...(origin && { origin: `http://${host}` }) };
    const passed = request({
      host: '127.0.0.1',
      port: serverPort,
      path: asked.url,
      method: asked.method,
      headers,
    });
    passed.on('response', reply => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    if (asked.url === EVENTS_PATH) streams.add(answer);
    answer.on('close', () => {
      streams.delete(answer);
      passed.destroy();
    });
    asked.pipe(passed);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

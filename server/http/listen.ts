import { createServer, type RequestListener, type Server } from 'node:http';
import { ForkpointError } from '../../shared/errors.ts';

const PORTS_TRIED = 50;

/**
 * Listens on the first free port at or after `port`; 0 takes any free one.
 * @param host null: this machine only
 * @throws ForkpointError `no-free-port`, or what the system says of the host
 */
export async function listen(
  onRequest: RequestListener,
  host: string | null,
  port: number,
): Promise<{ server: Server; port: number }> {
  const last = port === 0 ? 0 : Math.min(port + PORTS_TRIED - 1, 65_535);
  for (let at = port; at <= last; at += 1) {
    const server = await listenOn(onRequest, host ?? '127.0.0.1', at);
    const address = server?.address();
    if (server && typeof address === 'object' && address !== null) return { server, port: address.port };
  }
  throw new ForkpointError('no-free-port', { port });
}

/** Null where the port is taken or not ours to take. */
function listenOn(onRequest: RequestListener, host: string, port: number): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(onRequest);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else
        reject(new ForkpointError('bad-request', { detail: `cannot listen on ${host}: ${error.message}` }));
    });
    server.listen({ host: host.replace(/^\[|\]$/g, ''), port }, () => resolve(server));
  });
}

/** Ends a server at once: open requests are cut. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close(error => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}

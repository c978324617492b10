import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CompressedReplies } from './compressedReplies.ts';
import { closeServer, listen } from './listen.ts';

const large = { rows: Array.from({ length: 3_000 }, (_, n) => `row ${n}`) };

/** A server that answers every request with the same reply. */
async function serving(reply: object): Promise<number> {
  const app = express().disable('etag');
  const replies = new CompressedReplies();
  app.get('/', (incoming, outgoing) => replies.send(reply, incoming, outgoing));
  const { server, port }: { server: Server; port: number } = await listen(app, null, 0);
  onTestFinished(() => closeServer(server));
  return port;
}

async function fetched(port: number, accept: string) {
  const outgoing = request({ host: '127.0.0.1', port, headers: { 'accept-encoding': accept } }).end();
  const [response] = await once(outgoing, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) };
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])('to who takes %s it is sent as %s', async (accept, encoding, unpack) => {
  const reply = await fetched(await serving(large), accept);
  expect(reply.encoding).toBe(encoding);
  expect(JSON.parse(unpack(reply.bytes).toString())).toEqual(large);
});

test('what is small goes as it is', async () => {
  const reply = await fetched(await serving({ rows: [] }), 'br');
  expect(reply).toEqual({ encoding: undefined, bytes: Buffer.from('{"rows":[]}') });
});

test('a reply that is given again is not put into bytes again', async () => {
  const toJSON = vi.fn(() => large);
  const port = await serving({ toJSON });
  const [first, second] = [await fetched(port, 'br'), await fetched(port, 'br')];
  expect(second.bytes).toEqual(first.bytes);
  expect(toJSON).toHaveBeenCalledTimes(1);
});

import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { routes } from '../../shared/api.ts';
import { typedKeys } from '../../shared/typedKeys.ts';
import { closeServer, listen } from './listen.ts';
import { type Handlers, mountRoutes } from './mountRoutes.ts';

const large = { rows: Array.from({ length: 3_000 }, (_, n) => `row ${n}`) };

test.each(['/api/runs/demo', '/api/runs/demo/compare?sides=main,plan-b'])(
  'whatever the route, a large reply is compressed: %s',
  async path => {
    const app = express().disable('etag');
    const handlers = Object.fromEntries(typedKeys(routes).map(name => [name, async () => large]));
    mountRoutes(app, handlers as unknown as Handlers, false);
    const { server, port } = await listen(app, null, 0);
    onTestFinished(() => closeServer(server));
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'br' } });
    expect(reply.headers.get('content-encoding')).toBe('br');
    expect(reply.headers.get('content-type')).toMatch('application/json');
    expect(await reply.json()).toEqual(large);
  },
);

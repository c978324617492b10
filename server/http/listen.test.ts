import { expect, test } from 'vitest';
import { closeServer, listen } from './listen.ts';

const nothing = () => undefined;

test('a taken port leads to the next free one', async () => {
  const first = await listen(nothing, null, 0);
  const second = await listen(nothing, null, first.port);
  expect(second.port).toBeGreaterThan(first.port);
  expect(second.server.address()).toMatchObject({ address: '127.0.0.1' });
  await closeServer(first.server);
  await closeServer(second.server);
});

test('a host that is not this machine’s is an error in words', async () => {
  await expect(listen(nothing, '203.0.113.7', 0)).rejects.toThrow('bad-request');
});

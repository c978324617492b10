import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '../../shared/message.ts';
import { fetchMessagePair } from './fetchMessagePair.ts';

const before: Message = { role: 'user', content: [{ type: 'text', text: 'One  two.' }] };
const after: Message = { role: 'user', content: [{ type: 'text', text: 'One two.' }] };
const stored: Record<string, Message> = {
  '/api/runs/r/scenes/%40s1/messages?from=4&count=1': before,
  '/api/runs/r/scenes/%40s2/messages?from=5&count=1': after,
};

const answer = vi.fn(async (url: string) => {
  const message = stored[url];
  return message
    ? new Response(JSON.stringify({ from: 0, messages: [message] }))
    : new Response(JSON.stringify({ problem: { code: 'no-such-run', params: { run: 'x' } } }), {
        status: 404,
      });
});
beforeEach(() => vi.stubGlobal('fetch', answer));
afterEach(() => vi.unstubAllGlobals());

const left = { run: 'r', scene: 's1', index: 4 };
const right = { run: 'r', scene: 's2', index: 5 };

test('both messages, and block by block what differs', async () => {
  const pair = await fetchMessagePair({ left, right, ignoreSpace: false });
  expect(pair).toMatchObject({ left: before, right: after, blocks: [{ kind: 'changed' }] });
});

test('white space is passed over where that is asked for', async () => {
  const { blocks } = await fetchMessagePair({ left, right, ignoreSpace: true });
  expect(blocks.map(block => block.kind)).toEqual(['same']);
});

test('of a message on one side only nothing else is asked for', async () => {
  answer.mockClear();
  expect(await fetchMessagePair({ left: null, right, ignoreSpace: false })).toEqual({
    left: null,
    right: after,
    blocks: [],
  });
  expect(answer).toHaveBeenCalledTimes(1);
});

test('the problem of one side is the problem of both', async () => {
  const gone = fetchMessagePair({ left: { ...left, run: 'x' }, right, ignoreSpace: false });
  await expect(gone).rejects.toMatchObject({ code: 'no-such-run' });
});

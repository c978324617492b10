import { describe, expect, test } from 'vitest';
import { isLeftOut, withoutLongParts } from './leftOut.ts';
import type { Message } from './message.ts';

const megabyte = 'x'.repeat(1_000_000);
const result = (content: string | Message['content']): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't1', content }],
});
const image = (data: string) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data },
});

describe('withoutLongParts', () => {
  test('long results and images of earlier messages are left out, and counted', () => {
    const { messages, characters } = withoutLongParts(
      [result(megabyte), result([{ type: 'text', text: 'seen' }, image(megabyte)]), result(megabyte)],
      2,
    );
    expect(messages[0]).toEqual(
      result([
        { type: 'text', text: 'x'.repeat(4_000) },
        { type: 'forkpoint_left_out', of: 'text', characters: 996_000 },
      ]),
    );
    expect(messages[1]).toEqual(
      result([
        { type: 'text', text: 'seen' },
        { type: 'forkpoint_left_out', of: 'image', characters: 1_000_000 },
      ]),
    );
    expect(messages[2]).toEqual(result(megabyte));
    expect(characters).toBe(1_996_000);
  });

  test('what is not much stays whole, and is the very same', () => {
    const messages = [result('x'.repeat(60_000)), result('short')];
    expect(withoutLongParts(messages, 2)).toEqual({ messages, characters: 0 });
    expect(withoutLongParts(messages, 2).messages).toBe(messages);
  });

  test('a message without long parts keeps its identity beside one with them', () => {
    const messages = [result(megabyte), result(megabyte), result('short')];
    expect(withoutLongParts(messages, 3).messages[2]).toBe(messages[2]);
  });
});

test('only a block of our own says that something was left out', () => {
  expect(isLeftOut({ type: 'forkpoint_left_out', of: 'text', characters: 3 })).toBe(true);
  expect(isLeftOut({ type: 'forkpoint_left_out' })).toBe(false);
});

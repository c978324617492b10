import { describe, expect, test } from 'vitest';
import { danglingCalls, duplicateCallId, pairCalls } from './calls.ts';
import type { Message } from './message.ts';

const reply = (...ids: string[]): Message => ({
  role: 'assistant',
  content: ids.map(id => ({ type: 'tool_use', id, name: 'read_file', input: {} })),
});
const results = (...ids: string[]): Message => ({
  role: 'user',
  content: ids.map(id => ({ type: 'tool_result', tool_use_id: id, content: `result of ${id}` })),
});
const pairs = (...messages: Message[]) =>
  pairCalls(messages).map(({ call, resultMessageIndex }) => [call.id, resultMessageIndex]);

describe('calls and their results', () => {
  test('each call finds its result', () => {
    expect(pairs(reply('t1', 't2'), results('t2', 't1'))).toEqual([
      ['t1', 1],
      ['t2', 1],
    ]);
  });

  test('results split over several user messages still belong to their calls', () => {
    expect(pairs(reply('t1', 't2'), results('t1'), results('t2'))).toEqual([
      ['t1', 1],
      ['t2', 2],
    ]);
  });

  test('a backend that uses one id again answers each call with its own result', () => {
    expect(pairs(reply('pay:0'), results('pay:0'), reply('pay:0'))).toEqual([
      ['pay:0', 1],
      ['pay:0', null],
    ]);
  });

  test('an answer without a call pairs with nothing', () => {
    expect(pairs(results('gone'), reply('t1'), results('t1'))).toEqual([['t1', 2]]);
  });

  test('calls without a result are dangling, in order', () => {
    const messages = [reply('t1'), results('t1'), reply('t2', 't3', 't4'), results('t3')];
    expect(danglingCalls(messages).map(call => call.id)).toEqual(['t2', 't4']);
  });

  test('text and unknown blocks are no calls', () => {
    expect(pairCalls([{ role: 'assistant', content: 'just words' }])).toEqual([]);
    expect(pairCalls([{ role: 'assistant', content: [{ type: 'server_tool_use', id: 's1' }] }])).toEqual([]);
  });

  test('an id that two calls of one reply share is named', () => {
    const call = (id: string) => ({ type: 'tool_use' as const, id, name: 'x', input: {} });
    expect(duplicateCallId([call('t1'), call('t2'), call('t1')])).toBe('t1');
    expect(duplicateCallId([call('t1'), call('t2')])).toBeNull();
  });
});

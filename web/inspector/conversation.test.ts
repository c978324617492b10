import { describe, expect, test } from 'vitest';
import type { Block, Message } from '../../shared/message.ts';
import { type ConversationEntry, conversationOf, indexOfPlace } from './conversation.ts';

const call = (id: string): Block => ({ type: 'tool_use', id, name: 'read', input: {} });
const result = (id: string, content: string): Block => ({ type: 'tool_result', tool_use_id: id, content });
const text = (words: string): Block => ({ type: 'text', text: words });

/** `0 user: text` per message; a call is `id→its result`, or `id→?` without one. */
function drawn(entries: readonly ConversationEntry[]): string[] {
  return entries.map(({ index, role, parts }) => {
    const words = parts.map(part => {
      if (part.kind === 'orphan') return `orphan ${part.block.tool_use_id}`;
      if (part.kind === 'block') return String(part.block.text ?? part.block.type);
      return `${part.paired.call.id}→${part.paired.result?.content ?? '?'}`;
    });
    return `${index} ${role}: ${words.join(', ')}`;
  });
}

describe('conversationOf', () => {
  const messages: Message[] = [
    { role: 'user', content: 'task' },
    { role: 'assistant', content: [text('look'), call('t1')] },
    { role: 'user', content: [result('t1', 'one')] },
    { role: 'assistant', content: [call('t2'), call('t3')] },
    { role: 'user', content: [result('t3', 'three'), text('and a word')] },
  ];

  test('calls stand with their results, and the turn begins where it begins', () => {
    const { before, added } = conversationOf(messages, 3, []);
    expect(drawn(before)).toEqual(['0 user: task', '1 assistant: look, t1→one']);
    expect(drawn(added)).toEqual(['3 assistant: t2→?, t3→three', '4 user: and a word']);
  });

  test('a result that answers nothing is kept and told apart', () => {
    const { added } = conversationOf(
      [{ role: 'user', content: [result('gone', 'x'), text('summary')] }],
      0,
      [],
    );
    expect(drawn(added)).toEqual(['0 user: orphan gone, summary']);
  });

  test('results in two messages and ids that come again pair with the right call', () => {
    const again: Message[] = [
      { role: 'assistant', content: [call('p'), call('q')] },
      { role: 'user', content: [result('p', 'first')] },
      { role: 'user', content: [result('q', 'second')] },
      { role: 'assistant', content: [call('p')] },
      { role: 'user', content: [result('p', 'third')] },
    ];
    expect(drawn(conversationOf(again, 0, []).added)).toEqual([
      '0 assistant: p→first, q→second',
      '3 assistant: p→third',
    ]);
  });

  test('system messages, unknown blocks and empty messages are shown', () => {
    const odd: Message[] = [
      { role: 'system', content: 'note' },
      { role: 'assistant', content: [] },
      { role: 'assistant', content: [{ type: 'block_of_2029', x: 1 }] },
    ];
    expect(drawn(conversationOf(odd, 0, []).added)).toEqual([
      '0 system: note',
      '1 assistant: ',
      '2 assistant: block_of_2029',
    ]);
  });

  test('each message knows its line of the transcript', () => {
    const { before } = conversationOf(messages, 5, [3, 7, 9, 12, 15]);
    expect(before.map(entry => entry.line)).toEqual([3, 7, 12, 15]);
  });
});

describe('where a place of a conversation stands', () => {
  const { before, added } = conversationOf(
    [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: [text('two'), call('t1')] },
      { role: 'user', content: [result('t1', 'one')] },
      { role: 'user', content: 'one' },
    ],
    0,
    [],
  );
  const place = (callId: string | null, match: string) => ({
    hit: {
      ...{ turn: '', scene: '', kind: 'other' as const, tool: null, callId },
      excerpt: { before: '', match, after: '' },
    },
    nth: 0,
  });

  test('by its call, or by its words', () => {
    expect(before).toEqual([]);
    expect(indexOfPlace(added, place('t1', 'one'))).toBe(1);
    expect(indexOfPlace(added, place(null, 'one'))).toBe(0);
    expect(indexOfPlace(added, place('t9', 'one'))).toBeNull();
    expect(indexOfPlace(added, place(null, 'three'))).toBeNull();
  });
});

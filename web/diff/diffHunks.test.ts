import { expect, test } from 'vitest';
import { diffMessages } from '../../shared/diffMessages.ts';
import type { Message } from '../../shared/message.ts';
import { callDifference, changedIndices, diffHunks } from './diffHunks.ts';

const say = (text: string): Message => ({ role: 'user', content: text });
const callOf = (id: string, name: string): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input: {} }],
});

const drawn = (left: Message[], right: Message[]) =>
  diffHunks(diffMessages(left, right).entries).map(
    ({ kind, start, entries }) => `${start} ${kind} ${entries.length}`,
  );

test('neighbours of one kind are one stretch, changed messages one each', () => {
  const left = [say('one'), say('two'), say('three'), callOf('t1', 'read'), callOf('t2', 'read'), say('end')];
  const right = [
    say('one'),
    say('two'),
    callOf('t1', 'grep'),
    callOf('t2', 'grep'),
    say('end'),
    say('new'),
    say('last'),
  ];
  expect(drawn(left, right)).toEqual([
    '0 same 2',
    '2 removed 1',
    '3 changed 1',
    '4 changed 1',
    '5 same 1',
    '6 added 2',
  ]);
  expect(drawn([], [])).toEqual([]);
});

test('calls on one side only are counted, in changed messages too', () => {
  const both = callOf('t1', 'read');
  const widened: Message = {
    role: 'assistant',
    content: [...(both.content as []), ...(callOf('t2', 'write').content as [])],
  };
  const { entries } = diffMessages([both, callOf('t9', 'mail')], [widened, callOf('t7', 'ticket')]);
  expect(callDifference(entries)).toEqual({ added: 2, removed: 1 });
});

test('each message that differs is a step of its own, also within one long stretch', () => {
  const left = [say('one'), say('end')];
  const right = [say('one'), callOf('t1', 'read'), callOf('t2', 'grep'), callOf('t3', 'write'), say('end')];
  expect(changedIndices(diffMessages(left, right).entries)).toEqual([1, 2, 3]);
});

import { expect, test } from 'vitest';
import type { Message } from '../../shared/message.ts';
import { conversationOf } from './conversation.ts';
import { entryProblems } from './entryProblems.ts';

const task: Message = { role: 'user', content: 'Look.' };
const call = (id: string, input: unknown = {}): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name: 'read', input }],
});
const result = (...ids: string[]): Message => ({
  role: 'user',
  content: ids.map(id => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })),
});

function problemsOf(messages: Message[]) {
  const { before, added } = conversationOf(messages, 0, []);
  return [...entryProblems(messages, [...before, ...added], null)];
}

test.each<[string, Message[], [number, string[]][]]>([
  ['what is legal', [task, call('a'), result('a')], []],
  ['an open call, which says so itself', [task, call('a')], []],
  ['a bad input, at its reply', [task, call('a', 'cut'), result('a')], [[1, ['input-no-object']]]],
  [
    'a result without a call, where it is shown',
    [task, call('a'), result('a', 'gone')],
    [[2, ['orphan-result']]],
  ],
  [
    'a second result for a call, where that is shown',
    [task, call('a'), result('a'), result('a'), call('b'), result('b')],
    [[3, ['duplicate-result']]],
  ],
  ['the same twice, once', [task, call('a'), result('a', 'gone', 'lost')], [[2, ['orphan-result']]]],
])('%s', (_, messages, problems) => {
  expect(problemsOf(messages)).toEqual(problems);
});

test('a result that came late stands with its call, and so does what is wrong with it', () => {
  const late: Message = { role: 'user', content: 'Wait.' };
  expect(problemsOf([task, call('a'), late, result('a')])).toEqual([[2, ['results-split']]]);
});

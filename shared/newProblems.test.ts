import { expect, test } from 'vitest';
import type { Block, Message } from './message.ts';
import { newestTurnStart, newProblems } from './newProblems.ts';

const task: Message = { role: 'user', content: 'Look.' };
const call = (id: string, input: unknown = {}): Block => ({ type: 'tool_use', id, name: 'read', input });
const result = (id: string): Block => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const reply = (...content: Block[]): Message => ({ role: 'assistant', content });
const user = (...content: Block[]): Message => ({ role: 'user', content });
const text = (words: string): Block => ({ type: 'text', text: words });

/** `turns` one after the other: the whole after each, and the codes that the last of them brought in. */
const first = [task, reply(call('a', 'cut')), user(result('a'))];

test.each<[string, Message[], string[]]>([
  ['a good turn', [task, reply(call('a')), user(result('a'))], []],
  ['a call that waits has a mark of its own', [task, reply(call('a'))], []],
  ['a run that is done rests on a reply', [task, reply(text('Done.'))], []],
  ['an empty text is left out without loss', [task, reply(text(' '), call('a')), user(result('a'))], []],
  ['an input that is no object', first, ['input-no-object']],
  ['what the turn before brought in', [...first, reply(call('b')), user(result('b'))], []],
  ['an id that was used above', [...first, reply(call('a')), user(result('a'))], ['duplicate-call-id']],
  [
    'words before a reply belong to its turn',
    [...first, user(result('gone')), reply(text('So.'))],
    ['orphan-result'],
  ],
  ['a task that holds a result', [user(result('gone'), text('go on'))], ['orphan-result']],
])('%s', (_, messages, codes) => {
  expect(newProblems(messages, {}).map(problem => problem.code)).toEqual(codes);
});

test('a turn begins behind the reply before it and what answers that', () => {
  expect(newestTurnStart([task])).toBe(0);
  expect(newestTurnStart([task, reply(text('Hi.'))])).toBe(0);
  expect(newestTurnStart([task, reply(call('a')), user(result('a')), reply(text('Hi.'))])).toBe(3);
  expect(newestTurnStart([task, reply(text('Hi.')), user(text('and?')), reply(text('Hi.'))])).toBe(2);
});

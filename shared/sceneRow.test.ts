import { describe, expect, test } from 'vitest';
import type { Message } from './message.ts';
import { firstWords } from './message.ts';
import { callDetail, contentOfCheckpoint, turnContentOf } from './sceneRow.ts';

const task: Message = { role: 'user', content: 'Fix the failing test.' };
const reply: Message = {
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: '', signature: 's' },
    { type: 'text', text: 'I will look\nat the file.' },
    { type: 'tool_use', id: 't1', name: 'read_file', input: { path: 'src/invoice.mjs' } },
    { type: 'tool_use', id: 't2', name: 'run_command', input: { command: 'node --test' } },
  ],
};
const results: Message = {
  role: 'user',
  content: [
    { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '\n\nexport const a = 1' }] },
    { type: 'tool_result', tool_use_id: 't2', content: 'not ok\nexit 1', is_error: true },
  ],
};

describe('what a row takes from messages', () => {
  test('turn 0 is the task', () => {
    expect(turnContentOf([task], 0, null)).toEqual({
      words: 'Fix the failing test.',
      input: 'Fix the failing test.',
      calls: [],
      flags: [],
      messageCount: 1,
    });
  });

  test('at A the calls dangle', () => {
    const { words, calls, flags } = turnContentOf([task, reply], 1, 'tool_use');
    expect(words).toBe('I will look at the file.');
    expect(calls.map(call => [call.name, call.detail, call.toolClass, call.state])).toEqual([
      ['read_file', 'src/invoice.mjs', 'read', 'dangling'],
      ['run_command', 'node --test', 'command', 'dangling'],
    ]);
    expect(flags).toEqual(['thinking']);
  });

  test('at B they have their results', () => {
    const { calls } = turnContentOf([task, reply, results], 1, 'tool_use');
    expect(calls.map(call => [call.state, call.result])).toEqual([
      ['answered', 'export const a = 1'],
      ['error', 'not ok'],
    ]);
  });

  test('what the person said before a reply belongs to its turn; results are not said by a person', () => {
    const hint: Message = {
      role: 'user',
      content: [...(results.content as []), { type: 'text', text: 'Round once.' }],
    };
    const last: Message = { role: 'assistant', content: 'Done.' };
    expect(turnContentOf([task, reply, hint, last], 2, 'end_turn').input).toBe('Round once.');
    expect(turnContentOf([task, reply, results, last], 2, 'end_turn').input).toBeNull();
  });

  test.each([
    ['max_tokens', 'truncated'],
    ['pause_turn', 'paused'],
    ['refusal', 'refused'],
    ['model_context_window_exceeded', 'context-full'],
  ])('stop reason %s is shown as %s', (stopReason, flag) => {
    expect(turnContentOf([task, { role: 'assistant', content: 'x' }], 1, stopReason).flags).toEqual([flag]);
  });
});

test.each([
  [{ content: 'long text', path: 'a.txt' }, 'a.txt'],
  [{ whatever: 'the only text', n: 1 }, 'the only text'],
  [{ n: 1 }, ''],
  ['no object', 'no object'],
  [null, ''],
])('the key argument of %j is %j', (input, detail) => expect(callDetail(input)).toBe(detail));

test('words are cut between characters, never inside one', () => {
  expect(firstWords('👩‍🚀'.repeat(5), 3)).toBe('👩‍…');
  expect(firstWords('  two\n lines ')).toBe('two lines');
});

describe('what a row takes from our own fields', () => {
  const capture = { id: 'c', state: 'ok', notCaptured: [], notCapturedCount: 0, problem: null };
  const six = {
    version: 1,
    task: '',
    turns: 1,
    tokensUsed: 0,
    messages: [task, reply],
    pendingToolUse: null,
  };
  const content = (ours: object, isOwn = true) => contentOfCheckpoint({ ...six, ...ours }, 1, 'A', isOwn);

  test('files that are not all held are a flag', () => {
    expect(content({ capture })).toMatchObject({ capture, flags: ['thinking'] });
    for (const state of ['partial', 'failed']) {
      expect(content({ capture: { ...capture, state } }).flags).toEqual(['thinking', 'not-captured']);
    }
  });

  test.each([
    [{ kind: 'result', callId: 't1', before: 'a', after: 'b' }, 'edited'],
    [{ kind: 'decided', callId: 't1', decision: { kind: 'skip', why: '' } }, 'edited'],
    [{ kind: 'simulated', callId: 't1' }, 'simulated'],
  ])('an edit %o is a flag', (edit, flag) => {
    expect(content({ edits: [edit] }).flags).toEqual(['thinking', flag]);
  });

  test('words of the person, what resume did and what the gate let through are none', () => {
    const edits = [
      { kind: 'message', text: 'go on' },
      { kind: 'answered', callId: 't1', answer: 'approved', why: null },
      { kind: 'kind-of-tomorrow' },
    ];
    expect(content({ edits }).flags).toEqual(['thinking']);
  });

  test('copied along by another program, or in a form nobody knows, they say nothing', () => {
    const edits = [{ kind: 'simulated', callId: 't1' }];
    expect(content({ capture, edits }, false)).toMatchObject({ capture: null, flags: ['thinking'] });
    expect(content({ capture: 'git:4f1', edits: 'yes' })).toMatchObject({
      capture: null,
      flags: ['thinking'],
    });
  });
});

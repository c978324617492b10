import { describe, expect, test } from 'vitest';
import type { Message } from './message.ts';
import { type RequestParts, sendableMessages, toRequestBody } from './requestBody.ts';

const tool = { name: 'read', description: 'reads', input_schema: { type: 'object' } };
const request = (messages: Message[]): RequestParts => ({
  model: 'm',
  system: 'Be brief.',
  messages,
  tools: [tool, { ...tool, name: 'write' }],
  maxTokens: 100,
});

/** How many marks a request carries. The API takes four. */
const marksIn = (value: unknown) => JSON.stringify(value).split('"cache_control"').length - 1;

describe('cache marks', () => {
  const foreignMark = { type: 'ephemeral' };
  const messages: Message[] = [
    { role: 'user', content: 'task' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't',
          content: [{ type: 'text', text: 'x', cache_control: foreignMark }],
          cache_control: foreignMark,
        },
        { type: 'text', text: 'go on', cache_control: foreignMark },
      ],
    },
  ];

  test('stand on the system text, the last tool and the newest block, and on nothing else', () => {
    const body = toRequestBody(request(messages));
    expect(body.system).toEqual([{ type: 'text', text: 'Be brief.', cache_control: foreignMark }]);
    expect(body.tools).toEqual([tool, { ...tool, name: 'write', cache_control: foreignMark }]);
    expect(marksIn(body.messages)).toBe(1);
    expect(body).toHaveProperty('messages.2.content.1.cache_control');
  });

  test('leave a thought alone', () => {
    const thought = { type: 'thinking', thinking: 'x', signature: 's' };
    const body = toRequestBody(request([...messages.slice(0, 1), { role: 'assistant', content: [thought] }]));
    expect(marksIn(body.messages)).toBe(0);
  });

  test('do not touch what is stored', () => {
    const before = structuredClone(messages);
    toRequestBody(request(messages));
    expect(messages).toEqual(before);
  });
});

test('without system text and tools neither is sent', () => {
  const body = toRequestBody({ ...request([]), system: '', tools: [] });
  expect(Object.keys(body)).toEqual(['model', 'max_tokens', 'messages', 'stream']);
});

describe('what can be sent', () => {
  test('is the same where the API takes it', () => {
    const legal: Message[] = [
      { role: 'user', content: 'x' },
      { role: 'system', content: 'a rule' },
      { role: 'assistant', content: [{ type: 'unknown', text: 3 }] },
    ];
    expect(sendableMessages(legal)).toEqual(legal);
  });

  test('has neither empty text nor empty messages', () => {
    const call = { type: 'tool_use', id: 't', name: 'x', input: {} };
    const sent = sendableMessages([
      { role: 'user', content: 'x' },
      { role: 'assistant', content: [] },
      { role: 'assistant', content: [{ type: 'text', text: '' }, call] },
    ]);
    expect(sent).toEqual([
      { role: 'user', content: 'x' },
      { role: 'assistant', content: [call] },
    ]);
  });

  test.each([
    ['{"a', { INVALID_JSON: '{"a' }],
    [[1], { INVALID_JSON: '[1]' }],
    [null, { INVALID_JSON: 'null' }],
  ])('has an object as input where the model wrote %j', (input, expected) => {
    const call = { type: 'tool_use', id: 't', name: 'x', input };
    expect(sendableMessages([{ role: 'assistant', content: [call] }])).toEqual([
      { role: 'assistant', content: [{ ...call, input: expected }] },
    ]);
  });
});

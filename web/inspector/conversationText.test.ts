import { expect, test } from 'vitest';
import { conversationText } from './conversationText.ts';

test('calls stand with what came of them', () => {
  const text = conversationText([
    { role: 'user', content: 'Fix the sum.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'First look.' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 't1', name: 'read', input: { path: 'a' } },
        { type: 'tool_use', id: 't2', name: 'read', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't1', content: 'no such file', is_error: true },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      ],
    },
  ]);
  expect(text).toBe(
    [
      'person:\nFix the sum.',
      'assistant:\n[thinking]\nFirst look.',
      'I look.',
      '[call read, t1]\n{\n  "path": "a"\n}\n[error]\nno such file',
      '[call read, t2]\n{}\n[no result]',
      'person:\n[image image/png]\n',
    ].join('\n\n'),
  );
});

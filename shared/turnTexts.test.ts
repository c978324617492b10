import { expect, test } from 'vitest';
import type { Message } from './message.ts';
import { textsOfMessages } from './turnTexts.ts';

test('everything that the model saw or said is a text, with whom it comes from', () => {
  const messages: Message[] = [
    { role: 'user', content: 'Tidy up.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Where to begin?', signature: 'c2ln' },
        { type: 'text', text: 'I will look.' },
        {
          type: 'tool_use',
          id: 'c1',
          name: 'grep',
          input: { pattern: 'say "hi"\\n', deep: [{ flag: true }] },
        },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [
            { type: 'text', text: '\u001b[31mra\u001b[0mkes' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
          ],
        },
      ],
    },
    { role: 'system', content: 'Be brief.' },
    { role: 'assistant', content: [{ type: 'block_of_tomorrow', words: ['new', 'things'] }] },
  ];
  const texts = textsOfMessages(messages, 'You tidy sheds.');
  expect(texts.map(({ kind, text, tool }) => [kind, text, tool])).toEqual([
    ['system', 'You tidy sheds.', null],
    ['said', 'Tidy up.', null],
    ['thinking', 'Where to begin?', null],
    ['reply', 'I will look.', null],
    ['call', 'grep\npattern: say "hi"\\n\nflag: true', 'grep'],
    ['result', 'rakes', 'grep'],
    ['said', 'Be brief.', null],
    ['other', 'words: new\nwords: things', null],
  ]);
});

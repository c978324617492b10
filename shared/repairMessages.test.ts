import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findProblems, type LegalityContext } from './findProblems.ts';
import type { LegalityCode } from './legality.ts';
import type { Block, Message } from './message.ts';
import { repairMessages, UNKNOWN_RESULT } from './repairMessages.ts';
import { strictViolations } from './testing/strictChecker.ts';

const text = (words: string): Block => ({ type: 'text', text: words });
const call = (id: string, input: unknown = {}): Block => ({ type: 'tool_use', id, name: 'read', input });
const result = (id: string, content: unknown = 'ok'): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});
const search = (id: string): Block => ({
  type: 'server_tool_use',
  id,
  name: 'web_search',
  input: { query: 'q' },
});
const found = (id: string): Block => ({ type: 'web_search_tool_result', tool_use_id: id, content: [] });
const user = (...content: Block[]): Message => ({ role: 'user', content });
const reply = (...content: Block[]): Message => ({ role: 'assistant', content });
const task: Message = { role: 'user', content: 'tidy the logs' };
const image = (size: number): Block => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(size) },
});

/** Histories as harnesses in the wild left them, what is wrong with them, and what is sent instead. */
const broken: {
  name: string;
  messages: Message[];
  codes: LegalityCode[];
  sent?: Message[];
  context?: LegalityContext;
}[] = [
  {
    name: 'a call that was killed, then new words',
    messages: [task, reply(call('a')), user(text('go on'))],
    codes: ['dangling-call'],
    sent: [task, reply(call('a')), user({ ...result('a', UNKNOWN_RESULT), is_error: true }, text('go on'))],
  },
  {
    name: 'some results of a batch are missing',
    messages: [task, reply(call('r1'), call('r2'), call('w3'), call('r4')), user(result('w3'), result('r1'))],
    codes: ['dangling-call', 'dangling-call'],
    sent: [
      task,
      reply(call('r1'), call('r2'), call('w3'), call('r4')),
      user(result('r1'), { ...result('r2', UNKNOWN_RESULT), is_error: true }, result('w3'), {
        ...result('r4', UNKNOWN_RESULT),
        is_error: true,
      }),
    ],
  },
  {
    name: 'results split over two messages',
    messages: [task, reply(call('a'), call('b')), user(result('a', 'one')), user(result('b', 'two'))],
    codes: ['results-split'],
    sent: [task, reply(call('a'), call('b')), user(result('a', 'one'), result('b', 'two'))],
  },
  {
    name: 'words before the result',
    messages: [task, reply(call('a')), user(text('(resumed)'), result('a'))],
    codes: ['results-not-first'],
    sent: [task, reply(call('a')), user(result('a'), text('(resumed)'))],
  },
  {
    name: 'one id twice in one reply',
    messages: [
      task,
      reply(call('a', { p: 1 }), call('a', { p: 2 })),
      user(result('a', 'one'), result('a', 'two')),
    ],
    codes: ['duplicate-call-id'],
    sent: [
      task,
      reply(call('a', { p: 1 }), call('a_2', { p: 2 })),
      user(result('a', 'one'), result('a_2', 'two')),
    ],
  },
  {
    name: 'an id used again in a later turn',
    messages: [
      task,
      reply(call('pay_0')),
      user(result('pay_0', 'first')),
      reply(call('pay_0')),
      user(result('pay_0', 'second')),
    ],
    codes: ['duplicate-call-id'],
  },
  {
    name: 'an id of another backend, with characters that this one refuses, used twice',
    messages: [
      task,
      reply(call('pay:0')),
      user(result('pay:0', 'first')),
      reply(call('pay:0'), call('pay_0')),
      user(result('pay:0', 'second'), result('pay_0', 'third')),
    ],
    codes: ['bad-call-id', 'bad-call-id', 'duplicate-call-id'],
    sent: [
      task,
      reply(call('pay_0_2')),
      user(result('pay_0_2', 'first')),
      reply(call('pay_0_3'), call('pay_0')),
      user(result('pay_0_3', 'second'), result('pay_0', 'third')),
    ],
  },
  {
    name: 'an empty message between two replies with one id: the result stays with the call it answers',
    messages: [
      task,
      reply(call('a', { p: 1 })),
      user(),
      reply(call('a', { p: 2 })),
      user(result('a', 'second')),
    ],
    codes: ['dangling-call', 'empty-content', 'duplicate-call-id'],
    sent: [
      task,
      reply(call('a', { p: 1 })),
      user({ ...result('a', UNKNOWN_RESULT), is_error: true }),
      reply(call('a_2', { p: 2 })),
      user(result('a_2', 'second')),
    ],
  },
  {
    name: 'a call without any id',
    messages: [task, reply(call('')), user(result('', 'it'))],
    codes: ['bad-call-id'],
    sent: [task, reply(call('call')), user(result('call', 'it'))],
  },
  {
    name: 'a search of the API’s own that was cut off before its result',
    messages: [task, reply(text('I search.'), search('s1')), user(text('and?'))],
    codes: ['dangling-server-call'],
    sent: [task, reply(text('I search.')), user(text('and?'))],
  },
  {
    name: 'a paused turn that a person spoke into',
    messages: [task, reply(search('s1')), user(text('stop that'))],
    context: { stopReason: 'pause_turn' },
    codes: ['dangling-server-call'],
    sent: [task, user(text('stop that'))],
  },
  {
    name: 'words behind the results of calls that went out beside a search: its turn is over',
    messages: [task, reply(search('s1'), call('a')), user(result('a'), text('by the way'))],
    codes: ['dangling-server-call'],
    sent: [task, reply(call('a')), user(result('a'), text('by the way'))],
  },
  {
    name: 'an answer whose call was cut away',
    messages: [user(text('summary'), result('gone'))],
    codes: ['orphan-result'],
    sent: [user(text('summary'))],
  },
  {
    name: 'two results for one call: the first counts',
    messages: [task, reply(call('a')), user(result('a', 'real'), result('a', 'made up'))],
    codes: ['duplicate-result'],
    sent: [task, reply(call('a')), user(result('a', 'real'))],
  },
  {
    name: 'nothing where something should be',
    messages: [task, reply(), user(text('')), reply(text(''), call('a')), user(result('a'))],
    codes: ['empty-content', 'empty-text', 'empty-text'],
    sent: [task, reply(call('a')), user(result('a'))],
  },
  {
    name: 'it ends on the model’s words',
    messages: [task, reply(text('half an ans'))],
    codes: ['ends-on-assistant'],
    sent: [task, reply(text('half an ans')), { role: 'user', content: 'Continue.' }],
  },
  {
    name: 'it starts in the middle',
    messages: [reply(text('so')), user(text('yes'))],
    codes: ['starts-on-assistant'],
  },
  {
    name: 'thinking that was cut off has no signature',
    messages: [
      task,
      reply(
        { type: 'thinking', thinking: '', signature: 'S' },
        { type: 'thinking', thinking: 'half' },
        call('a'),
      ),
      user(result('a')),
    ],
    codes: ['thinking-unsigned'],
    sent: [task, reply({ type: 'thinking', thinking: '', signature: 'S' }, call('a')), user(result('a'))],
  },
  {
    name: 'an input that is no object',
    messages: [task, reply(call('a', '{"p":')), user(result('a'))],
    codes: ['input-no-object'],
    sent: [task, reply(call('a', { INVALID_JSON: '{"p":' })), user(result('a'))],
  },
  {
    name: 'an image inside an error',
    messages: [task, reply(call('a')), user({ ...result('a', [image(4), text('boom')]), is_error: true })],
    codes: ['image-in-error-result'],
    sent: [task, reply(call('a')), user({ ...result('a', [text('boom')]), is_error: true })],
  },
  {
    name: 'an image that is too large',
    messages: [user(image(5_600_000), text('what is this?'))],
    codes: ['image-too-large'],
  },
  {
    name: 'half a surrogate pair',
    messages: [user(text('cut \uD83D here'))],
    codes: ['lone-surrogate'],
    sent: [user(text('cut \uFFFD here'))],
  },
  {
    name: 'five cache marks',
    messages: [1, 2, 3, 4, 5].map(number =>
      user({ ...text(`${number}`), cache_control: { type: 'ephemeral' } }),
    ),
    codes: ['too-many-cache-marks'],
  },
  {
    name: 'thinking of another model, outside the open tool loop',
    messages: [
      task,
      reply({ type: 'thinking', thinking: 'hm', signature: 'S' }, text('done')),
      user(text('again')),
    ],
    context: { model: 'm2', models: [null, 'm1', null] },
    codes: ['thinking-foreign'],
    sent: [task, reply(text('done')), user(text('again'))],
  },
];

describe.each(broken)('$name', ({ messages, codes, sent, context }) => {
  test('each problem is named', () => {
    expect(
      findProblems(messages, context)
        .filter(problem => problem.severity === 'error')
        .map(problem => problem.code),
    ).toEqual(codes);
  });

  test('a repaired copy is sent, and what is stored stays', () => {
    const before = structuredClone(messages);
    const { messages: copy } = repairMessages(messages, context);
    expect(messages).toEqual(before);
    if (sent) expect(copy).toEqual(sent);
    expect(strictViolations(copy)).toEqual([]);
    expect(repairMessages(copy).messages).toBe(copy);
  });
});

describe('what is legal stays the very same', () => {
  const loop = [
    task,
    reply(text('look'), call('a'), call('b')),
    user(result('b'), result('a'), text('and then?')),
  ];
  test.each<[string, Message[], LegalityContext?]>([
    ['a task', [task]],
    ['a tool loop, its results in another order', loop],
    [
      'neighbours of one role',
      [task, user(text('and this')), reply(text('one')), reply(call('a')), user(result('a'))],
    ],
    [
      'a paused turn',
      [task, reply({ type: 'server_tool_use', id: 's1', name: 'web_search', input: {} })],
      { stopReason: 'pause_turn' },
    ],
    ['a search with its result', [task, reply(search('s1'), found('s1'), text('There.')), user(text('so'))]],
    [
      'a paused turn that went on',
      [task, reply(search('s1')), reply(found('s1'), text('There.')), user(text('so'))],
    ],
    [
      'a search beside a call, which runs with the results',
      [task, reply(search('s1'), call('a')), user(result('a'))],
    ],
    [
      'a search beside a call, and what came of both',
      [
        task,
        reply(search('s1'), call('a')),
        user(result('a')),
        reply(found('s1'), text('There.')),
        user(text('so')),
      ],
    ],
    ['blocks nobody knows yet', [user({ type: 'block_of_2029', x: 1 })]],
    ['a message of the role system', [{ role: 'system', content: 'be brief' }, task]],
    [
      'thinking in front of a call',
      [task, reply({ type: 'thinking', thinking: '', signature: 'S' }, call('a')), user(result('a'))],
    ],
  ])('%s', (_, messages, context = {}) => {
    expect(findProblems(messages, context).filter(problem => problem.severity === 'error')).toEqual([]);
    expect(repairMessages(messages, context).messages).toBe(messages);
  });
});

describe('what no copy can mend is named and left', () => {
  const open = [task, reply(call('a')), user(result('a'))];
  test.each<[LegalityCode, Message[], LegalityContext]>([
    ['thinking-missing', open, { thinking: true }],
    ['tools-missing', open, { tools: [] }],
    ['truncated-call', [task, reply(call('a'))], { stopReason: 'max_tokens' }],
    [
      'text-between-calls',
      [task, reply(call('a'), text('meanwhile'), call('b')), user(result('a'), result('b'))],
      {},
    ],
  ])('%s', (code, messages, context) => {
    expect(findProblems(messages, context).map(problem => problem.code)).toContain(code);
  });

  test('thinking of another model inside the open tool loop is a warning', () => {
    const messages = [
      task,
      reply({ type: 'thinking', thinking: 'x', signature: 'S' }, call('a')),
      user(result('a')),
    ];
    const context = { model: 'm2', models: [null, 'm1', null] };
    expect(findProblems(messages, context)).toMatchObject([
      { code: 'thinking-foreign', severity: 'warning' },
    ]);
    expect(repairMessages(messages, context).messages).toBe(messages);
  });
});

describe('any history', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'b:1');
  const block: fc.Arbitrary<Block> = fc.oneof(
    fc.constantFrom('one', 'two', '', ' ', '\uD83D').map(text),
    fc
      .tuple(id, fc.constantFrom<unknown>({}, { p: 1 }, 'cut', null))
      .map(([name, input]) => call(name, input)),
    id.map(name => result(name)),
    id.map(name => ({ ...result(name, [image(3), text('x'), text('')]), is_error: true })),
    fc.constantFrom<Block>(
      { type: 'thinking', thinking: 't' },
      { type: 'thinking', thinking: 't', signature: 'S' },
    ),
    fc.constantFrom('s', 't').map(search),
    fc.constantFrom('s', 't').map(found),
    fc.constant<Block>({ type: 'block_of_2029', cache_control: { type: 'ephemeral' } }),
  );
  const ofReplies = ['tool_use', 'thinking', 'server_tool_use', 'web_search_tool_result'];
  const sensible = (role: Message['role'], blocks: Block[]) =>
    blocks.filter(({ type }) => (role === 'user' ? !ofReplies.includes(type) : type !== 'tool_result'));
  const message = fc
    .record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      content: fc.array(block, { maxLength: 5 }),
    })
    .map(({ role, content }): Message => ({ role, content: sensible(role, content) }));
  const history = fc.array(message, { maxLength: 10 }).map(rest => [task, ...rest]);

  test('its repaired copy satisfies the strict checker', () => {
    fc.assert(
      fc.property(history, messages => {
        expect(strictViolations(repairMessages(messages).messages)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('repairing twice is repairing once', () => {
    fc.assert(
      fc.property(history, messages => {
        const once = repairMessages(messages).messages;
        expect(repairMessages(once).messages).toBe(once);
      }),
    );
  });

  test('every block that no problem names is kept', () => {
    fc.assert(
      fc.property(history, messages => {
        const { messages: copy, problems } = repairMessages(messages);
        const named = new Set(
          problems.map(({ messageIndex, blockIndex }) => `${messageIndex}/${blockIndex}`),
        );
        const kept = new Set(
          copy.flatMap(entry =>
            typeof entry.content === 'string' ? [] : entry.content.map(part => JSON.stringify(part)),
          ),
        );
        messages.forEach(({ content }, messageIndex) => {
          if (typeof content === 'string') return;
          content.forEach((part, blockIndex) => {
            const isNamed = named.has(`${messageIndex}/${blockIndex}`);
            if (!isNamed && part.type !== 'tool_result') expect(kept).toContain(JSON.stringify(part));
          });
        });
      }),
    );
  });

  /** Each call in order, with what answers it: the first result behind its reply that has its id and is not taken. */
  const answers = (messages: readonly Message[]) => {
    const pairs: { id: unknown; answer: { block: Block; at: string } | null }[] = [];
    let open: typeof pairs = [];
    let hasAnswers = false;
    messages.forEach(({ role, content }, messageIndex) => {
      if (typeof content === 'string') return;
      if (role === 'assistant' && hasAnswers) open = [];
      hasAnswers = role === 'user';
      content.forEach((block, blockIndex) => {
        if (block.type === 'tool_use') {
          const pair = { id: block.id, answer: null };
          pairs.push(pair);
          open.push(pair);
        } else if (block.type === 'tool_result') {
          const pair = open.find(({ id: callId, answer }) => callId === block.tool_use_id && answer === null);
          if (pair) pair.answer = { block, at: `${messageIndex}/${blockIndex}` };
        }
      });
    });
    return pairs;
  };

  test('every result that no problem names still answers its call, which may have another id', () => {
    fc.assert(
      fc.property(history, messages => {
        const { messages: copy, problems } = repairMessages(messages);
        const named = new Set(
          problems.map(({ messageIndex, blockIndex }) => `${messageIndex}/${blockIndex}`),
        );
        const sent = answers(copy);
        const stored = answers(messages);
        expect(sent).toHaveLength(stored.length);
        const results = messages.flatMap(({ content }, messageIndex) =>
          typeof content === 'string'
            ? []
            : content.flatMap((block, at) => (block.type === 'tool_result' ? [`${messageIndex}/${at}`] : [])),
        );
        const paired = new Map(stored.map(({ answer }, index) => [answer?.at, index]));
        for (const place of results.filter(at => !named.has(at))) {
          const index = paired.get(place) ?? -1;
          const after = sent[index];
          const { tool_use_id: _, ...before } = stored[index]?.answer?.block ?? { type: 'no call' };
          expect(after?.answer?.block).toEqual({ ...before, tool_use_id: after?.id });
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

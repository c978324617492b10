import { describe, expect, test } from 'vitest';
import { duplicateCallId } from '../../shared/calls.ts';
import { isText, isToolUse, type Message } from '../../shared/message.ts';
import { scenarioFromYaml } from '../scenarios/loadScenario.ts';
import type { ModelReply, ModelRequest, ReplyWatcher } from './model.ts';
import { scriptedModel } from './scripted.ts';

const scenario = {
  ...scenarioFromYaml(
    `
id: tiny
title: Tiny
task: Fix it.
replies:
  - text: one
    calls: [{ tool: read_file, input: { path: a } }, { tool: read_file, input: { path: a } }]
  - thinking: hm, what now
    text: two
    calls: [{ tool: read_file, input: { path: b } }]
  - text: three
    calls: [{ tool: read_file, input: { path: c } }]
    tokens: { input: 4000, output: 7 }
  - { text: the end, stop_reason: max_tokens }
hints:
  - { after: 2, words: [round, sum first], path: rounding }
  - { after: 2, words: [queue], path: queue }
  - { after: 3, words: [round], path: late }
  - { after: 0, words: [fix], path: queue }
paths:
  rounding: [{ text: rounding one, calls: [{ tool: read_file }] }, { text: rounding two }]
  queue: [{ text: queue one }]
  late: [{ text: late one }]
`,
    'tiny',
  ),
  projectFolder: null,
};
const task: Message = { role: 'user', content: 'Fix it. Do not round.' };

const request = (messages: Message[]): ModelRequest => ({
  model: 'scripted',
  system: '',
  messages,
  tools: [],
  maxTokens: 1000,
});
const next = async (messages: Message[], watcher: ReplyWatcher = {}): Promise<ModelReply> =>
  await scriptedModel(scenario, { paceMs: 0 }).reply(
    request(messages),
    watcher,
    new AbortController().signal,
  );
const textOf = (reply: ModelReply) => reply.content.find(isText)?.text;
const callIds = (reply: ModelReply) => reply.content.filter(isToolUse).map(call => call.id);

/** Appends a reply and results for its calls, and after them what the person says. */
function answered(messages: Message[], reply: ModelReply, said?: string): Message[] {
  const results = callIds(reply).map(id => ({
    type: 'tool_result',
    tool_use_id: id,
    content: 'round, queue',
  }));
  const words = said === undefined ? [] : [{ type: 'text', text: said }];
  return [
    ...messages,
    { role: 'assistant', content: reply.content },
    { role: 'user', content: [...results, ...words] },
  ];
}

async function messagesAfter(turns: number, said?: string): Promise<Message[]> {
  let messages = [task];
  for (let turn = 1; turn <= turns; turn += 1) {
    messages = answered(messages, await next(messages), turn === turns ? said : undefined);
  }
  return messages;
}

describe('the next reply follows from messages alone', () => {
  test('in order, whoever asks, and with the same call ids again', async () => {
    expect([textOf(await next([task])), textOf(await next(await messagesAfter(1)))]).toEqual(['one', 'two']);
    const third = await next(await messagesAfter(2));
    expect(await next(structuredClone(await messagesAfter(2)))).toEqual(third);
    expect(textOf(await next((await messagesAfter(3)).slice(0, 3)))).toBe('two');
  });

  test('no two calls of a conversation share an id, on another path neither', async () => {
    const messages = answered(
      await messagesAfter(3, 'sum first'),
      await next(await messagesAfter(3, 'sum first')),
    );
    const calls = messages.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.filter(isToolUse),
    );
    expect(calls).toHaveLength(5);
    expect(duplicateCallId(calls)).toBeNull();
  });

  test('when the path is over, that is an error which names the turn', async () => {
    const over = await messagesAfter(4, 'go on');
    await expect(next(over)).rejects.toMatchObject({
      code: 'scenario-has-no-reply',
      params: { scenario: 'tiny', turn: 5 },
    });
  });
});

describe('hints', () => {
  test.each([
    ['a hint', 2, 'Rounding belongs at the end.', 'rounding one'],
    ['a hint of two words', 2, 'please: SUM FIRST', 'rounding one'],
    ['another hint', 2, 'use a queue', 'queue one'],
    ['a hint for a later turn', 3, 'round it', 'late one'],
    ['a hint that comes too early', 1, 'round it', 'two'],
    ['words without a hint', 2, 'look around, go on', 'three'],
    ['no words at all', 2, undefined, 'three'],
  ])('%s', async (_, turn, said, expected) => {
    expect(textOf(await next(await messagesAfter(turn, said)))).toBe(expected);
  });

  test('the path goes on from there, and may be left for another', async () => {
    const first = await messagesAfter(2, 'round it');
    const second = answered(first, await next(first));
    expect(textOf(await next(second))).toBe('rounding two');
    const left = answered(first, await next(first), 'rather a queue');
    expect(textOf(await next(left))).toBe('queue one');
  });

  test('the task holds no hint, whatever it says; words beside it do', async () => {
    expect(textOf(await next([task]))).toBe('one');
    const texts = ['Fix it.', 'Really, fix it.'].map(text => ({ type: 'text', text }));
    expect(textOf(await next([{ role: 'user', content: texts }]))).toBe('queue one');
  });

  test('words in a message of their own count like words beside results', async () => {
    const messages: Message[] = [...(await messagesAfter(2)), { role: 'user', content: 'round it' }];
    expect(textOf(await next(messages))).toBe('rounding one');
  });
});

test('a reply says how it stopped and what it cost, reckoned from the words unless written', async () => {
  const replies = [
    await next([task]),
    await next(await messagesAfter(1)),
    await next(await messagesAfter(2)),
    await next(await messagesAfter(3)),
  ];
  expect(replies.map(reply => reply.stopReason)).toEqual(['tool_use', 'tool_use', 'tool_use', 'max_tokens']);
  expect(replies[2]?.usage).toEqual({ input_tokens: 4000, output_tokens: 7 });
  const [first, second] = replies.map(reply => reply.usage.input_tokens ?? 0);
  expect(second).toBeGreaterThan(first ?? 0);
});

describe('while it is written', () => {
  const withText = (text: string) => ({ ...scenario, replies: [{ text, calls: [], tokens: {} }] });

  test('words, thinking and calls arrive in pieces that make up the reply', async () => {
    const text = 'Several words, 🙂 more than fit into a single piece of a stream.\n\n  And   spaces.';
    const first = recorder();
    await next(await messagesAfter(1), first.watcher);
    expect(first.seen).toEqual({
      thinking: ['hm, what now'],
      text: ['two'],
      calls: ['read_file'],
      input: ['{"path":"b"}'],
    });
    const second = recorder();
    const model = scriptedModel(withText(text), { paceMs: 0 });
    await model.reply(request([task]), second.watcher, new AbortController().signal);
    expect(second.seen.text.join('')).toBe(text);
    expect(second.seen.text.length).toBeGreaterThan(3);
  });

  test.each([0, 60_000])('it stops with an AbortError at a pace of %i ms', async paceMs => {
    const stop = new AbortController();
    const model = scriptedModel(withText('a few words that make more than one piece'), { paceMs });
    const pending = model.reply(request([task]), { onText: () => stop.abort() }, stop.signal);
    if (paceMs > 0) stop.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });
});

function recorder() {
  const seen = {
    thinking: [] as string[],
    text: [] as string[],
    calls: [] as string[],
    input: [] as string[],
  };
  const watcher: ReplyWatcher = {
    onThinking: delta => seen.thinking.push(delta),
    onText: delta => seen.text.push(delta),
    onCall: call => seen.calls.push(call.name),
    onCallInput: (_, json) => seen.input.push(json),
  };
  return { seen, watcher };
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffMessages, isEmptyDiff, type MessagesDiff } from './diffMessages.ts';
import type { Block, Message, Messages } from './message.ts';

const text = (words: string): Block => ({ type: 'text', text: words });
const call = (id: string, name: string, input: unknown): Block => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: string): Block => ({ type: 'tool_result', tool_use_id: id, content });
const user = (...content: Block[]): Message => ({ role: 'user', content });
const assistant = (...content: Block[]): Message => ({ role: 'assistant', content });

/** `=0:0`, `-1`, `+2`, `~3:4`: a diff as a drawing. Changed messages list their blocks in brackets. */
function drawn({ entries }: MessagesDiff): string {
  const sign = { same: '=', added: '+', removed: '-', changed: '~' };
  return entries
    .map(({ kind, leftIndex, rightIndex, blocks }) => {
      const indices = [leftIndex, rightIndex].filter(index => index !== null).join(':');
      const inner = blocks.length > 0 ? `[${blocks.map(block => sign[block.kind]).join('')}]` : '';
      return `${sign[kind]}${indices}${inner}`;
    })
    .join(' ');
}

const task: Message = { role: 'user', content: 'Fix the failing invoice test' };
const read = assistant(
  text('I look at the code first.'),
  call('t1', 'read_file', { path: 'src/invoice.ts' }),
);
const readResult = user(result('t1', 'export const total = 1;'));
const run = assistant(text('Now the tests.'), call('t2', 'run_command', { command: 'node --test' }));
const runResult = user(result('t2', 'tests 9 pass 8 fail 1'));

describe('diffMessages, drawn', () => {
  test('a later turn of one line only adds', () => {
    const diff = diffMessages([task, read, readResult], [task, read, readResult, run, runResult]);
    expect(drawn(diff)).toBe('=0:0 =1:1 =2:2 +3 +4');
    expect(diff.summary).toEqual({ same: 3, added: 2, removed: 0, changed: 0 });
  });

  test('a message put in between shifts the rest, which stays the same', () => {
    const hint = user(text('Hint: rounding belongs after the sum.'));
    expect(drawn(diffMessages([task, read, readResult], [task, hint, read, readResult]))).toBe(
      '=0:0 +1 =1:2 =2:3',
    );
  });

  test('two forks share their past; what each did is removed and added', () => {
    const plan = assistant(
      text('Split billing and tax.'),
      call('t9', 'write_file', { path: 'src/billing.ts' }),
    );
    expect(drawn(diffMessages([task, read, readResult, run], [task, read, readResult, plan]))).toBe(
      '=0:0 =1:1 =2:2 -3 +3',
    );
  });

  test('an edited result is a change of its message, block by block', () => {
    const both = assistant(call('a', 'read_file', { path: 'a' }), call('b', 'read_file', { path: 'b' }));
    const left = [task, both, user(result('a', 'one'), result('b', 'two'))];
    const right = [task, both, user(result('a', 'one'), result('b', 'something else entirely'))];
    expect(drawn(diffMessages(left, right))).toBe('=0:0 =1:1 ~2:2[=~]');
  });

  test('the same call with another input and other words around it stays one message', () => {
    const left = [task, assistant(text('Let me see.'), call('t1', 'run_command', { command: 'ls' }))];
    const right = [
      task,
      assistant(text('Different idea'), call('t1', 'run_command', { command: 'node --test' })),
    ];
    expect(drawn(diffMessages(left, right))).toBe('=0:0 ~1:1[-+~]');
  });

  test('blocks in another order are one moved block, not the same', () => {
    const a = call('t1', 'task', { n: 1 });
    const b = call('t2', 'task', { n: 2 });
    const diff = diffMessages(
      [task, assistant(a, text('meanwhile'), b)],
      [task, assistant(a, b, text('meanwhile'))],
    );
    expect(diff.entries[1]?.kind).toBe('changed');
    expect(diff.entries[1]?.blocks.map(block => block.kind).toSorted()).toEqual([
      'added',
      'removed',
      'same',
      'same',
    ]);
  });

  test('ids that a backend uses again do not pull unlike turns together', () => {
    const pay = (to: string) => assistant(call('pay:0', 'pay', { to }));
    const done = (to: string) => user(result('pay:0', `paid ${to}`));
    const left = [task, pay('A'), done('A'), pay('B'), done('B')];
    expect(drawn(diffMessages(left, [task, pay('B'), done('B')]))).toBe('=0:0 -1 -2 =3:1 =4:2');
  });

  test('a system message in between is only paired with a system message', () => {
    const note: Message = { role: 'system', content: 'Fix the failing invoice test' };
    expect(drawn(diffMessages([task], [note]))).toBe('-0 +0');
  });

  test('unknown blocks are compared whole', () => {
    const left = [assistant({ type: 'block_of_2029', x: { deep: [1, 2] } })];
    const right = [assistant({ type: 'block_of_2029', x: { deep: [1, 3] } })];
    expect(drawn(diffMessages(left, left))).toBe('=0:0');
    expect(diffMessages(left, right).summary.same).toBe(0);
  });

  test('changed, added and removed messages are carried whole, same ones are not', () => {
    const diff = diffMessages([task, read], [task, run]);
    expect(diff.entries[0]).toEqual({
      kind: 'same',
      leftIndex: 0,
      rightIndex: 0,
      left: null,
      right: null,
      blocks: [],
    });
    expect(diff.entries.slice(1).map(entry => entry.left ?? entry.right)).toEqual([read, run]);
  });
});

describe('what is no change, and what is', () => {
  const mark = { cache_control: { type: 'ephemeral' } };

  test('cache marks on blocks, and on blocks inside a result', () => {
    const left = [user({ ...result('t1', ''), content: [text('long')] })];
    const right = [user({ ...result('t1', ''), content: [{ ...text('long'), ...mark }], ...mark })];
    expect(isEmptyDiff(diffMessages(left, right))).toBe(true);
  });

  test('a string and the one text block that a mark makes of it', () => {
    expect(isEmptyDiff(diffMessages([task], [user({ ...text(String(task.content)), ...mark })]))).toBe(true);
  });

  test('the order of keys', () => {
    const left = [assistant(call('t1', 'edit_file', { a: 1, b: 2 }))];
    expect(isEmptyDiff(diffMessages(left, [assistant(call('t1', 'edit_file', { b: 2, a: 1 }))]))).toBe(true);
  });

  test('a key named cache_control inside an input is content', () => {
    const left = [assistant(call('t1', 'http', { headers: {} }))];
    const right = [assistant(call('t1', 'http', { headers: {}, cache_control: 'no-store' }))];
    expect(drawn(diffMessages(left, right))).toBe('~0:0[~]');
  });

  test('another signature under the same thinking is a change', () => {
    const thinking = (signature: string) => ({
      type: 'thinking',
      thinking: 'Both callers round.',
      signature,
    });
    const left = [assistant(thinking('S1'), text('ok'))];
    expect(drawn(diffMessages(left, [assistant(thinking('S2'), text('ok'))]))).toBe('~0:0[~=]');
  });
});

describe('diffMessages, for any messages', () => {
  const words = fc.constantFrom('ok', 'round once', 'the sum, then the tax', '', 'read the test again');
  const id = fc.constantFrom('t1', 't2', 't3', 't4');
  const block: fc.Arbitrary<Block> = fc.oneof(
    words.map(text),
    fc.tuple(id, words).map(([callId, path]) => call(callId, 'read_file', { path })),
    fc.tuple(id, words).map(([callId, content]) => result(callId, content)),
    words.map(signature => ({ type: 'thinking', thinking: 'hm', signature })),
  );
  const message: fc.Arbitrary<Message> = fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const, 'system' as const),
    content: fc.oneof(words, fc.array(block, { maxLength: 4 })),
  });
  const messages = fc.array(message, { maxLength: 14 });

  test('applied to the left it gives the right', () => {
    fc.assert(
      fc.property(messages, messages, (left, right) => {
        const diff = diffMessages(left, right);
        expect(withBlocks(applyDiff(left, diff))).toEqual(withBlocks(right));
        const seen = diff.entries.flatMap(entry => entry.leftIndex ?? []);
        expect(seen).toEqual(left.map((_, index) => index));
      }),
    );
  });

  test('the blocks of a changed message lead from one side to the other', () => {
    fc.assert(
      fc.property(messages, messages, (left, right) => {
        for (const entry of diffMessages(left, right).entries.filter(({ kind }) => kind === 'changed')) {
          const { blocks } = entry;
          expect(blocks.flatMap(({ left: before }) => before ?? [])).toEqual(
            entry.left && contentOf(entry.left),
          );
          expect(blocks.flatMap(({ right: after }) => after ?? [])).toEqual(
            entry.right && contentOf(entry.right),
          );
        }
      }),
    );
  });

  test('nothing differs from itself', () => {
    fc.assert(fc.property(messages, same => isEmptyDiff(diffMessages(same, structuredClone(same)))));
  });

  test('swapped sides swap what was added and what was removed', () => {
    const mirror = { same: 'same', added: 'removed', removed: 'added', changed: 'changed' } as const;
    fc.assert(
      fc.property(messages, messages, (left, right) => {
        const places = (diff: MessagesDiff) =>
          diff.entries.map(entry => `${entry.kind} ${entry.leftIndex} ${entry.rightIndex}`).toSorted();
        const swapped = diffMessages(right, left).entries.map(entry => ({
          ...entry,
          kind: mirror[entry.kind],
          leftIndex: entry.rightIndex,
          rightIndex: entry.leftIndex,
        }));
        expect(places({ ...diffMessages(left, right), entries: swapped })).toEqual(
          places(diffMessages(left, right)),
        );
      }),
    );
  });
});

describe('the cost is bounded', () => {
  const turns = (count: number, name: string) =>
    Array.from({ length: count }, (_, turn) => [
      assistant(
        text(`${name} step ${turn}`),
        call(`${name}-${turn}`, 'edit_file', { path: `${name}/${turn}.ts` }),
      ),
      user(result(`${name}-${turn}`, `${name} edited ${turn} `.repeat(40))),
    ]).flat();

  test('forks of 150 turns without anything alike', () => {
    const diff = diffMessages([task, ...turns(150, 'left')], [task, ...turns(150, 'right')]);
    expect(diff.summary.same).toBe(1);
  });

  test('thousands of turns with changes at both ends are split at what stands once', () => {
    const past = turns(2500, 'shared');
    const diff = diffMessages([task, ...past], [user(text('Another task altogether')), ...past, run]);
    expect(diff.summary).toEqual({ same: 5000, added: 2, removed: 1, changed: 0 });
  });

  test('thousands of changed messages are paired by their call ids', () => {
    const reworded = (message: Message): Message => ({
      ...message,
      content: contentOf(message).map(block => ({ ...block, note: 'reworded' })),
    });
    const past = turns(600, 'shared').filter(({ role }) => role === 'assistant');
    const diff = diffMessages([task, ...past, run], [read, ...past.map(reworded)]);
    expect(diff.summary.changed).toBe(600);
  });
});

function contentOf(message: Message): Block[] {
  return typeof message.content === 'string' ? [text(message.content)] : message.content;
}

function withBlocks(messages: Messages): Message[] {
  return messages.map(message => ({ ...message, content: contentOf(message) }));
}

/** What a reader of the reply can do with it: the right side from the left one. */
function applyDiff(left: Messages, diff: MessagesDiff): Message[] {
  return diff.entries.flatMap(entry => {
    if (entry.kind === 'removed') return [];
    const kept = entry.kind === 'same' ? left[entry.leftIndex ?? -1] : entry.right;
    return kept ? [kept] : [];
  });
}

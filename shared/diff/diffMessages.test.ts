import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block, Message, Messages } from '../message.ts';
import { diffMessages } from './diffMessages.ts';
import { isEmptyDiff, type MessageDiff, type MessagesDiff } from './messagesDiff.ts';

const text = (words: string): Block => ({ type: 'text', text: words });
const call = (id: string, name: string, input: unknown): Block => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: string): Block => ({ type: 'tool_result', tool_use_id: id, content });
const user = (...content: Block[]): Message => ({ role: 'user', content });
const assistant = (...content: Block[]): Message => ({ role: 'assistant', content });

/**
 * `=0:0`, `=0:0×3` (a stretch), `-1`, `+2`, `~3:4`, `<1:3` (moved away), `>1:3` (moved here): a diff as a drawing.
 * Changed messages list their blocks in brackets.
 */
function drawn({ entries }: MessagesDiff): string {
  const sign = { same: '=', added: '+', removed: '-', changed: '~', 'moved-away': '<', 'moved-here': '>' };
  return entries
    .map(({ kind, leftIndex, rightIndex, count, blocks }) => {
      const indices = [leftIndex, rightIndex].filter(index => index !== null).join(':');
      const inner = blocks.length > 0 ? `[${blocks.map(block => sign[block.kind]).join('')}]` : '';
      return `${sign[kind]}${indices}${count > 1 ? `×${count}` : ''}${inner}`;
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
    expect(drawn(diff)).toBe('=0:0×3 +3 +4');
    expect(diff.summary).toEqual({ same: 3, added: 2, removed: 0, changed: 0, moved: 0 });
  });

  test('a message put in between shifts the rest, which stays the same', () => {
    const hint = user(text('Hint: rounding belongs after the sum.'));
    expect(drawn(diffMessages([task, read, readResult], [task, hint, read, readResult]))).toBe(
      '=0:0 +1 =1:2×2',
    );
  });

  test('two forks share their past; what each did is removed and added', () => {
    const plan = assistant(
      text('Split billing and tax.'),
      call('t9', 'write_file', { path: 'src/billing.ts' }),
    );
    expect(drawn(diffMessages([task, read, readResult, run], [task, read, readResult, plan]))).toBe(
      '=0:0×3 -3 +3',
    );
  });

  test('an edited result is a change of its message, block by block', () => {
    const both = assistant(call('a', 'read_file', { path: 'a' }), call('b', 'read_file', { path: 'b' }));
    const left = [task, both, user(result('a', 'one'), result('b', 'two'))];
    const right = [task, both, user(result('a', 'one'), result('b', 'something else entirely'))];
    expect(drawn(diffMessages(left, right))).toBe('=0:0×2 ~2:2[=~]');
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
    expect(drawn(diff)).toBe('=0:0 ~1:1[=>=<]');
  });

  test('ids that a backend uses again do not pull unlike turns together', () => {
    const pay = (to: string) => assistant(call('pay:0', 'pay', { to }));
    const done = (to: string) => user(result('pay:0', `paid ${to}`));
    const left = [task, pay('A'), done('A'), pay('B'), done('B')];
    expect(drawn(diffMessages(left, [task, pay('B'), done('B')]))).toBe('=0:0 -1 -2 =3:1×2');
  });

  test('a message that was put elsewhere has moved: it stands at both places', () => {
    const hint = user(text('Hint: rounding belongs after the sum.'));
    const diff = diffMessages([task, hint, read, readResult, run], [task, read, readResult, hint, run]);
    expect(drawn(diff)).toBe('=0:0 <1:3 =2:1×2 >1:3 =4:4');
    expect(diff.summary).toEqual({ same: 4, added: 0, removed: 0, changed: 0, moved: 1 });
    expect(diff.entries.map(({ left, right }) => left ?? right)).toEqual([null, hint, null, hint, null]);
  });

  test('two that changed places: one of them moved', () => {
    const [one, two] = [user(text('one')), user(text('two'))];
    expect(drawn(diffMessages([task, one, two], [task, two, one]))).toMatch(
      /^=0:0 (<1:2 =2:1 >1:2|>2:1 =1:2 <2:1)$/,
    );
  });

  test('what is said again and again keeps its order', () => {
    const ok = user(text('ok'));
    const left = [ok, read, ok, readResult, ok];
    expect(drawn(diffMessages(left, [read, ok, readResult, ok]))).toBe('-0 =1:0×4');
    expect(drawn(diffMessages([ok, ok, ok], [ok, ok]))).toBe('=0:0×2 -2');
  });

  test('reworded messages are found by what they say, whatever stands before them', () => {
    const asked = (what: string) => user(text(`Please look at the ${what} of the invoice once more`));
    const left = [asked('rounding'), asked('currency'), asked('address')];
    const right = [user(text('Stop.')), asked('currency rate'), asked('address line')];
    expect(drawn(diffMessages(left, right))).toBe('-0 +0 ~1:1[~] ~2:2[~]');
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
      count: 1,
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

/** Two arrays as two scenes are: the second made from the first by a few edits. */
const related = fc
  .tuple(messages, fc.array(fc.tuple(fc.nat(), fc.nat(), message), { maxLength: 4 }))
  .map(([left, edits]): [Message[], Message[]] => {
    const right = structuredClone(left);
    for (const [kind, at, other] of edits) {
      const place = at % (right.length + 1);
      if (kind % 4 === 0) right.splice(place, 0, other);
      else if (kind % 4 === 1) right.splice(place, 1);
      else if (kind % 4 === 2) right.splice(place, 1, other);
      else right.push(...right.splice(place, 1));
    }
    return [left, right];
  });
const sides = fc.oneof(fc.tuple(messages, messages), related);

describe('diffMessages, for any messages', () => {
  test('applied to the left it gives the right', () => {
    fc.assert(
      fc.property(sides, ([left, right]) => {
        const { entries } = diffMessages(left, right);
        expect(withBlocks(applyDiff(left, entries))).toEqual(withBlocks(right));
        const seen = entries.flatMap(({ kind, leftIndex, count }) =>
          leftIndex === null || kind === 'moved-here' ? [] : range(leftIndex, count),
        );
        expect(seen).toEqual(range(0, left.length));
      }),
    );
  });

  test('the same where white space is ignored, but for white space', () => {
    const spaced = fc.constantFrom('round once', 'roundonce', 'round\n  once', 'the sum', 'the\tsum');
    const spacedMessages = fc.array(
      fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: spaced }),
    );
    const spaceless = (list: Messages) => JSON.stringify(list).replaceAll(/\s|\\[nt]/g, '');
    fc.assert(
      fc.property(spacedMessages, spacedMessages, (left, right) => {
        const { entries } = diffMessages(left, right, { ignoreSpace: true });
        expect(spaceless(applyDiff(left, entries))).toBe(spaceless(right));
      }),
    );
  });

  test('what moved stands at both places with both indices, and is the same there', () => {
    fc.assert(
      fc.property(sides, ([left, right]) => {
        const { entries, summary } = diffMessages(left, right);
        const placesOf = (kind: string) =>
          entries
            .filter(entry => entry.kind === kind)
            .map(entry => `${entry.leftIndex} ${entry.rightIndex}`)
            .toSorted();
        expect(placesOf('moved-away')).toEqual(placesOf('moved-here'));
        expect(summary.moved).toBe(placesOf('moved-here').length);
        for (const { kind, leftIndex, rightIndex } of entries) {
          if (kind !== 'moved-here') continue;
          const [from, to] = [left[leftIndex ?? -1], right[rightIndex ?? -1]];
          expect(diffMessages(from ? [from] : [], to ? [to] : []).summary.same).toBe(1);
        }
      }),
    );
  });

  test('the blocks of a changed message lead from one side to the other', () => {
    fc.assert(
      fc.property(sides, ([left, right]) => {
        const changed = diffMessages(left, right).entries.filter(({ kind }) => kind === 'changed');
        for (const { blocks, left: before, right: after } of changed) {
          expect(blocks.flatMap(block => block.left ?? [])).toEqual(before && contentOf(before));
          expect(blocks.flatMap(block => block.right ?? [])).toEqual(after && contentOf(after));
          expect(blocks.some(block => block.kind !== 'same') || before?.role === after?.role).toBe(true);
        }
      }),
    );
  });

  test('nothing differs from itself', () => {
    fc.assert(fc.property(messages, same => isEmptyDiff(diffMessages(same, structuredClone(same)))));
  });

  test('swapped sides swap what was added and what was removed', () => {
    const mirror = {
      same: 'same',
      added: 'removed',
      removed: 'added',
      changed: 'changed',
      'moved-away': 'moved-here',
      'moved-here': 'moved-away',
    } as const;
    fc.assert(
      fc.property(sides, ([left, right]) => {
        const places = (diff: MessagesDiff) =>
          diff.entries
            .map(entry => `${entry.kind} ${entry.leftIndex} ${entry.rightIndex} ${entry.count}`)
            .toSorted();
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
  test('what both share costs one check a message, and each message that differs at most two comparisons', () => {
    fc.assert(
      fc.property(sides, ([left, right]) => {
        const compared = { digests: 0, words: 0 };
        const { summary } = diffMessages(left, right, {}, compared);
        const { same, added, removed, changed, moved } = summary;
        const differing = added + removed + changed + 2 * moved;
        expect(compared.digests + compared.words).toBeLessThanOrEqual(same + 2 * differing);
      }),
      { numRuns: 500 },
    );
  });

  test('ten times the shared past is ten times the checks, and not one comparison more', () => {
    const forks = (past: number) => {
      const compared = { digests: 0, words: 0 };
      const shared = [task, ...turns(past, 'shared')];
      const left = [...shared, ...turns(40, 'left')];
      diffMessages(left, [...structuredClone(shared), ...turns(50, 'right')], {}, compared);
      return { ...compared, shared: shared.length };
    };
    const [short, long] = [forks(50), forks(500)];
    expect(long.words).toBe(short.words);
    expect(long.digests - long.shared).toBe(short.digests - short.shared);
    expect(short.words).toBeLessThanOrEqual(2 * 90);
  });

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
    expect(diff.summary).toEqual({ same: 5000, added: 2, removed: 1, changed: 0, moved: 0 });
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
function applyDiff(left: Messages, entries: readonly MessageDiff[]): Message[] {
  return entries.flatMap(({ kind, leftIndex, count, right }) => {
    if (kind === 'same') return left.slice(leftIndex ?? 0, (leftIndex ?? 0) + count);
    return right ? [right] : [];
  });
}

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

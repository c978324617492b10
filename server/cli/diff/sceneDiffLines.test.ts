import { describe, expect, test } from 'vitest';
import type { RequestSettings } from '../../../shared/checkpoint.ts';
import { diffMessages } from '../../../shared/diff/diffMessages.ts';
import { diffSettings } from '../../../shared/diff/diffSettings.ts';
import type { SceneDiff } from '../../../shared/diff/sceneDiff.ts';
import type { Block, Message } from '../../../shared/message.ts';
import type { SceneRow } from '../../../shared/rows.ts';
import { blankScene } from '../../../shared/testing/blankRows.ts';
import { toTerminal } from '../paint.ts';
import { linesOfSceneDiff } from './sceneDiffLines.ts';

interface Side {
  messages: Message[];
  request?: RequestSettings;
}

const row: SceneRow = {
  ...blankScene,
  id: 'main/1',
  branch: 'main',
  turn: 1,
  point: 'B',
  parent: null,
  file: 'turn-001-B.json',
};

function sceneDiff(left: Side, right: Side, more: Partial<SceneDiff> = {}): SceneDiff {
  const counts = ({ messages }: Side) => ({
    messages: messages.length,
    tokens: 1000 * messages.length,
    calls: 1,
  });
  return {
    left: row,
    right: row,
    runs: { left: 'r', right: 'r' },
    addresses: { left: 'main:1-B', right: 'main:2-B' },
    counts: { left: counts(left), right: counts(right) },
    diff: diffMessages(left.messages, right.messages),
    settings: diffSettings(left, right),
    passedOver: [],
    ...more,
  };
}

const plain = { ignoreSpace: false, onlyChanges: false };
/** What a terminal without colours shows. */
function shown(diff: SceneDiff, writing = plain): string[] {
  return linesOfSceneDiff(diff, writing).map(line => toTerminal(line, false));
}
/** The same behind the three lines of the head. */
const changesOf = (left: Message[], right: Message[], writing = plain) =>
  shown(sceneDiff({ messages: left }, { messages: right }), writing).slice(3);

const task: Message = { role: 'user', content: 'Fix the test' };
const said = (text: string): Message => ({ role: 'user', content: text });
const called = (input: unknown): Message => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id: 't1', name: 'write_file', input }],
});
const answered = (content: string, more: Partial<Block> = {}): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't1', content, ...more }],
});

describe('the head', () => {
  test('both scenes, in numbers', () => {
    expect(shown(sceneDiff({ messages: [task] }, { messages: [task, said('Go on')] }))).toEqual([
      'main:1-B → main:2-B',
      'messages 1 → 2 (+1)   tokens 1,000 → 2,000 (+1,000)   calls 1',
      '1 added, 0 removed, 0 changed, 1 the same',
      '  1 message the same',
      '@ – 1  user',
      '  + Go on',
    ]);
  });

  test('runs are named where there are two', () => {
    const runs = { left: 'one', right: 'two' };
    const diff = sceneDiff({ messages: [task] }, { messages: [] }, { runs });
    expect(shown(diff)[0]).toBe('one/main:1-B → two/main:2-B');
  });

  test('no difference, and none but what was passed over', () => {
    const same = { messages: [task] };
    expect(shown(sceneDiff(same, same))).toEqual(['No difference.']);
    expect(shown(sceneDiff(same, same, { passedOver: ['cache-marks', 'white-space'] }))).toEqual([
      'No difference but for cache marks and white space.',
    ]);
  });
});

describe('messages', () => {
  test('what moved is named at both places', () => {
    const [hint, more] = [said('A hint'), [said('one'), said('two')]];
    expect(changesOf([hint, ...more], [...more, hint])).toEqual([
      '@ 0 2  user, moved to 2',
      '  < A hint',
      '  2 messages the same',
      '@ 0 2  user, moved from 0',
      '  > A hint',
    ]);
  });

  test('the input of a call by its keys, long texts in it by lines', () => {
    const lines = (rate: string) =>
      `const a = 1;\nconst b = 2;\nconst c = 3;\nconst rate = ${rate};\nexport default rate;`;
    const left = called({ path: 'a.ts', content: lines('0.1'), old: true, mode: 420 });
    const right = called({ path: 'a.ts', content: lines('0.13'), mode: 511 });
    expect(changesOf([left], [right])).toEqual([
      '@ 0 0  assistant',
      '  ~ call t1: write_file',
      '    ~ content',
      '        const a = 1;',
      '        const b = 2;',
      '        const c = 3;',
      '      - const rate = 0.1;',
      '      + const rate = 0.13;',
      '        export default rate;',
      '    - old: true',
      '    ~ mode: 420 → 511',
      '      … 1 the same',
    ]);
  });

  test('a result that is JSON by its structure, and that it failed', () => {
    const left = answered('{"total": 10, "lines": [1, 2, 3]}');
    const right = answered('{"lines": [1, 2, 3, 4], "total": 10}', { is_error: true });
    expect(changesOf([left], [right], { ...plain, onlyChanges: true })).toEqual([
      '@ 0 0  user',
      '  ~ result of t1',
      '    ~ no error → an error',
      '    ~ lines',
      '      + [3]: 4',
    ]);
  });

  test('differing words of a line are underlined in its colour', () => {
    const [line] = linesOfSceneDiff(
      sceneDiff({ messages: [said('Round each line')] }, { messages: [said('Round the line')] }),
      plain,
    ).slice(5);
    expect(toTerminal(line ?? '', true)).toBe('\u001b[31m    - Round \u001b[4meach\u001b[24m line\u001b[39m');
  });

  test('equal lines far from a change are counted; with only changes nothing is said of them', () => {
    const text = (end: string) =>
      said(`${Array.from({ length: 9 }, (_, at) => `line ${at}`).join('\n')}\n${end}`);
    expect(changesOf([text('old end')], [text('new end')])).toEqual([
      '@ 0 0  user',
      '  ~ text',
      '      … 7 lines the same',
      '      line 7',
      '      line 8',
      '    - old end',
      '    + new end',
    ]);
    expect(
      changesOf([task, text('old end')], [task, text('new end')], { ...plain, onlyChanges: true }),
    ).toEqual(['@ 1 1  user', '  ~ text', '    - old end', '    + new end']);
  });

  test('white space is no change where it is ignored', () => {
    const [left, right] = [said('if (a) {\n  b();\n}\nend'), said('if (a) {\n      b();\n}\nthe end')];
    const diff = sceneDiff({ messages: [left] }, { messages: [right] });
    expect(shown(diff, { ...plain, ignoreSpace: true }).slice(5)).toEqual([
      '      if (a) {',
      '            b();',
      '      }',
      '    - end',
      '    + the end',
    ]);
  });

  test('control and bidirectional characters are seen, also where they are what differs', () => {
    const [left, right] = [said('ok txt'), said('ok \u202Etxt\u001b[2J')];
    const lines = changesOf([left], [right]).join('\n');
    expect(lines).toContain('<202E>');
    expect(lines).toContain('<001B>[2J');
    expect(['\u001b', '\u202e'].filter(character => lines.includes(character))).toEqual([]);
  });

  test('what is too much to be compared shows where it parts', () => {
    const long = 'x'.repeat(30_000);
    const lines = changesOf([answered(`${long}one`)], [answered(`${long}two`)]);
    expect(lines[2]).toBe(
      '    too long a line to be compared; the first 30,000 characters and the last 0 are the same; where they part:',
    );
    expect(lines[3]).toMatch(/^ {4}- x{200}one$/);
    expect(lines[4]).toMatch(/^ {4}\+ x{200}two$/);
  });
});

test('request settings stand before the messages', () => {
  const tool = (name: string, more = {}) => ({ name, description: 'does it', ...more });
  const left = {
    messages: [task],
    request: { model: 'a', system: 'Be brief.', tools: [tool('run'), tool('old')] },
  };
  const right = {
    messages: [task],
    request: {
      model: 'b',
      system: 'Be brief.',
      thinking: null,
      tools: [tool('run', { strict: true }), tool('new')],
    },
  };
  expect(shown(sceneDiff(left, right)).slice(3)).toEqual([
    'request settings',
    '  ~ model: "a" → "b"',
    '  + thinking: null',
    '  ~ tool run',
    '    + strict: true',
    '      … 2 the same',
    '  - tool old',
    '  + tool new',
    '  1 message the same',
  ]);
  const unknown = shown(sceneDiff({ messages: [task] }, { ...right, messages: [] }));
  expect(unknown).toContain('  not kept by the first scene, so not compared');
});

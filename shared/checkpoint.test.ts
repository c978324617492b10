import { describe, expect, test } from 'vitest';
import {
  type Checkpoint,
  checkpointFileName,
  checkpointFromJson,
  isOwnId,
  parseCheckpointFileName,
  sceneIdOf,
} from './checkpoint.ts';

/** Records as they were written at each version. None may ever stop opening. */
const recorded = {
  unversioned: { messages: [{ role: 'user', content: 'tidy the logs' }] },
  version0: { version: 0, task: 'tidy', turns: 0, messages: [{ role: 'user', content: 'tidy' }] },
  version1: {
    version: 1,
    task: 'tidy the logs',
    turns: 1,
    tokensUsed: 120,
    messages: [
      { role: 'user', content: 'tidy the logs' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'shell', input: { cmd: 'ls' } }] },
    ],
    pendingToolUse: { id: 't1', name: 'shell', input: { cmd: 'ls' } },
  },
};

describe('the door for checkpoints', () => {
  test.each(Object.entries(recorded))('opens what was recorded as %s', (_, record) => {
    expect(checkpointFromJson(record, 'turn-000-B.json')).toMatchObject({
      version: 1,
      messages: record.messages,
    });
  });

  test('fills in what other programs leave out', () => {
    const messages = recorded.version1.messages;
    expect(checkpointFromJson({ messages }, 'x')).toMatchObject({
      task: 'tidy the logs',
      turns: 1,
      tokensUsed: 0,
      pendingToolUse: { id: 't1' },
    });
  });

  test('refuses a newer version and says which', () => {
    expect(() => checkpointFromJson({ version: 2, messages: [] }, 'turn-007-A.json')).toThrow(
      expect.objectContaining({
        code: 'newer-version',
        params: { where: 'turn-007-A.json', version: 2, known: 1 },
      }),
    );
  });

  test.each([
    [null],
    [[]],
    ['text'],
    [{}],
    [{ messages: 'no' }],
    [{ messages: [{ role: 'robot', content: '' }] }],
  ])('refuses %j', value =>
    expect(() => checkpointFromJson(value, 'x')).toThrow(expect.objectContaining({ code: 'bad-shape' })),
  );

  test('keeps unknown blocks and fields in their order', () => {
    const content = [
      { type: 'thinking', thinking: '', signature: 'S1' },
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'block_of_2029', x: 1 },
      { name: 'read', type: 'tool_use', input: {}, id: 't1' },
    ];
    const record = { theirs: true, messages: [{ role: 'assistant', content, extra: 1 }] };
    const read = checkpointFromJson(record, 'x');
    expect(JSON.stringify(read.messages)).toBe(JSON.stringify(record.messages));
    expect(read.theirs).toBe(true);
  });
});

describe('ids', () => {
  const checkpoint: Checkpoint = checkpointFromJson(recorded.version1, 'x');
  const named = (name: string, change: object = {}): Checkpoint => ({
    ...checkpoint,
    id: sceneIdOf('abcdefghij', name, checkpoint),
    ...change,
  });

  test('hold for the file they were made for, other fields apart', () => {
    expect(isOwnId('turn-001-A.json', named('turn-001-A.json'))).toBe(true);
    expect(isOwnId('turn-001-A.json', named('turn-001-A.json', { model: 'other' }))).toBe(true);
  });

  test.each([
    ['another name', 'turn-002-A.json', {}],
    ['other words', 'turn-001-A.json', { messages: [] }],
    ['another count', 'turn-001-A.json', { turns: 2 }],
    ['other tokens', 'turn-001-A.json', { tokensUsed: 7 }],
    ['no pending call', 'turn-001-A.json', { pendingToolUse: null }],
    ['an id of another form', 'turn-001-A.json', { id: 'x' }],
  ])('do not hold for %s', (_, name, change) => {
    expect(isOwnId(name, named('turn-001-A.json', change))).toBe(false);
  });
});

describe('file names', () => {
  test.each([
    [0, 'B', 'turn-000-B.json'],
    [14, 'A', 'turn-014-A.json'],
    [1000, 'B', 'turn-1000-B.json'],
  ] as const)('%i-%s', (turn, point, name) => {
    expect(checkpointFileName(turn, point)).toBe(name);
    expect(parseCheckpointFileName(name)).toEqual({ turn, point });
  });

  test.each([
    'turn-014.json',
    'turn-14-C.json',
    '.turn-014-A.json.tmp',
    'turn-014-A.json~',
    'handpicked.json',
  ])('%s is none', name => expect(parseCheckpointFileName(name)).toBeNull());
});

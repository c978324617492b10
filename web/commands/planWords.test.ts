import { expect, test } from 'vitest';
import type { RestoreEntry } from '../../shared/capture.ts';
import type { Plan } from '../../shared/plan.ts';
import { doubtfulPaths, filesText, gitText, keepText, sendText, turnsText } from './planWords.ts';

const entry = (path: string, action: RestoreEntry['action'] = 'write'): RestoreEntry => ({
  path,
  change: 'changed',
  before: null,
  after: null,
  action,
  why: null,
});

const plan = (files: Partial<Plan['files']>, messages: Partial<Plan['messages']> = {}): Plan => ({
  action: 'rewind',
  branch: 'main',
  target: { address: 'main:14-B', scene: 's' },
  digest: 'd',
  messages: {
    count: 29,
    tail: [],
    problems: [],
    isRepaired: false,
    changes: [],
    repair: [],
    repairCount: 0,
    ...messages,
  },
  leftBehind: [],
  files: { restore: 'both', refused: null, entries: [], copiedBytes: null, ...files },
  effects: [],
  cost: { tokensSpent: 1, nextRequestTokens: 5640 },
  pending: [],
  effectsMode: 'live',
  settings: { model: null, system: null, maxTokens: 16_000, tools: [], known: [] },
  preflight: [],
});

test.each([
  [[], 'no turn'],
  [[15], 'turn 15'],
  [[15, 16, 17], 'turns 15 to 17'],
  [[5, 3, 6, 6], 'turn 3, turns 5 to 6'],
])('%j reads “%s”', (turns, text) => {
  expect(turnsText(turns)).toBe(text);
});

test('what is kept counts turns and tokens, each in its own number', () => {
  expect(keepText(1, 5640)).toBe('1 turn; 5.6k tokens are spent already');
  expect(keepText(2, 1)).toBe('2 turns; 1 token is spent already');
  expect(keepText(0, 1)).toBe('the task, before any turn');
});

test('files that are touched are named, the rest counted; what stays is none of them', () => {
  const entries = [entry('a'), entry('b', 'conflict'), entry('c'), entry('d', 'delete'), entry('e', 'keep')];
  expect(filesText(plan({ entries }), 'rewind', '14-B')).toBe('a, b, c, and 1 more (4 files, 1 conflict)');
});

test('files that changed not known by whom are those a person may claim', () => {
  const doubtful = { ...entry('b', 'conflict'), why: 'not-known-by-whom' };
  const entries = [entry('a', 'conflict'), doubtful, entry('c')];
  expect(doubtfulPaths(plan({ entries }))).toEqual(['b']);
});

test('a HEAD that has moved since is named, with what was committed after', () => {
  const was = { commit: 'a'.repeat(40), ref: 'refs/heads/main' };
  const is = { commit: 'b'.repeat(40), ref: null };
  const moved = (commitsAfter: number | null) => gitText(plan({ git: { was, is, commitsAfter } }));
  expect(gitText(plan({}))).toBeNull();
  expect(moved(2)).toMatch(/^HEAD was main \(aaaaaaa\), is bbbbbbb now, 2 commits after\b/);
  expect(moved(1)).toContain('1 commit after');
  expect(moved(null)).not.toContain('after');
});

test('a path that plays with direction is shown as it is', () => {
  expect(filesText(plan({ entries: [entry('a\u202Eb')] }), 'rewind', '14-B')).toContain('a[U+202E]b');
});

test('where no file goes back the line says why', () => {
  expect(filesText(plan({ refused: 'capture-failed' }), 'rewind', '14-B')).toContain('capture failed');
  expect(filesText(plan({ restore: 'conversation' }), 'rewind', '14-B')).toContain('stay as they are');
  expect(filesText(plan({}), 'fork', '14-B')).toContain('a folder of its own');
});

test('what is sent says whether it is legal as it stands', () => {
  const problem = { code: 'dangling-call', messageIndex: 1, blockIndex: 0, callId: 'x' } as const;
  const broken = { problems: [{ ...problem, severity: 'error' as const }] };
  expect(sendText(plan({}))).toBe('29 messages, about 5.6k tokens');
  expect(sendText(plan({}, broken))).toContain('not legal');
  expect(sendText(plan({}, { ...broken, isRepaired: true }))).toContain('repaired copy');
  expect(sendText(plan({}, { problems: [{ ...problem, severity: 'warning' }] }))).not.toContain('legal');
});

import { describe, expect, test } from 'vitest';
import { BRANCH_VERSION, type BranchRecord } from './branch.ts';
import { type BranchFacts, branchRow, endsOnReply } from './branchRow.ts';
import type { SceneRow } from './rows.ts';
import { blankQuestion, blankScene } from './testing/blankRows.ts';

function head(change: Partial<SceneRow> = {}): SceneRow {
  return {
    ...blankScene,
    id: 'h',
    branch: 'main',
    turn: 3,
    point: 'B',
    parent: null,
    file: 'checkpoints/turn-003-B.json',
    model: 'model-of-head',
    stopReason: 'end_turn',
    messageCount: 2,
    ...change,
  };
}

function record(change: Partial<BranchRecord> = {}): BranchRecord {
  return {
    version: BRANCH_VERSION,
    name: 'main',
    parent: null,
    origin: null,
    moves: [],
    head: 'h',
    effects: 'live',
    settings: {},
    pendingInput: null,
    decisions: null,
    outcome: null,
    ...change,
  };
}

function row(change: Partial<BranchFacts> = {}) {
  return branchRow({
    name: 'main',
    record: null,
    parent: null,
    origin: null,
    head: head(),
    headEndsOnReply: true,
    owner: null,
    questions: [],
    problem: null,
    ...change,
  });
}

const limit = {
  scene: 'h',
  state: 'limit' as const,
  problem: { code: 'limit-reached', params: { limit: 'turns', value: 3 } },
  at: '',
};

describe('state of a branch', () => {
  test('is running while somebody alive writes it, whatever was recorded', () => {
    expect(row({ owner: 'process 1 on host', record: record({ outcome: limit }) }).state).toBe('running');
  });

  test('is the recorded outcome, with its reason, until the head moves on', () => {
    expect(row({ record: record({ outcome: limit }) })).toMatchObject({
      state: 'limit',
      problem: { code: 'limit-reached' },
    });
    expect(row({ record: record({ outcome: { ...limit, scene: 'older' } }) })).toMatchObject({
      state: 'done',
      problem: null,
    });
  });

  test.each([
    ['end_turn', 'done'],
    [null, 'done'],
    ['constructor', 'done'],
    ['pause_turn', 'interrupted'],
    ['max_tokens', 'interrupted'],
    ['refusal', 'refused'],
    ['model_context_window_exceeded', 'context-full'],
  ])('after a last reply that stopped with %s is %s', (stopReason, state) => {
    expect(row({ head: head({ stopReason }) }).state).toBe(state);
  });

  test('is waiting while a question about the head is open, whatever was recorded', () => {
    const questions = [blankQuestion({ scene: 'h' })];
    expect(row({ questions, record: record({ outcome: limit }) }).state).toBe('waiting');
    expect(row({ questions, owner: 'process 1 on host' }).state).toBe('running');
    const answer = { kind: 'approve' as const, input: null, why: null, at: '' };
    const closed = [{ answer }, { voidedAt: '2026-01-01' }, { branch: 'plan-b' }, { scene: 'older' }];
    for (const change of closed) {
      const others = [blankQuestion({ scene: 'h', ...change })];
      expect(row({ questions: others, headEndsOnReply: false }).state).toBe('interrupted');
    }
  });

  test('is interrupted where something is left to do, and where there is no head', () => {
    expect(row({ headEndsOnReply: false }).state).toBe('interrupted');
    expect(row({ head: null }).state).toBe('interrupted');
  });
});

test('a branch without a record asks, and takes its model from its head', () => {
  expect(row()).toMatchObject({ effects: 'ask', model: 'model-of-head', kind: 'main', moves: [] });
  expect(row({ name: 'b', record: record({ settings: { model: 'm' } }) })).toMatchObject({
    effects: 'live',
    model: 'm',
    kind: 'fork',
  });
});

test('only a last reply without calls ends a run', () => {
  const call = { type: 'tool_use', id: 't', name: 'grep', input: {} };
  expect(endsOnReply([{ role: 'assistant', content: 'bye' }])).toBe(true);
  expect(endsOnReply([{ role: 'assistant', content: [call] }])).toBe(false);
  expect(
    endsOnReply([
      { role: 'assistant', content: 'bye' },
      { role: 'user', content: 'wait' },
    ]),
  ).toBe(false);
  expect(endsOnReply([])).toBe(false);
});

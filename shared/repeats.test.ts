import { describe, expect, test } from 'vitest';
import { digestOfValue } from './digest.ts';
import type { Effect, JournalEnded, JournalOpen } from './effect.ts';
import { type BranchPast, earlierCalls, type SoughtCall } from './repeats.ts';

const mail = { to: 'team@example.org' };
const targetOf = (input: unknown) => {
  const { to } = input as { to?: string };
  return to ?? null;
};
const sought: SoughtCall = { name: 'send', toolClass: 'external', input: mail, targetOf };

function open(change: Partial<JournalOpen> = {}): JournalOpen {
  const input = change.ranInput ?? mail;
  return {
    event: 'open',
    scene: 's1',
    turn: 1,
    position: 0,
    callId: 't1',
    name: 'send',
    inputDigest: digestOfValue(mail),
    toolClass: 'external',
    target: targetOf(input),
    process: { pid: 1, host: 'h', startedAt: '' },
    files: [],
    at: '2026-01-01T00:00:01.000Z',
    ...change,
  };
}

function ended(change: Partial<JournalEnded> = {}): JournalEnded {
  return {
    event: 'ended',
    scene: 's1',
    callId: 't1',
    position: 0,
    ok: true,
    result: 'sent',
    durationMs: 1,
    at: '2026-01-01T00:00:02.000Z',
    ...change,
  };
}

function effect(change: Partial<Effect> = {}): Effect {
  return { tool_use_id: 't1', name: 'send', input: mail, result: 'sent', scene: 's1', ...change };
}

const past = (part: Partial<BranchPast>): BranchPast[] => [
  { branch: 'main', effects: [], journal: [], liveScene: null, ...part },
];
const statesOf = (part: Partial<BranchPast>, change: Partial<SoughtCall> = {}) =>
  earlierCalls({ ...sought, ...change }, past(part)).map(({ state }) => state);

describe('what was done', () => {
  test('counts once, from the ledger', () => {
    expect(statesOf({ effects: [effect()], journal: [open(), ended()] })).toEqual(['done']);
  });

  test('counts where a crash kept its row out of the ledger', () => {
    expect(statesOf({ journal: [open(), ended()] })).toEqual(['done']);
  });

  test('is found in the ledger of another program, which names no target, scene or time', () => {
    const row: Effect = { tool_use_id: 'x', name: 'send', input: { ...mail, cc: 'a' }, result: null };
    expect(earlierCalls(sought, past({ effects: [row] }))).toEqual([
      { branch: 'main', turn: null, scene: null, callId: 'x', at: null, state: 'done' },
    ]);
  });

  test('is another thing with another tool, another target, or, without a target, another input', () => {
    expect(statesOf({ effects: [effect({ name: 'post' })] })).toEqual([]);
    expect(statesOf({ effects: [effect({ target: 'boss@example.org' })] })).toEqual([]);
    const nothing = { targetOf: () => null };
    expect(statesOf({ effects: [effect({ input: { to: 'x' } })] }, nothing)).toEqual([]);
    expect(statesOf({ effects: [effect()] }, nothing)).toEqual(['done']);
  });

  test('is what ran, not what the model asked for', () => {
    const ranInput = { to: 'boss@example.org' };
    const part = { journal: [open({ ranInput })], effects: [effect({ ranInput, callId: 't2' })] };
    expect(statesOf(part)).toEqual([]);
    expect(statesOf(part, { input: ranInput })).toEqual(['done', 'unknown']);
  });

  test('stands in order of time, so that a pointer is to the first', () => {
    const later = effect({ tool_use_id: 'later', at: '2026-01-03' });
    const first = effect({ tool_use_id: 'first', at: '2026-01-02' });
    const found = earlierCalls(sought, [...past({ effects: [later] }), ...past({ effects: [first] })]);
    expect(found.map(entry => entry.callId)).toEqual(['first', 'later']);
  });
});

describe('a call without an end', () => {
  test('is running where somebody is at work on its scene, else its end is unknown', () => {
    expect(statesOf({ journal: [open()], liveScene: 's1' })).toEqual(['running']);
    expect(statesOf({ journal: [open()], liveScene: 's2' })).toEqual(['unknown']);
    const next = open({ position: 1, callId: 't2', name: 'post' });
    expect(statesOf({ journal: [open(), next], liveScene: 's1' })).toEqual(['unknown']);
  });

  test('that failed has not happened, unless it is in doubt', () => {
    expect(statesOf({ journal: [open(), ended({ ok: false })] })).toEqual([]);
    expect(statesOf({ journal: [open(), ended({ ok: false, inDoubt: true })] })).toEqual(['unknown']);
  });

  test('stays unknown when another try of it failed, and not when one succeeded', () => {
    const failed = [open(), open({ at: '2026-01-02' }), ended({ ok: false })];
    expect(statesOf({ journal: failed })).toEqual(['unknown']);
    expect(statesOf({ journal: failed, effects: [effect()] })).toEqual(['done', 'unknown']);
    expect(statesOf({ journal: [open(), open(), ended()], effects: [effect()] })).toEqual(['done']);
  });

  test('is no end of a try with another input at its place', () => {
    const ranInput = { to: 'boss@example.org' };
    expect(statesOf({ journal: [open(), open({ ranInput }), ended({ ok: false })] })).toEqual(['unknown']);
  });

  test('leaves itself out, and what was only simulated', () => {
    const except = { branch: 'main', scene: 's1', position: 0 };
    expect(statesOf({ journal: [open()] }, { except })).toEqual([]);
    expect(statesOf({ journal: [open({ simulated: true })] })).toEqual([]);
  });
});

describe('a command', () => {
  const command: Partial<SoughtCall> = { toolClass: 'command' };

  test('repeats only what is of unknown end', () => {
    expect(statesOf({ effects: [effect()], journal: [open(), ended()] }, command)).toEqual([]);
    expect(statesOf({ journal: [open()], liveScene: 's1' }, command)).toEqual([]);
    expect(statesOf({ journal: [open()] }, command)).toEqual(['unknown']);
  });

  test('that was run again and ended is no longer unknown, however it ended', () => {
    expect(statesOf({ journal: [open(), open(), ended({ ok: false })] }, command)).toEqual([]);
  });
});

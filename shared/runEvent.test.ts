import { describe, expect, test } from 'vitest';
import type { RunRows } from './rows.ts';
import { applyEvents, eventsBetween, type RunEvent, type RunState, type StreamedEvent } from './runEvent.ts';
import { blankQuestion } from './testing/blankRows.ts';
import { drawRun } from './testing/drawRun.ts';

const stateOf = (rows: RunRows): RunState => ({ ...rows, drafts: [], cursor: { epoch: 'e1', seq: 0 } });
const stream = (events: readonly RunEvent[], from = 1): StreamedEvent[] =>
  events.map((event, index) => ({ run: 'drawn', cursor: { epoch: 'e1', seq: from + index }, event }));
const draft = (branch: string, text: string): RunEvent => ({
  type: 'draft-changed',
  draft: { branch, parent: 'main/0B', turn: 1, thinking: '', text, calls: [], wait: null },
});

const before = drawRun('main 0B 1A 1B 2A 2B');
const after = drawRun(`
  main    0B 1A 1B 2A 2B
  main    1B > 2A' 2B'
  plan-b  main/1B > 2A
`);

describe('what was fetched and what arrived live end in the same state', () => {
  test('the events between two sets of rows lead from one to the other', () => {
    const { state, stale } = applyEvents(stateOf(before), stream(eventsBetween(before, after)));
    expect(stale).toBe(false);
    const byId = (rows: RunRows) => rows.scenes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(state)).toEqual(byId(after));
    expect(state.branches).toEqual(after.branches);
  });

  test('also back again: removed scenes and branches go', () => {
    const { state } = applyEvents(stateOf(after), stream(eventsBetween(after, before)));
    expect(state.scenes.map(row => row.id)).toEqual(before.scenes.map(row => row.id));
    expect(state.branches.map(row => row.name)).toEqual(['main']);
  });

  test('questions at the gate come and go as one list', () => {
    const asked = { ...before, questions: [blankQuestion()] };
    const { state } = applyEvents(stateOf(before), stream(eventsBetween(before, asked)));
    expect(state.questions).toEqual(asked.questions);
    const answered = applyEvents(state, stream(eventsBetween(asked, before), 2)).state;
    expect(answered.questions).toEqual([]);
  });

  test('nothing changed: no event', () => {
    expect(eventsBetween(before, structuredClone(before))).toEqual([]);
  });

  test('a fork’s copy of a scene and its original are two rows with one id', () => {
    const copies = after.scenes
      .filter(row => row.id === 'main/1B')
      .map(row => ({ ...row, branch: 'plan-b' }));
    const forked = { ...after, scenes: [...after.scenes, ...copies] };
    expect(eventsBetween(forked, structuredClone(forked))).toEqual([]);
    const there = applyEvents(stateOf(after), stream(eventsBetween(after, forked))).state;
    expect(there.scenes).toEqual(forked.scenes);
    expect(
      applyEvents({ ...there, cursor: { epoch: 'e1', seq: 0 } }, stream(eventsBetween(forked, after))).state
        .scenes,
    ).toEqual(after.scenes);
  });

  test('rows that did not change keep their identity', () => {
    const { state } = applyEvents(stateOf(before), stream(eventsBetween(before, after)));
    expect(state.scenes[0]).toBe(before.scenes[0]);
  });
});

describe('the order in which events arrive', () => {
  const events = stream(eventsBetween(before, after));

  test('what the state holds already is dropped', () => {
    const once = applyEvents(stateOf(before), events).state;
    expect(applyEvents(once, events)).toEqual({ state: once, stale: false });
  });

  test('a gap leaves the state and asks for a new fetch', () => {
    const state = stateOf(before);
    expect(applyEvents(state, events.slice(1))).toEqual({ state, stale: true });
  });

  test('so does another epoch: the server was started again', () => {
    const state = { ...stateOf(before), cursor: { epoch: 'e0', seq: 0 } };
    expect(applyEvents(state, events)).toEqual({ state, stale: true });
  });

  test('events of other runs pass by', () => {
    const state = stateOf(before);
    const others = events.map(event => ({ ...event, run: 'other' }));
    expect(applyEvents(state, others).state).toBe(state);
  });
});

describe('drafts', () => {
  test('grow, one per branch, and are withdrawn', () => {
    const events = [draft('main', 'Look'), draft('plan-b', 'Or'), draft('main', 'Looking')];
    const grown = applyEvents(stateOf(before), stream(events)).state;
    expect(grown.drafts.map(({ branch, text }) => [branch, text])).toEqual([
      ['main', 'Looking'],
      ['plan-b', 'Or'],
    ]);
    const rest = applyEvents(grown, stream([{ type: 'draft-withdrawn', branch: 'main' }], 4)).state;
    expect(rest.drafts.map(entry => entry.branch)).toEqual(['plan-b']);
  });
});

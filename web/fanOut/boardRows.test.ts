import { expect, test } from 'vitest';
import { fanOutsOf } from '../../shared/fanOut.ts';
import type { BranchRow, CallRow, SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import {
  blankBranch,
  blankEffect,
  blankQuestion,
  blankRun,
  blankScene,
} from '../../shared/testing/blankRows.ts';
import { boardRows, countRows } from './boardRows.ts';

const test1: CallRow = {
  ...{ id: 't1', name: 'run_command', detail: 'npm test', toolClass: 'command', state: 'error' },
  result: '1 failing',
};

function scene(id: string, branch: string, turn: number, change: Partial<SceneRow> = {}): SceneRow {
  const file = `${branch}/${id}`;
  return { ...blankScene, id, branch, turn, point: 'B', parent: null, file, ...change };
}

function fork(name: string, place: number, head: string, change: Partial<BranchRow> = {}): BranchRow {
  return {
    ...blankBranch,
    ...{ name, kind: 'fork', parent: 'main', origin: 'm1', head, moves: [], state: 'done' },
    fanOut: { id: 'f', place, of: 4, atOnce: 2 },
    ...change,
  };
}

const copy = (branch: string) => scene('m1', branch, 1, { parent: 'm0', tokensUsed: 100, words: 'Shared.' });
const state: RunState = {
  run: blankRun,
  branches: [
    {
      ...blankBranch,
      ...{ name: 'main', kind: 'main', parent: null, origin: null, head: 'm1', moves: [], state: 'done' },
    },
    fork('a', 1, 'a3'),
    fork('b', 2, 'm1', { state: 'interrupted' }),
    fork('c', 3, 'm1', { state: 'interrupted' }),
    fork('d', 4, 'd2', { state: 'waiting' }),
  ],
  scenes: [
    scene('m0', 'main', 0),
    scene('m1', 'main', 1, { parent: 'm0', tokensUsed: 100, words: 'Shared.' }),
    ...['a', 'b', 'c', 'd'].map(copy),
    scene('a2', 'a', 2, {
      ...{ parent: 'm1', tokensUsed: 160, words: 'Trying.', flags: ['simulated'] },
      calls: [test1, { ...test1, id: 't2', state: 'answered', result: 'all pass' }],
    }),
    scene('a3', 'a', 3, { parent: 'a2', tokensUsed: 250, words: 'Done.' }),
    scene('d2', 'd', 2, {
      parent: 'm1',
      point: 'A',
      tokensUsed: 130,
      calls: [{ ...test1, state: 'dangling' }],
    }),
  ],
  effects: [{ ...blankEffect, id: 'a/0', branch: 'a', scene: 'a2', turn: 2 }],
  journal: [],
  questions: [blankQuestion({ branch: 'd', scene: 'd2' })],
  problems: [],
  drafts: [],
  cursor: { epoch: '', seq: 0 },
};

test('each branch is counted from its fork on; what has not begun is queued or not started', () => {
  const [group] = fanOutsOf(state.branches);
  if (!group) throw new Error('no fan-out');
  const rows = boardRows(state, buildRunGraph(state), group, ['b']);
  expect(rows).toMatchObject([
    {
      ...{ state: 'done', turns: 2, tokens: 150, words: 'Done.' },
      test: { isGreen: true, command: 'npm test', result: 'all pass' },
      effects: { done: 1, simulated: 1, waiting: 0 },
    },
    { state: 'queued', turns: 0, tokens: 0, words: null, test: null, needsPerson: false },
    { state: 'not-started', turns: 0, effects: { done: 0, simulated: 0, waiting: 0 } },
    { state: 'waiting', turns: 1, tokens: 30, words: null, test: null, effects: { waiting: 1 } },
  ]);
  expect(countRows(rows)).toEqual({ ended: 1, waiting: 1 });
});

test('a branch that was cut off inside a call needs a person', () => {
  const branches = state.branches.map(row =>
    row.name === 'd' ? fork('d', 4, 'd2', { state: 'stopped' }) : row,
  );
  const cut = { ...state, branches, questions: [] };
  const [group] = fanOutsOf(branches);
  const rows = group ? boardRows(cut, buildRunGraph(cut), group, []) : [];
  expect(rows.map(row => row.needsPerson)).toEqual([false, false, false, true]);
});

test.each([
  ['exit code: 1', false],
  ['2 failed, 3 passed', false],
  ['exit code: 0', true],
])('a test whose result says %s is green: %s, also where the call itself did not fail', (result, isGreen) => {
  const calls: CallRow[] = [
    { ...test1, state: 'answered', result },
    { ...test1, id: 't2', result: 'Refused by the person, not run.' },
  ];
  const scenes = state.scenes.map(row => (row.id === 'a2' ? { ...row, calls } : row));
  const ended = { ...state, scenes };
  const [group] = fanOutsOf(state.branches);
  const [row] = group ? boardRows(ended, buildRunGraph(ended), group, []) : [];
  expect(row?.test).toEqual({ isGreen, command: 'npm test', result });
});

import { expect, test } from 'vitest';
import { noNotes, withNoteChanges } from '../../shared/notes.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { notPreferred } from './notPreferred.ts';
import { branchOfSide, firstTarget, targetBranches, whyNotAdoptable } from './targets.ts';

const rows = drawRun(`
  main   0B 1A 1B 2A 2B
  plan-b main/1B > 2A 2B
  plan-c main/1B > 2A 2B
  plan-d plan-b/2B > 3A 3B`);
const graph = buildRunGraph(rows);
const prefer = (...branches: string[]) =>
  withNoteChanges(
    noNotes,
    branches.map(branch => ({ kind: 'branch-verdict', branch, verdict: 'chosen' }) as const),
    '2026-01-01T00:00:00.000Z',
  );
const all = ['main', 'plan-b', 'plan-c', 'plan-d'];

test('the rest are the forks that were not preferred, once one was', () => {
  expect(notPreferred(noNotes, graph, all)).toEqual([]);
  expect(notPreferred(prefer('plan-b'), graph, all)).toEqual(['plan-c', 'plan-d']);
  expect(notPreferred(prefer('plan-b', 'plan-d'), graph, ['plan-b', 'plan-c'])).toEqual(['plan-c']);
  expect(notPreferred(prefer('main'), graph, all)).toEqual(['plan-b', 'plan-c', 'plan-d']);
});

test('a branch that runs or waits is not among them', () => {
  const branches = rows.branches.map(row =>
    row.name === 'plan-c' ? { ...row, state: 'waiting' as const } : row,
  );
  expect(notPreferred(prefer('plan-b'), buildRunGraph({ ...rows, branches }), all)).toEqual(['plan-d']);
});

test('files go back to where a fork came from; an earlier scene goes to its own branch', () => {
  expect(firstTarget(graph, 'plan-b')).toEqual({ branch: 'main' });
  expect(firstTarget(graph, 'plan-d')).toEqual({ branch: 'plan-b' });
  expect(firstTarget(graph, 'main')).toEqual({ branch: 'plan-b' });
  expect(firstTarget(graph, 'main:1-B')).toEqual({ branch: 'main' });
  expect(firstTarget(buildRunGraph(drawRun('')), 'plan-b')).toEqual({ folder: '' });
  expect(targetBranches(graph, 'plan-c')).toEqual(['main', 'plan-b', 'plan-d', 'plan-c']);
});

test('a side is of a branch, or of none', () => {
  expect(branchOfSide(graph, 'plan-b:2-A')).toBe('plan-b');
  expect(branchOfSide(graph, 'plan-b:1-B')).toBe('plan-b');
  expect(branchOfSide(graph, 'plan-c')).toBe('plan-c');
  expect(branchOfSide(graph, 'plan-c:9-B')).toBeNull();
  expect(branchOfSide(graph, 'plan-x')).toBeNull();
  expect(branchOfSide(graph, '..')).toBeNull();
});

test('a branch can be adopted once its head holds files, and not while it runs', () => {
  const why = (state: 'done' | 'running' | 'waiting', id: string | null) => {
    const capture = { id, state: 'ok' as const, notCaptured: [], notCapturedCount: 0, problem: null };
    const held = buildRunGraph({ ...rows, scenes: rows.scenes.map(scene => ({ ...scene, capture })) });
    const row = held.branches.get('plan-b');
    return row && whyNotAdoptable(held, { ...row, state });
  };
  expect([why('done', 'c1'), why('waiting', 'c1')]).toEqual([null, null]);
  expect(why('running', 'c1')).toBe('running');
  expect(why('running', null)).toBe('no-files');
});

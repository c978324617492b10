import { expect, test } from 'vitest';
import { lastActiveBranch } from './lastActiveBranch.ts';
import type { BranchState } from './rows.ts';
import { drawRun } from './testing/drawRun.ts';

const { branches } = drawRun('main 0B 1A 1B\nplan-b main/1B > 2B\nplan-c main/1B > 2B');
const scenes = new Map([
  ['main/1B', { savedAt: '2026-11-30T12:00:00Z' }],
  ['plan-b/2B', { savedAt: '2026-11-30T13:00:00Z' }],
  ['plan-c/2B', { savedAt: null }],
]);
const withState = (name: string, state: BranchState) =>
  branches.map(row => (row.name === name ? { ...row, state } : row));

test('what runs comes first', () => {
  expect(lastActiveBranch(withState('plan-c', 'running'), scenes)?.name).toBe('plan-c');
});

test('at rest it is the branch that was written last, and the first where nobody knows', () => {
  expect(lastActiveBranch(branches, scenes)?.name).toBe('plan-b');
  expect(lastActiveBranch(branches, new Map())?.name).toBe('main');
  expect(lastActiveBranch([], scenes)).toBeNull();
});

import { expect, test } from 'vitest';
import type { BranchRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { worldKeyOf } from './worldKey.ts';

const state: RunState = {
  ...drawRun('main 0B 1A 1B\nplan-b main/1B > 2A 2B'),
  drafts: [],
  cursor: { epoch: 'e', seq: 0 },
};

const withBranch = (name: string, change: Partial<BranchRow>): RunState => ({
  ...state,
  branches: state.branches.map(row => (row.name === name ? { ...row, ...change } : row)),
});

test('a plan for a branch is old once the branch has moved', () => {
  expect(worldKeyOf(withBranch('main', { head: 'main/1A' }), 'main')).not.toBe(worldKeyOf(state, 'main'));
});

test('it stays while another branch goes on', () => {
  expect(worldKeyOf(withBranch('plan-b', { head: 'plan-b/2A' }), 'main')).toBe(worldKeyOf(state, 'main'));
});

import { describe, expect, test } from 'vitest';
import { branchesOfForm, fanOutBodyFrom, fanOutForm, problemsOfBranches } from './fanOutForm.ts';

const taken = ['main', 'plan-b'];

describe('a fan-out as it is filled in', () => {
  test('rows that nobody named get names that are free, each another one', () => {
    const form = fanOutForm({ rows: [{}, { name: 'plan-c' }, {}] }, 'main', taken);
    expect(form.rows.map(row => row.name)).toEqual(['plan-d', 'plan-c', 'plan-e']);
    expect(fanOutForm(null, 'main', taken).rows.map(row => row.name)).toEqual(['plan-c', 'plan-d']);
  });

  test('branches that are alike are numbered; what is taken is passed over', () => {
    const form = fanOutForm({ kind: 'same', count: 3, same: { name: ' Try ', say: 'go' } }, 'main', [
      ...taken,
      'try-2',
    ]);
    const branches = branchesOfForm(form, [...taken, 'try-2']);
    expect(branches.map(branch => [branch.name, branch.say])).toEqual([
      ['Try-1', 'go'],
      ['Try-3', 'go'],
      ['Try-4', 'go'],
    ]);
  });

  test('each row has its own problem', () => {
    const rows = [
      { name: 'plan-b' },
      { name: 'x' },
      { name: 'X ' },
      { name: '' },
      { name: 'y', maxTokens: '0' },
      { name: 'z' },
    ];
    const form = fanOutForm({ rows }, 'main', taken);
    expect(problemsOfBranches(branchesOfForm(form, taken), taken)).toEqual([
      'name-taken',
      null,
      'name-taken',
      'name-missing',
      'bad-max-tokens',
      null,
    ]);
    const nameless = fanOutForm({ kind: 'same', same: { name: '' } }, 'main', taken);
    expect(problemsOfBranches(branchesOfForm(nameless, taken), taken)).toContain('name-missing');
  });

  test('only what was filled in is asked for', () => {
    const rows = [{ name: 'x', say: ' Round. ', model: 'm2' }, { thinking: 'off' as const }];
    const form = fanOutForm({ rows, effects: 'dry-run', atOnce: 4 }, 'main', taken);
    expect(fanOutBodyFrom(form, branchesOfForm(form, taken), 'main:3-B')).toEqual({
      to: 'main:3-B',
      branches: [
        { name: 'x', say: 'Round.', model: 'm2' },
        { name: 'plan-c', thinking: null },
      ],
      atOnce: 4,
      effects: 'dry-run',
    });
  });
});

import { describe, expect, test } from 'vitest';
import { emptyMoveForm, freeBranchName, type MoveForm, planBodyFrom, problemOfForm } from './moveForm.ts';

const form = (change: Partial<MoveForm> = {}): MoveForm => ({
  ...emptyMoveForm('main', 'plan-b'),
  ...change,
});
const call = { kind: 'run' as const, input: '{}', why: '', result: '', isError: false };

describe('the body of a move', () => {
  test('what nobody chose is left to the server', () => {
    expect(planBodyFrom(form(), 'rewind', 'main:14-B')).toEqual({
      action: 'rewind',
      branch: 'main',
      to: 'main:14-B',
    });
  });

  test('blank words and a blank model are none', () => {
    const body = planBodyFrom(form({ say: ' \n', model: ' ' }), 'rewind', 'main:14-B');
    expect(body).not.toHaveProperty('say');
    expect(body).not.toHaveProperty('model');
  });

  test('a fork has its name, trimmed', () => {
    expect(planBodyFrom(form({ name: ' plan-c ' }), 'fork', 'main:14-B')).toMatchObject({
      action: 'fork',
      name: 'plan-c',
    });
  });

  test('each touched call has its decision', () => {
    const calls = {
      a: call,
      untouched: { ...call, kind: 'leave' as const },
      b: { ...call, kind: 'edit' as const, input: '{"to": "x"}' },
      c: { ...call, kind: 'skip' as const, why: 'not now' },
      d: { ...call, kind: 'supply' as const, result: 'done', isError: true },
    };
    expect(planBodyFrom(form({ calls }), 'rewind', 'main:16-A').pending).toEqual({
      a: { kind: 'run' },
      b: { kind: 'edit', input: { to: 'x' } },
      c: { kind: 'skip', why: 'not now' },
      d: { kind: 'supply', result: 'done', isError: true },
    });
  });

  test('a reply thrown away needs no decision about its calls', () => {
    const thrown = form({ isDropped: true, calls: { a: { ...call, kind: 'skip', why: 'x' } } });
    expect(planBodyFrom(thrown, 'rewind', 'main:16-A').pending).toBe('drop');
  });
});

describe('what keeps a form back', () => {
  test.each([
    ['', 'name-missing'],
    ['a/b', 'name-bad'],
    ['PLAN-B', 'name-taken'],
    ['plan-c', null],
  ])('a fork named “%s”: %s', (name, problem) => {
    expect(problemOfForm(form({ name }), 'fork', ['main', 'plan-b'])).toBe(problem);
  });

  test('a rewind needs no name', () => {
    expect(problemOfForm(form({ name: '' }), 'rewind', ['main'])).toBeNull();
  });

  test('an edited input that is no object, unless the reply is thrown away', () => {
    const calls = { a: { ...call, kind: 'edit' as const, input: '[' } };
    expect(problemOfForm(form({ calls }), 'rewind', [])).toBe('bad-input');
    expect(problemOfForm(form({ calls, isDropped: true }), 'rewind', [])).toBeNull();
  });
});

test('the name that is offered is free, whatever its case', () => {
  expect(freeBranchName(['main'])).toBe('plan-b');
  expect(freeBranchName(['main', 'Plan-B', 'plan-c'])).toBe('plan-d');
  const letters = [...'bcdefghijklmnopqrstuvwxyz'].map(letter => `plan-${letter}`);
  expect(freeBranchName(letters)).toBe('plan-1');
});

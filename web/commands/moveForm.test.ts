import { describe, expect, test } from 'vitest';
import {
  draftForEarlier,
  emptyMoveForm,
  freeBranchName,
  type MoveForm,
  planBodyFrom,
  problemOfForm,
} from './moveForm.ts';

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

  test('files are claimed of a rewind alone: a fork takes those of its scene', () => {
    const claimed = ['a.txt'];
    expect(planBodyFrom(form({ claimed }), 'rewind', 'main:1-B')).toMatchObject({ claimed });
    expect(planBodyFrom(form({ claimed }), 'fork', 'main:1-B')).not.toHaveProperty('claimed');
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

  test('settings go along where they are another than before', () => {
    const set = { maxTokens: ' 2048 ', system: '', tools: ['grep'] };
    expect(planBodyFrom(form({ ...set, thinking: 'off' }), 'rewind', 'main:1-B')).toMatchObject({
      thinking: null,
      maxTokens: 2048,
      system: '',
      tools: ['grep'],
    });
    const thinking = (change: Partial<MoveForm>) => planBodyFrom(form(change), 'rewind', 'main:1-B').thinking;
    expect(thinking({ thinking: 'adaptive' })).toBe('adaptive');
    expect(thinking({ thinking: 'budget', thinkingBudget: '2000' })).toEqual({ budgetTokens: 2000 });
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

  test.each([
    [{ thinking: 'budget', thinkingBudget: '1023' }, 'bad-budget'],
    [{ thinking: 'budget', thinkingBudget: 'many' }, 'bad-budget'],
    [{ thinking: 'budget', thinkingBudget: '1024' }, null],
    [{ thinking: 'off', thinkingBudget: 'many' }, null],
    [{ maxTokens: '0' }, 'bad-max-tokens'],
    [{ maxTokens: '1.5' }, 'bad-max-tokens'],
    [{ maxTokens: ' ' }, null],
  ] as const)('settings %j: %s', (change, problem) => {
    expect(problemOfForm(form(change), 'rewind', [])).toBe(problem);
  });

  test('an edited input that is no object, unless the reply is thrown away', () => {
    const calls = { a: { ...call, kind: 'edit' as const, input: '[' } };
    expect(problemOfForm(form({ calls }), 'rewind', [])).toBe('bad-input');
    expect(problemOfForm(form({ calls, isDropped: true }), 'rewind', [])).toBeNull();
  });
});

test('taken to an earlier scene, a draft keeps settings and words, what was said since first', () => {
  const draft = { say: 'Now slowly.', model: 'other', editedResults: { a: 'x' }, isDropped: true };
  expect(draftForEarlier('plan-b', draft, 'Count again.')).toEqual({
    branch: 'plan-b',
    say: 'Count again.\n\nNow slowly.',
    model: 'other',
  });
  expect(draftForEarlier('main', null, null)).toEqual({ branch: 'main', say: '' });
});

test('the name that is offered is free, whatever its case', () => {
  expect(freeBranchName(['main'])).toBe('plan-b');
  expect(freeBranchName(['main', 'Plan-B', 'plan-c'])).toBe('plan-d');
  const letters = [...'bcdefghijklmnopqrstuvwxyz'].map(letter => `plan-${letter}`);
  expect(freeBranchName(letters)).toBe('plan-1');
});

import { expect, test } from 'vitest';
import type { EffectRow } from '../../shared/rows.ts';
import { effectGroupsOf, isOfTheWorld, mayBeOfTheWorld } from './effectGroups.ts';

const mail = (over: Partial<EffectRow>): EffectRow => ({
  id: 'main/0',
  branch: 'main',
  callId: 'toolu_1',
  name: 'send_email',
  toolClass: 'external',
  detail: 'team@x.example',
  target: 'team@x.example · fixed',
  turn: 16,
  scene: 's',
  at: '2026-11-30T10:00:00.000Z',
  ...over,
});

test('the same mail on two branches is one group, the earlier first', () => {
  const groups = effectGroupsOf([
    mail({ id: 'plan-b/0', branch: 'plan-b', at: '2026-11-30T11:00:00.000Z' }),
    mail({}),
    mail({ id: 'main/1', target: 'team@x.example · sorry', at: '2026-11-30T12:00:00.000Z' }),
  ]);
  expect(groups.map(group => group.effects.map(effect => effect.id))).toEqual([
    ['main/0', 'plan-b/0'],
    ['main/1'],
  ]);
});

test('the same target of two tools is two groups, and without a target the argument counts', () => {
  const groups = effectGroupsOf([
    mail({ target: null }),
    mail({ id: 'main/1', target: null }),
    mail({ id: 'main/2', name: 'create_ticket', target: null }),
  ]);
  expect(groups.map(group => group.effects.length)).toEqual([2, 1]);
});

test('a mail is of the world, a command may be, a file is not', () => {
  const classes = ['external', 'command', 'workspace'] as const;
  const rows = classes.map(toolClass => mail({ toolClass }));
  expect(rows.map(isOfTheWorld)).toEqual([true, false, false]);
  expect(rows.map(mayBeOfTheWorld)).toEqual([false, true, false]);
});

import { expect, test } from 'vitest';
import type { Column, ComparedEffect } from '../../shared/compare/comparison.ts';
import { effectLines } from './effectLines.ts';

const effect = (name: string, detail: string, target: string | null = null): ComparedEffect => ({
  name,
  detail,
  target,
  kind: 'real',
  at: null,
  callId: `${name}-${detail}`,
  isLeftBehind: false,
  alsoOn: [],
});

const column = (side: string, effects: ComparedEffect[]) => ({ side, effects }) as Column;

test('one line per tool and what it is about, whether or not its target is known; what several sides did first', () => {
  const lines = effectLines([
    column('b', [effect('mail', 'team'), effect('ticket', 'Queue', 'tickets/Queue')]),
    column('c', [effect('ticket', 'Queue'), effect('ticket', 'Queue'), effect('mail', 'boss')]),
  ]);
  expect(lines.map(({ name, about, sides }) => [name, about, sides.map(of => of.length)])).toEqual([
    ['ticket', 'Queue', [1, 2]],
    ['mail', 'team', [1, 0]],
    ['mail', 'boss', [0, 1]],
  ]);
});

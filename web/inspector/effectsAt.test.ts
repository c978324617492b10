import { expect, test } from 'vitest';
import type { EffectRow } from '../../shared/rows.ts';
import type { TurnNode } from '../../shared/runGraph.ts';
import { blankScene } from '../../shared/testing/blankRows.ts';
import { effectsAt } from './effectsAt.ts';

const scene = (point: 'A' | 'B') => ({
  ...blankScene,
  id: point,
  branch: 'main',
  turn: 1,
  point,
  parent: null,
  file: '',
});
const effect: EffectRow = {
  id: 'main/0',
  branch: 'main',
  callId: 't1',
  name: 'send_email',
  toolClass: 'external',
  detail: '',
  target: null,
  at: null,
  turn: 1,
  scene: 'A',
};
const turn = (b: TurnNode['b']): TurnNode => ({
  id: 'A',
  turn: 1,
  branch: 'main',
  a: scene('A'),
  b,
  parent: null,
  state: 'line',
  move: null,
  headOf: [],
  waits: false,
  isRemarked: false,
  noteMarks: [],
  effects: [effect],
});

test('at A nothing has happened yet, at B everything', () => {
  expect(effectsAt({ point: 'A' }, turn(scene('B')))).toEqual([]);
  expect(effectsAt({ point: 'B' }, turn(scene('B')))).toEqual([effect]);
});

test('a turn that never came to its B keeps its effects in sight', () => {
  expect(effectsAt({ point: 'A' }, turn(null))).toEqual([effect]);
});

import { expect, test } from 'vitest';
import { messageModels } from './messageModels.ts';
import type { SceneRow } from './rows.ts';
import { blankScene } from './testing/blankRows.ts';

const row = (
  id: string,
  parent: string | null,
  words: string,
  rest: Partial<SceneRow>,
): [string, SceneRow] => {
  const [turn = '', point = ''] = words.split('-');
  const scene: SceneRow = {
    ...blankScene,
    id,
    branch: 'main',
    turn: Number(turn),
    point: point === 'A' ? 'A' : 'B',
    parent,
    file: '',
    ...rest,
  };
  return [id, scene];
};
const call = { id: 't', name: 'x', detail: '', toolClass: 'read', state: 'answered', result: '' } as const;

test('each reply is its model’s; what people and tools said is nobody’s', () => {
  const scenes = new Map([
    row('task', null, '0-B', { messageCount: 1 }),
    row('a1', 'task', '1-A', { messageCount: 2, model: 'old', calls: [call] }),
    row('b1', 'a1', '1-B', { messageCount: 3, model: 'old', calls: [call] }),
    row('b2', 'b1', '2-B', { messageCount: 5, model: 'new-20260101', calls: [call] }),
    row('b3', 'b2', '3-B', { messageCount: 7, model: 'new-20260101' }),
    row('elsewhere', 'b1', '2-B', { messageCount: 4, model: 'other' }),
  ]);
  expect(messageModels(scenes, 'b3', 'new')).toEqual([null, 'old', null, 'new', null, null, 'new']);
});

test('a line without a single note has none', () => {
  expect(messageModels(new Map([row('task', null, '0-B', { messageCount: 1 })]), 'task', 'm')).toEqual([]);
});

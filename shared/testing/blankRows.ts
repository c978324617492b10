import type { Question } from '../gate.ts';
import type { BranchRow, EffectRow, RunInfo, SceneRow } from '../rows.ts';
import { unknownContent } from '../sceneRow.ts';

/** Rows that say nothing yet: a test adds what it is about. */
export const blankRun: RunInfo = {
  id: 'drawn',
  title: 'drawn',
  task: '',
  kind: 'run',
  path: '/drawn',
  readOnly: false,
  created: null,
  scenario: null,
};

export const blankScene: Omit<SceneRow, 'id' | 'branch' | 'turn' | 'point' | 'parent' | 'file'> = {
  ...unknownContent,
  folderOfMove: null,
  provenance: null,
};

export const blankBranch: Omit<
  BranchRow,
  'name' | 'kind' | 'parent' | 'origin' | 'head' | 'state' | 'moves'
> = {
  originCall: null,
  effects: 'live',
  problem: null,
  model: null,
  owner: null,
};

export const blankEffect: Omit<EffectRow, 'id' | 'branch' | 'scene' | 'turn'> = {
  callId: 't1',
  name: 'send',
  toolClass: 'external',
  detail: '',
  target: null,
  at: null,
};

/** An open question of main. */
export function blankQuestion(change: Partial<Question> = {}): Question {
  return {
    id: 'q-1',
    branch: 'main',
    scene: 'main/1A',
    turn: 1,
    position: 0,
    callId: 't1',
    name: 'send',
    input: {},
    inputDigest: '',
    files: [],
    toolClass: 'external',
    target: null,
    why: 'mode',
    earlier: null,
    askedAt: '2026-01-01T00:00:00.000Z',
    answer: null,
    spentAt: null,
    voidedAt: null,
    ...change,
  };
}

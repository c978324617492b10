import { describe, expect, test } from 'vitest';
import type { SceneRow } from '../../shared/rows.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawCall } from '../../shared/testing/drawRun.ts';
import { foldLabelOf, insideOf } from './foldWords.ts';
import { layoutOf } from './layout/graphLayout.ts';
import { drawnRun } from './layout/testing/drawnRun.ts';

const failed: Partial<SceneRow> = { calls: [drawCall('x', { state: 'error' })] };

function drawn(drawing: string, options: { quiet?: boolean; opened?: string[] } = {}) {
  const rows = drawnRun(drawing);
  for (const scene of rows.scenes) {
    if (['main~1/5', 'main~1/6', 's/2'].includes(scene.id)) Object.assign(scene, failed);
  }
  const graph = buildRunGraph(rows);
  const { quiet = false, opened = [] } = options;
  const { folds } = layoutOf(graph, { quiet, opened: new Set(opened), shown: new Set() });
  const label = (id: string) => {
    const fold = folds.get(id);
    if (!fold) throw new Error(`no fold ${id}, but ${[...folds.keys()]}`);
    const found = foldLabelOf(fold, graph);
    return { ...found, name: withoutTime(found.name), why: withoutTime(found.why) };
  };
  return { label, inside: (id: string) => insideOf(folds.get(id), graph) };
}

const withoutTime = (text: string) => text.replace(/\d\d:\d\d/, 'hh:mm');

describe('the sign of a fold', () => {
  const left = `
    main: 0 1 2
    main~1 from main/1: 2 3 4 5 6 7`;
  const tail = 'left-behind main~1/4';

  test('says how many turns a rewind left, which one, and what they carry', () => {
    expect(drawn(left).label(tail)).toMatchObject({
      count: '+ 4 turns',
      short: '+ 4',
      why: 'rewind 1, hh:mm',
      marks: [{ mark: 'error', count: 2 }],
      name: 'Unfold 4 turns left behind · rewind 1, hh:mm, error 2',
    });
  });

  test('that is open folds them again', () => {
    expect(drawn(left, { opened: [tail] }).label(tail).name).toMatch(/^Fold 4 turns left behind/);
  });

  test('of quiet turns says that they are', () => {
    const { label } = drawn('main: 0 1 2 3 4 5 6', { quiet: true });
    expect(label('quiet main/1')).toMatchObject({ count: '5 quiet turns', why: '', marks: [] });
    expect(label('quiet main/1').name).toBe('Unfold 5 quiet turns');
  });
});

test('the badge of a turn tells the subagents that it called, with what they carry', () => {
  const { inside } = drawn(`
    main: 0 1 2
    s in main/1: 1 2
    t in main/1: 1
    deep in t/1: 1`);
  expect(inside('inside main/1')).toMatchObject({
    isOpen: false,
    subagents: 3,
    turns: 4,
    marks: [{ mark: 'error', count: 1 }],
    name: 'Unfold 3 subagents, 4 turns inside turn 1, error 1',
  });
  expect(inside('inside main/2')).toBe(null);
});

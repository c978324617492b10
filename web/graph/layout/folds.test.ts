import { describe, expect, test } from 'vitest';
import type { SceneRow } from '../../../shared/rows.ts';
import { buildRunGraph } from '../../../shared/runGraph.ts';
import { drawCall } from '../../../shared/testing/drawRun.ts';
import type { FoldChoice } from './folds.ts';
import { layoutOf } from './graphLayout.ts';
import { drawnLayout, drawnRun } from './testing/drawnRun.ts';

interface Wanted {
  quiet?: boolean;
  opened?: string[];
  shown?: string[];
}

const choiceOf = ({ quiet = false, opened = [], shown = [] }: Wanted): FoldChoice => ({
  quiet,
  opened: new Set(opened),
  shown: new Set(shown),
});

const failed: Partial<SceneRow> = { calls: [drawCall('x', { state: 'error' })] };

function folded(drawing: string, wanted: Wanted = {}, changes: Record<string, Partial<SceneRow>> = {}) {
  const rows = drawnRun(drawing);
  for (const scene of rows.scenes) Object.assign(scene, changes[scene.id]);
  const graph = buildRunGraph(rows);
  const layout = layoutOf(graph, choiceOf(wanted));
  return { lines: drawnLayout(graph, layout).split('\n'), layout };
}

const lines = (...args: Parameters<typeof folded>) => folded(...args).lines;

describe('what a rewind left behind', () => {
  const text = `
    main: 0 1 2 3
    main~1 from main/1: 2 3 4 5 6 7`;

  test('folds beyond its first two turns; columns that nothing else needs take no room', () => {
    const { lines: drawn, layout } = folded(text);
    expect(drawn).toEqual(['main: 0 1 2 3', 'main left-behind: . . 2 3 +4']);
    expect(layout.columnCount).toBe(5);
  });

  test('of three turns all stay', () => {
    const drawn = lines('main: 0 1 2\nmain~1 from main/1: 2 3 4');
    expect(drawn[1]).toBe('main left-behind: . . 2 3 4');
  });

  test('unfolds, by hand or because a turn in it is looked at', () => {
    const whole = 'main left-behind: . . 2 3 4 5 6 7';
    expect(lines(text, { opened: ['left-behind main~1/4'] })[1]).toBe(whole);
    expect(lines(text, { shown: ['main~1/6'] })[1]).toBe(whole);
    expect(lines(text, { shown: ['main~1/3'] })[1]).not.toBe(whole);
  });

  test('a turn that a fork hangs on stays in sight', () => {
    const drawn = lines(`${text}\nplan-b from main~1/5: 6`);
    expect(drawn[1]).toBe('main left-behind: . . 2 3 4 5 +2');
  });

  test('so does a turn that a head stands on', () => {
    const drawn = lines(`${text}\nwaiting from main~1/6:`);
    expect(drawn[1]).toBe('main left-behind: . . 2 3 +2 6 7');
  });

  test('the dead side of a resume folds alike', () => {
    const rows = drawnRun('main: 0 1 2\ndead from main/0: 1 2 3 4 5');
    for (const branch of rows.branches) if (branch.name === 'dead') branch.kind = 'discarded';
    const graph = buildRunGraph(rows);
    expect(drawnLayout(graph, layoutOf(graph, choiceOf({})))).toContain('dead: . 1 2 +3');
  });
});

describe('a long stretch without marks', () => {
  const long = 'main: 0 1 2 3 4 5 6 7 8 9';

  test('stays as it is until it is asked for', () => {
    expect(lines(long)).toEqual([long]);
  });

  test('folds between the ends of the lane and turns with marks', () => {
    expect(lines(long, { quiet: true })).toEqual(['main: 0 +8 9']);
    expect(lines(long, { quiet: true }, { 'main/6': failed })).toEqual(['main: 0 +5 6 7 8 9']);
    expect(lines(long, { quiet: true }, { 'main/3': failed })).toEqual(['main: 0 1 2 3 +5 9']);
  });

  test('never hides a mark, a head, a fork point or the turn that a subagent works for', () => {
    const text = `
      main: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
      plan-b from main/5: 6
      s in main/10: 1`;
    const { layout } = folded(text, { quiet: true }, { 'main/13': failed });
    const hidden = [...layout.standIns.keys()].filter(id => id.startsWith('main/'));
    expect(hidden).toEqual(['main/1', 'main/2', 'main/3', 'main/4', 'main/6', 'main/7', 'main/8', 'main/9']);
  });

  test('unfolds where a turn in it is looked at', () => {
    expect(lines(long, { quiet: true, shown: ['main/4'] })).toEqual([long]);
  });

  test('keeps its id while it grows', () => {
    const ids = (text: string) => [...folded(text, { quiet: true }).layout.folds.keys()];
    expect(ids(`${long} 10 11`)).toEqual(ids(long));
  });

  test('other lanes keep the columns that they need', () => {
    const drawn = lines(
      `main: 0 1 2 3 4 5 6 7 8\nplan-b from main/0: 1 2 3`,
      { quiet: true },
      {
        'plan-b/2': failed,
      },
    );
    expect(drawn).toEqual(['main: 0 +7 . . 8', 'plan-b: . 1 2 3']);
  });
});

describe('subagents', () => {
  const text = `
    main: 0 1 2 3 4
    s in main/1: 1 2 3
    deep in s/2: 1 2
    plan-b from main/2: 3`;

  test('are folded into the turn that called them, and open inside it', () => {
    expect(lines(text)).toEqual(['main: 0 1 2 3 4', 'plan-b: . . . 3']);
    expect(lines(text, { opened: ['inside main/1'] })).toEqual([
      'main: 0 1 2 3 4',
      's: . . 1 2 3',
      'plan-b: . . . 3',
    ]);
  });

  test('one that a subagent called opens only inside an open one', () => {
    expect(lines(text, { opened: ['inside s/2'] })).toHaveLength(2);
    expect(lines(text, { opened: ['inside s/2', 'inside main/1'] })).toContain('deep: . . . . 1 2');
  });

  test('a turn deep inside that is looked at opens all the way to it', () => {
    expect(lines(text, { shown: ['deep/1'] })).toHaveLength(4);
  });

  test('also where the turn that called it was left behind and is folded itself', () => {
    const left = `${text}\nmain~1 from main/1: 2 3 4 5 6\nt in main~1/5: 1`;
    expect(lines(left)).toContain('main left-behind: . . 2 3 +3');
    const drawn = lines(left, { shown: ['t/1'] });
    expect(drawn).toContain('main left-behind: . . 2 3 4 5 6');
    expect(drawn).toContain('t: . . . . . . 1');
  });

  test('what is not drawn is stood for by what is', () => {
    const { standIns } = folded(text).layout;
    expect([standIns.get('s/3'), standIns.get('deep/1')]).toEqual(['main/1', 'main/1']);
    const left = `${text}\nmain~1 from main/1: 2 3 4 5 6\nt in main~1/5: 1`;
    expect(folded(left).layout.standIns.get('t/1')).toBe('left-behind main~1/4');
  });

  test('their marks count for the fold', () => {
    const fold = folded(text).layout.folds.get('inside main/1');
    expect(fold?.turns).toEqual(['s/1', 's/2', 'deep/1', 'deep/2', 's/3']);
  });
});

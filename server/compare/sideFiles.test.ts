import { describe, expect, test } from 'vitest';
import type { CaptureNote } from '../../shared/capture.ts';
import { parseSide } from '../../shared/compare/side.ts';
import { lineOfSide } from '../../shared/compare/sideLine.ts';
import type { RunRows } from '../../shared/rows.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { capturesOf } from './sideFiles.ts';

const note = (id: string | null, state: CaptureNote['state'] = 'ok'): CaptureNote => ({
  id,
  state,
  notCaptured: [],
  notCapturedCount: 0,
  problem: null,
});

const tree = `
  main    0B 1A 1B
  plan-b  main/1B > 2A 2B 3A`;

/** The captures of plan-b, which parted from main at 1-B; `captures` by scene id. */
function capturesIn(
  captures: Record<string, CaptureNote>,
  change: (rows: RunRows) => void = () => undefined,
) {
  const rows = drawRun(tree);
  for (const row of rows.scenes) row.capture = captures[row.id] ?? null;
  change(rows);
  const graph = buildRunGraph(rows);
  const { scene, ...found } = capturesOf(
    lineOfSide(parseSide('plan-b'), { rows, graph }),
    graph.scenes.get('main/1B') ?? null,
  );
  return { scene: scene?.id ?? null, ...found };
}

describe('the captures of a side', () => {
  test('are those of its last save point, and of the ancestor', () => {
    expect(
      capturesIn({ 'main/1B': note('one'), 'plan-b/2B': note('two'), 'plan-b/3A': note('three') }),
    ).toEqual({
      scene: 'plan-b/3A',
      end: 'three',
      beginning: 'one',
      why: 'not-captured',
    });
  });

  test('of a turn under way: those of the save point before it', () => {
    expect(capturesIn({ 'main/1B': note('one'), 'plan-b/2B': note('two') })).toMatchObject({
      scene: 'plan-b/2B',
      end: 'two',
    });
  });

  test('of a branch that came to rest at an A: what it made of its files until then', () => {
    const rest = { scene: 'plan-b/3A', from: 'three', capture: 'rest' };
    const found = capturesIn({ 'main/1B': note('one'), 'plan-b/3A': note('three') }, rows => {
      const planB = rows.branches.find(({ name }) => name === 'plan-b');
      if (planB) planB.restCaptures = [rest];
    });
    expect(found).toMatchObject({ scene: 'plan-b/3A', end: 'rest', beginning: 'one' });
  });

  test('where none was made after the ancestor, nothing is known, and it is not said that nothing changed', () => {
    expect(capturesIn({ 'main/1B': note('one') })).toMatchObject({ end: null, why: 'not-captured' });
  });

  test('one that failed says so', () => {
    const failed = capturesIn({ 'main/1B': note('one'), 'plan-b/3A': note(null, 'failed') });
    expect(failed).toMatchObject({ end: null, why: 'capture-failed' });
  });

  test('a fork without a turn has the files that it was forked with', () => {
    const rows = drawRun('main 0B 1A 1B 2A 2B\nplan-b main/1B >');
    for (const row of rows.scenes) if (row.id === 'main/1B') row.capture = note('one');
    const graph = buildRunGraph(rows);
    const ancestor = graph.scenes.get('main/1B') ?? null;
    const side = lineOfSide(parseSide('plan-b'), { rows, graph });
    expect(capturesOf(side, ancestor)).toMatchObject({ end: 'one', beginning: 'one' });
  });

  test('without an ancestor they begin with the first that there is', () => {
    const rows = drawRun(tree);
    for (const row of rows.scenes) if (row.turn === 1) row.capture = note(row.id);
    const side = lineOfSide(parseSide('main'), { rows, graph: buildRunGraph(rows) });
    expect(capturesOf(side, null)).toMatchObject({ beginning: 'main/1A', end: 'main/1B' });
  });
});

import { describe, expect, test } from 'vitest';
import { archivedBranches, hiddenBranches, withoutBranches } from './archive.ts';
import { noNotes, withNoteChanges } from './notes.ts';
import { buildRunGraph, type RunGraph } from './runGraph.ts';
import { drawRun } from './testing/drawRun.ts';

const forks = `
  main   0B 1A 1B 2A 2B 3A 3B
  plan-b main/1B > 2A 2B 3A 3B
  plan-c plan-b/2B > 3A 3B`;

function drawn(graph: RunGraph): string[] {
  const heads = [...graph.branches.values()].map(({ name, head }) => `${name} @ ${head}`);
  return [...graph.order, ...heads];
}

const without = (drawing: string, ...names: string[]) =>
  drawn(withoutBranches(buildRunGraph(drawRun(drawing)), new Set(names)));

describe('a branch that is left out', () => {
  test('takes its turns and its head with it', () => {
    expect(without(forks, 'plan-c')).toEqual([
      'main/0B',
      'main/1A',
      'main/2A',
      'plan-b/2A',
      'main/3A',
      'plan-b/3A',
      'main @ main/3B',
      'plan-b @ plan-b/3B',
    ]);
  });

  test('stays as far as another one was forked from it, without the mark of a head', () => {
    const graph = withoutBranches(buildRunGraph(drawRun(forks)), new Set(['plan-b']));
    expect(drawn(graph)).toEqual([
      'main/0B',
      'main/1A',
      'main/2A',
      'plan-b/2A',
      'main/3A',
      'plan-c/3A',
      'main @ main/3B',
      'plan-b @ plan-b/2B',
      'plan-c @ plan-c/3B',
    ]);
    expect(graph.turns.get('plan-b/2A')?.headOf).toEqual([]);
    expect([graph.scenes.has('plan-b/3A'), graph.turnOfScene.has('plan-b/3B')]).toEqual([false, false]);
  });

  test('is gone with what was forked from it, where that is left out as well', () => {
    expect(without(forks, 'plan-b', 'plan-c')).toEqual([
      'main/0B',
      'main/1A',
      'main/2A',
      'main/3A',
      'main @ main/3B',
    ]);
  });

  test('stays where a fork without a turn of its own stands', () => {
    const rows = drawRun('main 0B 1A 1B 2A 2B\nplan-b main/1B > 2A 2B\nplan-c plan-b/2B > 3A');
    const scenes = rows.scenes.filter(row => row.branch !== 'plan-c');
    const branches = rows.branches.map(row => (row.name === 'plan-c' ? { ...row, head: 'plan-b/2B' } : row));
    const graph = withoutBranches(buildRunGraph({ ...rows, scenes, branches }), new Set(['plan-b']));
    expect(graph.turns.get('plan-b/2A')?.headOf).toEqual(['plan-c']);
  });

  test('takes along what its rewinds left behind', () => {
    expect(without("main 0B 1A 1B\nplan-b main/1B > 2A 2B\nplan-b main/1B > 2A' 2B'", 'plan-b')).toEqual([
      'main/0B',
      'main/1A',
      'main @ main/1B',
    ]);
  });

  test('of which there is none leaves the graph as it is', () => {
    const graph = buildRunGraph(drawRun(forks));
    expect(withoutBranches(graph, new Set())).toBe(graph);
    expect(withoutBranches(graph, new Set(['plan-x']))).toBe(graph);
  });
});

describe('which archived branches are hidden', () => {
  const archive = (...names: string[]) =>
    archivedBranches(
      withNoteChanges(
        noNotes,
        names.map(branch => ({ kind: 'branch-archive', branch, isArchived: true }) as const),
        '2026-01-01T00:00:00.000Z',
      ),
    );
  const hidden = (state: 'done' | 'running' | 'waiting', looked: string | null = null) => {
    const rows = drawRun(forks);
    const branches = rows.branches.map(row => ({ ...row, state }));
    return [...hiddenBranches(new Map(branches.map(row => [row.name, row])), archive('plan-b'), looked)];
  };

  test('those that rest and are not looked at', () => {
    expect(hidden('done')).toEqual(['plan-b']);
    expect(hidden('running')).toEqual([]);
    expect(hidden('waiting')).toEqual([]);
    expect(hidden('done', 'plan-b')).toEqual([]);
  });

  test('a branch that is brought back leaves no entry, one with a note keeps it', () => {
    const at = '2026-01-01T00:00:00.000Z';
    const change = (isArchived: boolean) =>
      ({ kind: 'branch-archive', branch: 'plan-b', isArchived }) as const;
    expect(withNoteChanges(noNotes, [change(true), change(false)], at).branches).toEqual([]);
    const note = { kind: 'branch-note', branch: 'plan-b', text: 'slow', was: '' } as const;
    const noted = withNoteChanges(noNotes, [note, change(true)], at);
    expect(noted.branches).toMatchObject([{ note: 'slow', isArchived: true }]);
    expect(withNoteChanges(noted, [{ ...note, text: '', was: 'slow' }], at).branches).toMatchObject([
      { note: null, isArchived: true },
    ]);
    expect(archivedBranches(withNoteChanges(noted, [change(false)], at)).size).toBe(0);
  });
});

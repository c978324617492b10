import { expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { laneLabelOf } from './laneLabel.ts';
import { lanesOf } from './layout/lanes.ts';
import { drawnRun } from './layout/testing/drawnRun.ts';

test('each lane says what it is and how it came to be', () => {
  const rows = drawnRun(`
    main: 0 1 2 3
    main~1 from main/1: 2 3 4
    plan-b from main/2: 3
    plan-c from plan-b/3:
    scout in main/1: 1
    main?: 7 8`);
  const dry = rows.branches.find(row => row.name === 'plan-b');
  if (dry) dry.effects = 'dry-run';
  const graph = buildRunGraph(rows);
  const labels = lanesOf(graph).map(lane => {
    const { name, about } = laneLabelOf(lane, graph);
    return `${name}: ${about.replace(/\d\d:\d\d/, 'hh:mm')}`;
  });
  expect(labels).toEqual([
    'main: rewound to 1 · head at 3',
    'scout: subagent of turn 1',
    'left behind: 3 turns · rewind 1, hh:mm',
    'plan-b: forked at 2-B · dry run',
    'plan-c: forked at 3-B · no turns of its own yet',
    'not connected: 2 turns that no line leads to',
  ]);
});

test('a rewind that was undone is no longer mentioned', () => {
  const rows = drawnRun('main: 0 1 2 3\nmain~1 from main/1: 2');
  rows.branches[0]?.moves.push({
    number: 2,
    kind: 'undo',
    undoes: 1,
    left: 'main~1/2',
    taken: 'main/3',
    at: '',
  });
  const graph = buildRunGraph(rows);
  const [main] = lanesOf(graph);
  expect(main && laneLabelOf(main, graph).about).toBe('');
});

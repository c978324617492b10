import { expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { sideOptions } from './sideOptions.ts';

const graph = buildRunGraph(
  drawRun(`
    main    0B 1A 1B 2A 2B
    main    1B > 2A' 2B'
    plan-b  main/1B > 2A 2B`),
);

const offered = (present: string[], search = '', pin: string | null = null) =>
  sideOptions(graph, present, { search, pin }).map(({ side, kind }) => `${side} ${kind}`);

test('branches, what rewinds left, the pinned scene; not what is there already', () => {
  expect(offered(['plan-b'], '', 'other/main:3-B')).toEqual([
    'main branch',
    'main:2-B~1 left-behind',
    'other/main:3-B pinned',
  ]);
});

test('any side can be typed; what is none is not offered', () => {
  expect(offered([], 'other/plan-b')).toEqual(['other/plan-b typed']);
  expect(offered([], 'PLAN')).toEqual(['plan-b branch', 'PLAN typed']);
  expect(offered([], 'plan-b')).toEqual(['plan-b branch']);
  expect(offered([], '../etc/passwd')).toEqual([]);
});

import { expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { diffTargetsOf } from './diffTargets.ts';

const graph = buildRunGraph(
  drawRun(`
  main    0B 1A 1B 2B 3B
  plan-b  main/1B > 2A 2B 3B
  plan-c  main/2B > 3B
`),
);

function targetsOf(id: string, branch: string) {
  const scene = graph.scenes.get(id);
  if (!scene) throw new Error(`the drawing has no ${id}`);
  const { before, forkPoint, otherHeads } = diffTargetsOf(graph, scene, branch);
  return [
    before?.id,
    forkPoint?.id,
    otherHeads.map(({ branch: name, head }) => `${name}=${head.id}`).join(' '),
  ];
}

test('the turn before, the fork point and the other heads', () => {
  expect(targetsOf('plan-b/3B', 'plan-b')).toEqual(['plan-b/2B', 'main/1B', 'main=main/3B plan-c=plan-c/3B']);
  expect(targetsOf('main/3B', 'main')).toEqual(['main/2B', undefined, 'plan-b=plan-b/3B plan-c=plan-c/3B']);
  expect(targetsOf('main/0B', 'main')).toEqual([undefined, undefined, 'plan-b=plan-b/3B plan-c=plan-c/3B']);
});

test('the scene itself is none of them; of a fork’s earlier turns the fork is meant', () => {
  expect(targetsOf('main/1B', 'plan-b')).toEqual(['main/0B', undefined, 'main=main/3B plan-c=plan-c/3B']);
  expect(targetsOf('main/1A', 'plan-b')).toEqual(['main/0B', 'main/1B', 'main=main/3B plan-c=plan-c/3B']);
});

test('a scene that cannot be read is no target', () => {
  const damaged = buildRunGraph(drawRun('main 0B 1B! 2B'));
  const scene = damaged.scenes.get('main/2B');
  expect(scene && diffTargetsOf(damaged, scene, 'main').before).toBeNull();
});

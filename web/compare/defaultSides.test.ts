import { describe, expect, test } from 'vitest';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { defaultSides } from './defaultSides.ts';

const sides = (drawing: string, branch: string | null) =>
  defaultSides(buildRunGraph(drawRun(drawing)), branch);

describe('what is compared without asking', () => {
  const plans = `
    main    0B 1A 1B 2A 2B
    plan-b  main/1B > 2A 2B 3B
    plan-c  main/1B > 2A 2B
    late    plan-b/2B > 3A 3B`;

  test('forks of one scene with each other, whether one looks at one of them or at main', () => {
    expect(sides(plans, 'plan-c')).toEqual(['plan-b', 'plan-c']);
    expect(sides(plans.replace(/\n.*late.*/, ''), 'main')).toEqual(['plan-b', 'plan-c']);
  });

  test('a fork without siblings with what it was forked from', () => {
    expect(sides(plans, 'late')).toEqual(['plan-b', 'late']);
  });

  test('of many siblings as many as stand beside each other, with the one that is looked at', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map(name => `\n ${name}  main/1B > 2B`).join('');
    expect(sides(`main 0B 1B${many}`, 'e')).toEqual(['a', 'b', 'c', 'e']);
  });

  test('in a run without forks what is now with what the latest rewind left', () => {
    const rewound = `
      main  0B 1A 1B 2A 2B 3A
      main  1B > 2A' 2B'`;
    expect(sides(rewound, 'main')).toEqual(['main', 'main:3-A~1']);
  });

  test('nothing where there is one line only, or none', () => {
    expect(sides('main 0B 1A 1B', 'main')).toBeNull();
    expect(sides('', null)).toBeNull();
  });
});

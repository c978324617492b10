import { describe, expect, test } from 'vitest';
import { playDelayMs, playStepCountOf, playStepsOf, rowsAt } from './playback.ts';
import type { RunRows } from './rows.ts';
import { buildRunGraph } from './runGraph.ts';
import { blankEffect } from './testing/blankRows.ts';
import { drawRun } from './testing/drawRun.ts';

const rewound = drawRun(`
  main    0B 1A 1B 2A 2B
  main    1B > 2A' 2B'
`);
const forked = drawRun(`
  main    0B 1A 1B 2A 2B
  plan-b  main/1B > 2A 2B
`);

/** Steps as one line of words. */
function toWords(rows: RunRows): string {
  return playStepsOf(rows)
    .map(step => (step.kind === 'scene' ? step.scene.id : `${step.branch}↶${step.number}`))
    .join(' ');
}

/** Gives every scene the time (seconds) that `times` names it with. */
function timed(rows: RunRows, times: Record<string, number>): RunRows {
  return {
    ...rows,
    scenes: rows.scenes.map(scene => ({
      ...scene,
      savedAt: new Date((times[scene.id] ?? 0) * 1000).toISOString(),
    })),
  };
}

test.each([
  ['rewound', rewound],
  ['forked', forked],
  ['empty', { ...forked, scenes: [] }],
  ['with scenes of no branch', { ...forked, branches: forked.branches.slice(0, 1) }],
])('a run that is %s has as many steps as are counted', (_, rows) => {
  expect(playStepCountOf(rows)).toBe(playStepsOf(rows).length);
});

describe('the order of playing a run again', () => {
  test('a rewind comes after the line it left and before the line that it began', () => {
    expect(toWords(rewound)).toBe("main/0B main/1A main/1B main/2A main/2B main↶1 main/2A' main/2B'");
  });

  test('a fork comes after the scene it came from, whatever the clocks say', () => {
    const rows = timed(forked, {
      'main/1B': 50,
      'plan-b/2A': 3,
      'plan-b/2B': 4,
      'main/2A': 60,
      'main/2B': 61,
    });
    expect(toWords(rows)).toBe('main/0B main/1A main/1B plan-b/2A plan-b/2B main/2A main/2B');
  });

  test('branches that ran side by side interleave by their clocks', () => {
    const rows = timed(forked, { 'main/2A': 10, 'plan-b/2A': 11, 'main/2B': 12, 'plan-b/2B': 13 });
    expect(toWords(rows)).toBe('main/0B main/1A main/1B main/2A plan-b/2A main/2B plan-b/2B');
  });

  test('a tail whose parent is missing is played, last of its branch', () => {
    const rows = drawRun(`
      main ? > 9A 9B
      main 0B 1A
    `);
    expect(toWords(rows)).toBe('main/0B main/1A main/9A main/9B');
  });
});

describe('the rows after some steps', () => {
  test('after the last step they are the rows themselves', () => {
    expect(rowsAt(rewound, playStepsOf(rewound), 8)).toBe(rewound);
  });

  test('before a rewind nothing is left behind; after it the line it left is', () => {
    const steps = playStepsOf(rewound);
    const stateOf = (count: number) =>
      buildRunGraph(rowsAt(rewound, steps, count)).turns.get('main/2A')?.state;
    expect(stateOf(5)).toBe('line');
    expect(stateOf(6)).toBe('superseded');
    expect(rowsAt(rewound, steps, 6).branches[0]?.head).toBe('main/1B');
  });

  test('a branch appears with its first scene, and runs until its last', () => {
    const steps = playStepsOf(forked);
    const branchesAt = (count: number) =>
      rowsAt(forked, steps, count).branches.map(({ name, state }) => `${name} ${state}`);
    expect(branchesAt(4)).toEqual(['main running']);
    expect(branchesAt(6)).toEqual(['main interrupted', 'plan-b running']);
  });

  test('an effect is there once its turn is over', () => {
    const rows = {
      ...rewound,
      effects: [
        { ...blankEffect, id: 'main/0', branch: 'main', scene: 'main/2A', turn: 2 },
        { ...blankEffect, id: 'main/1', branch: 'main', scene: null, turn: 1 },
      ],
    };
    const steps = playStepsOf(rows);
    const effectsAt = (count: number) => rowsAt(rows, steps, count).effects.map(effect => effect.id);
    expect(effectsAt(2)).toEqual([]);
    expect(effectsAt(4)).toEqual(['main/1']);
    expect(effectsAt(5)).toEqual(['main/0', 'main/1']);
  });
});

test('a step takes as long as it took, within bounds, at the speed that is asked for', () => {
  const rows = timed(rewound, { 'main/0B': 1, 'main/1A': 3, 'main/1B': 3, 'main/2A': 99, 'main/2B': 100 });
  const steps = playStepsOf(rows);
  expect(playDelayMs(steps, 1, 1)).toBe(2000);
  expect(playDelayMs(steps, 1, 4)).toBe(500);
  expect(playDelayMs(steps, 2, 1)).toBe(250);
  expect(playDelayMs(steps, 3, 1)).toBe(3000);
  expect(playDelayMs(playStepsOf(rewound), 1, 1)).toBe(700);
});

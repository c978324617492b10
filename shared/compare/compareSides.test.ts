import { describe, expect, test } from 'vitest';
import { blankEffect, blankQuestion } from '../testing/blankRows.ts';
import { compareDrawn, noFiles, pictureOfRows } from './testing/compareDrawn.ts';
import { drawTurns } from './testing/drawTurns.ts';

const twoPlans = () =>
  drawTurns(
    `main    0B 1A 1B 2A 2B 3A 3B
     plan-b  main/2B > 3A 3B 4A 4B 5B
     plan-c  main/2B > 3A 3B 4A 4B 5A 5B 6B`,
    `plan-b/3  >Split it.< "Two files." write_file a.ts {x} = made
     plan-b/4  "Run." run_command npm test = 9 passed
     plan-b/5  "All nine pass."
     plan-c/3  >Queue it.< "One file." edit_file b.ts {y} = edited
     plan-c/4  "Run." run_command npm test ! 8 passed, 1 failed
     plan-c/5  "Again." edit_file b.ts {z} = edited
     plan-c/6  "I give up."`,
  );

describe('two plans from one scene', () => {
  const comparison = compareDrawn(twoPlans(), 'plan-b,plan-c');

  test('come from their common ancestor, and its past is counted once', () => {
    expect(comparison.ancestor).toEqual({ run: 'drawn', address: 'main:2-B', scene: 'main/2B', turn: 2 });
    expect(comparison.shared).toMatchObject({ turns: 2, tokens: 200 });
    expect(comparison.columns.map(({ spent }) => [spent.turns, spent.tokens])).toEqual([
      [3, 300],
      [4, 400],
    ]);
  });

  test('stand side by side by what they did', () => {
    expect(pictureOfRows(comparison)).toEqual([
      'different 3|3 call words',
      'alike 4|4 result',
      'one-sided –|5',
      'alike 5|6 words',
    ]);
  });

  test('part where they call something else', () => {
    expect(comparison.firstDivergence).toEqual({
      row: 0,
      why: 'call',
      values: ['write_file a.ts', 'edit_file b.ts'],
      argument: null,
    });
  });

  test('say what became of each', () => {
    expect(comparison.columns[0]).toMatchObject({
      side: 'plan-b',
      kind: 'branch',
      end: { address: 'plan-b:5-B', turn: 5 },
      plan: { words: 'Split it.', at: { address: 'plan-b:3-B' } },
      answer: { text: 'All nine pass.', leftOut: 0, at: { address: 'plan-b:5-B' } },
      errors: { count: 0, first: null },
    });
    expect(comparison.columns[1]).toMatchObject({
      plan: { words: 'Queue it.' },
      errors: { count: 1, first: { address: 'plan-c:4-B' } },
    });
  });

  test('ran the same command with another end', () => {
    expect(comparison.commands).toMatchObject([
      {
        command: 'npm test',
        isTest: true,
        results: [
          { state: 'passed', counts: { passed: 9, failed: 0 }, runs: 1, at: { address: 'plan-b:4-B' } },
          { state: 'failed', counts: { passed: 8, failed: 1 }, runs: 1, at: { address: 'plan-c:4-B' } },
        ],
      },
    ]);
  });

  test('a command that a person kept from running has no result', () => {
    const run = drawTurns(
      `main    0B 1A 1B
       plan-b  main/1B > 2A 2B 3A 3B
       plan-c  main/1B > 2A 2B`,
      `plan-b/2 run_command npm test = 9 passed
       plan-b/3 run_command npm test ! Not run: the person decided against this call.
       plan-c/2 run_command npm test = Refused by the person, not run.`,
    );
    expect(compareDrawn(run, 'plan-b,plan-c').commands).toEqual([]);
  });

  test('cost what their replies used, at the price of their model', () => {
    // Three replies of 90 input tokens at 2 dollars and 10 output tokens at 10 dollars a million.
    expect(comparison.columns[0]?.spent.costUsd).toBeCloseTo((3 * (90 * 2 + 10 * 10)) / 1_000_000, 12);
    expect(comparison.columns[0]?.spent.counts).toEqual({
      input: 270,
      output: 30,
      cacheWrite: 0,
      cacheRead: 0,
    });
  });

  test('a model without a price has tokens and no cost', () => {
    const run = twoPlans();
    for (const row of run.rows.scenes)
      if (row.branch === 'plan-b' && row.turn === 4) row.model = 'somebody-s-own';
    const [planB, planC] = compareDrawn(run, 'plan-b,plan-c').columns;
    expect(planB?.spent).toMatchObject({ tokens: 300, costUsd: null, unpriced: ['somebody-s-own'] });
    expect(planC?.spent.costUsd).toBeGreaterThan(0);
  });
});

describe('the time of a side', () => {
  /** The turns of plan-b, saved at these seconds: 3-A, 3-B, 4-A, 4-B, 5-B; the ancestor an hour before. */
  function timed(begunAtOf: Record<string, number>) {
    const run = twoPlans();
    const second = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
    for (const [index, point] of ['3A', '3B', '4A', '4B', '5B'].entries()) {
      const row = run.rows.scenes.find(({ id }) => id === `plan-b/${point}`);
      const begun = begunAtOf[point];
      if (row) row.savedAt = second(3600 + index * 10);
      if (row && begun !== undefined) row.begunAt = second(begun);
    }
    for (const row of run.rows.scenes) if (row.branch === 'main') row.savedAt = second(0);
    return compareDrawn(run, 'plan-b,plan-c').columns[0]?.spent.durationMs;
  }

  test('is that of everything behind the ancestor, the first reply included; not the person’s before it', () => {
    expect(timed({ '3A': 3594, '4A': 3610, '5B': 3630 })).toBe(46_000);
  });

  test('where nobody wrote down when turns were begun, it begins with the first calls', () => {
    expect(timed({})).toBe(40_000);
  });
});

describe('what costs nothing', () => {
  const rows = (branch: string, turn: number, run = twoPlans()) => ({
    run,
    scenes: run.rows.scenes.filter(row => row.branch === branch && row.turn === turn),
  });

  test('a turn that a program wrote in a model’s place, and one without any model', () => {
    const written = rows('plan-b', 4);
    for (const row of written.scenes)
      Object.assign(row, { model: '<synthetic>', usage: { input_tokens: 0, output_tokens: 0 } });
    const alone = rows('plan-b', 5, written.run);
    for (const row of alone.scenes) Object.assign(row, { model: null, usage: null });
    const [planB] = compareDrawn(written.run, 'plan-b,plan-c').columns;
    expect(planB?.spent.unpriced).toEqual([]);
    expect(planB?.spent.costUsd).toBeCloseTo((90 * 2 + 10 * 10) / 1_000_000, 12);
  });

  test('nothing is known where no reply says what it used', () => {
    const run = twoPlans();
    for (const row of run.rows.scenes) Object.assign(row, { model: null, usage: null });
    expect(compareDrawn(run, 'plan-b,plan-c').columns[0]?.spent).toMatchObject({
      costUsd: null,
      tokens: 300,
    });
  });
});

describe('whatever shape the tree has', () => {
  test('a fork of a fork: the ancestor of all three is where the first was forked', () => {
    const run = drawTurns(
      `main    0B 1A 1B 2A 2B
       plan-b  main/1B > 2A 2B 3A 3B
       plan-d  plan-b/2B > 3A 3B 4B`,
      '',
    );
    expect(compareDrawn(run, 'plan-b,plan-d').ancestor).toMatchObject({ address: 'plan-b:2-B' });
    const all = compareDrawn(run, 'main,plan-b,plan-d');
    expect(all.ancestor).toMatchObject({ address: 'main:1-B' });
    // What two of the three share stands in their cells as one turn.
    expect(pictureOfRows(all)[0]).toBe('different 2|2|2 call');
    expect(all.rows[0]?.cells[1]?.at.scene).toBe(all.rows[0]?.cells[2]?.at.scene);
    expect(all.rows[0]?.cells[2]?.at.address).toBe('plan-d:2-B');
  });

  test('a fork of a fork was told its own words, and those of the first where it has none', () => {
    const run = drawTurns(
      `main    0B 1A 1B
       plan-b  main/1B > 2A 2B 3A 3B
       plan-d  plan-b/2B > 3A 3B
       plan-e  plan-b/2B > 3B
       plan-f  plan-b/2B >`,
      `plan-b/2 >Split it.< read_file a = a
       plan-d/3 >Read first.< read_file b = b
       plan-e/3 "Done."`,
    );
    const { columns } = compareDrawn(run, 'plan-b,plan-d,plan-e,plan-f,main', ({ text }) =>
      text === 'plan-f' ? { pendingInput: 'Wait.' } : {},
    );
    expect(columns.map(({ plan }) => plan?.words ?? null)).toEqual([
      'Split it.',
      'Read first.',
      'Split it.',
      'Wait.',
      null,
    ]);
  });

  test('a fork against a superseded tail of the branch it came from', () => {
    const run = drawTurns(
      `main    0B 1A 1B 2A 2B 3A 3B
       main    1B > 2A' 2B'
       plan-b  main/1B > 2A 2B`,
      '',
    );
    const comparison = compareDrawn(run, 'plan-b,main:3-B~1');
    expect(comparison.ancestor).toMatchObject({ address: 'main:1-B' });
    expect(comparison.columns.map(({ kind, end }) => [kind, end?.address])).toEqual([
      ['branch', 'plan-b:2-B'],
      ['superseded', 'main:3-B~1'],
    ]);
    expect(comparison.rows.at(-1)?.cells[1]?.at.address).toBe('main:3-B~1');
    expect(comparison.columns[1]).toMatchObject({ state: null, spent: { turns: 2 } });
  });

  test('a rewound branch against what it left', () => {
    const run = drawTurns(
      `main 0B 1A 1B 2A 2B 3A 3B
       main 1B > 2A' 2B'`,
      '',
    );
    const comparison = compareDrawn(run, 'main,main:3-B~1');
    expect(comparison.ancestor).toMatchObject({ address: 'main:1-B' });
    expect(pictureOfRows(comparison)).toEqual(['same 2|2', 'one-sided –|3']);
  });

  test('two runs without a common ancestor are compared from their beginnings', () => {
    const one = drawTurns('main 0B 1A 1B 2B', 'main/2 "Done."');
    const other = drawTurns('main 0B 1A 1B 2A 2B', '');
    for (const row of other.rows.scenes) {
      row.id = `other/${row.id}`;
      row.parent = row.parent && `other/${row.parent}`;
    }
    for (const branch of other.rows.branches) branch.head = `other/${branch.head}`;
    other.rows.run = { ...other.rows.run, id: 'other' };
    const comparison = compareDrawn({ one, other: { ...other, messagesTo: () => [] } }, 'main,other/main');
    expect(comparison.ancestor).toBeNull();
    expect(comparison.shared).toMatchObject({ turns: 0, tokens: 0 });
    expect(comparison.columns.map(({ run, side }) => [run, side])).toEqual([
      ['drawn', 'main'],
      ['other', 'other/main'],
    ]);
    expect(pictureOfRows(comparison)).toEqual(['same 0|0', 'same 1|1', 'different 2|2 call words']);
  });

  test('where some part by what they call, that says more than that another has no turn yet', () => {
    const run = drawTurns(
      `main    0B 1A 1B 2A 2B
       plan-b  main/1B > 2A 2B
       plan-c  main/1B >`,
      '',
    );
    expect(compareDrawn(run, 'main,plan-b,plan-c').firstDivergence).toMatchObject({
      row: 0,
      why: 'call',
      values: ['read_file main-2', 'read_file plan-b-2', null],
    });
  });

  test('a fork with no turn yet', () => {
    const run = drawTurns(
      `main    0B 1A 1B 2A 2B
       plan-b  main/1B >`,
      '',
    );
    const comparison = compareDrawn(run, 'main,plan-b', ({ text }) =>
      text === 'plan-b' ? { pendingInput: 'Split it.' } : {},
    );
    expect(comparison.columns[1]).toMatchObject({
      end: { address: 'plan-b:1-B' },
      plan: { words: 'Split it.', at: null },
      spent: { turns: 0, tokens: 0, costUsd: 0 },
    });
    expect(pictureOfRows(comparison)).toEqual(['one-sided 2|–']);
    expect(comparison.firstDivergence).toMatchObject({
      row: 0,
      why: 'end',
      values: ['read_file main-2', null],
    });
  });

  test('a branch without any scene', () => {
    const run = drawTurns(
      `main    0B 1A 1B
       empty`,
      '',
    );
    const comparison = compareDrawn(run, 'main,empty');
    expect(comparison.ancestor).toBeNull();
    expect(comparison.columns[1]).toMatchObject({ end: null, answer: null, spent: { turns: 0 } });
  });

  test('two forks from an A: its reply is shared past, the answers to its calls are not', () => {
    const run = drawTurns(
      `main    0B 1A 1B 2A 2B
       plan-b  main/2A > 2B 3B
       plan-c  main/2A > 2B 3B`,
      `main/2    "Look." read_file a.ts = one
       plan-b/2  "Look." read_file a.ts = one
       plan-c/2  "Look." read_file a.ts = two
       plan-b/3  "One."
       plan-c/3  "Two."`,
    );
    const comparison = compareDrawn(run, 'plan-b,plan-c');
    expect(comparison.ancestor).toMatchObject({ address: 'main:2-A' });
    expect(comparison.columns.map(({ spent }) => spent.turns)).toEqual([1, 1]);
    expect(pictureOfRows(comparison)).toEqual(['alike 2|2 result', 'alike 3|3 words']);
    expect(comparison.firstDivergence).toMatchObject({ row: 0, why: 'result', values: ['one', 'two'] });
  });

  test('a damaged scene is a turn of its own that is like no other', () => {
    const run = drawTurns(
      `main    0B 1A 1B
       plan-b  main/1B > 2A 2B 3A! 3B! 4A 4B
       plan-c  main/1B > 2A 2B 3A 3B`,
      `plan-b/2 "" read_file a.ts = one
       plan-c/2 "" read_file a.ts = one`,
    );
    const comparison = compareDrawn(run, 'plan-b,plan-c');
    expect(comparison.columns[0]?.damaged).toMatchObject({ count: 2, first: { address: 'plan-b:3-A' } });
    expect(pictureOfRows(comparison)[0]).toBe('same 2|2');
    const damaged = comparison.rows.find(row => row.cells[0]?.marks.includes('damaged'));
    expect(damaged?.cells[0]?.at.turn).toBe(3);
    expect(damaged?.kind).not.toBe('same');
  });

  test('a subagent works inside the turn that called it', () => {
    const run = drawTurns(
      `main    0B 1A 1B 2A 2B
       plan-b  main/1B > 2A 2B
       helper  main/2A > 1A 1B 2A 2B`,
      '',
    );
    const helper = run.rows.branches.find(({ name }) => name === 'helper');
    if (helper) helper.kind = 'subagent';
    const comparison = compareDrawn(run, 'main,plan-b');
    expect(comparison.columns.map(({ spent }) => spent.turns)).toEqual([1, 1]);
    expect(pictureOfRows(comparison)).toHaveLength(1);
  });
});

describe('effects', () => {
  const withEffects = () => {
    const run = twoPlans();
    const mail = { ...blankEffect, name: 'send_email', target: 'team@x', detail: 'team@x' };
    run.rows.effects = [
      { ...mail, id: 'main/0', branch: 'main', scene: 'main/1A', turn: 1 },
      { ...mail, id: 'plan-b/0', branch: 'plan-b', scene: 'plan-b/3A', turn: 3 },
      { ...mail, id: 'plan-c/0', branch: 'plan-c', scene: 'plan-c/5A', turn: 5 },
      { ...blankEffect, id: 'plan-c/1', branch: 'plan-c', scene: 'plan-c/5A', turn: 5, target: 'queue' },
      {
        ...blankEffect,
        id: 'plan-c/2',
        branch: 'plan-c',
        scene: 'plan-c/5A',
        turn: 5,
        toolClass: 'workspace',
      },
    ];
    return run;
  };

  test('say where the same was done too; the shared past and files are told elsewhere', () => {
    const [planB, planC] = compareDrawn(withEffects(), 'plan-b,plan-c').columns;
    expect(planB?.effects).toMatchObject([
      { name: 'send_email', kind: 'real', at: { address: 'plan-b:3-A' }, alsoOn: [1] },
    ]);
    expect(planC?.effects.map(({ name, alsoOn }) => [name, alsoOn])).toEqual([
      ['send_email', [0]],
      ['send', []],
    ]);
  });

  test('of two forks from one A each has what its own calls did', () => {
    const run = drawTurns(
      `main    0B 1A 1B 2A 2B
       plan-b  main/2A > 2B
       plan-c  main/2A > 2B`,
      '',
    );
    // The calls of all three were named in one scene; each branch has a ledger of its own.
    run.rows.effects = ['main', 'plan-b'].map(branch => ({
      ...blankEffect,
      id: `${branch}/0`,
      branch,
      scene: 'main/2A',
      turn: 2,
    }));
    const effects = compareDrawn(run, 'plan-b,plan-c').columns.map(column => column.effects.length);
    expect(effects).toEqual([1, 0]);
  });

  test('what a branch did before a rewind stays in the world', () => {
    const run = drawTurns(
      `main    0B 1A 1B
       plan-b  main/1B > 2A 2B 3A 3B
       plan-b  2B > 3A' 3B'
       plan-c  main/1B > 2A 2B`,
      '',
    );
    run.rows.effects = [{ ...blankEffect, id: 'plan-b/0', branch: 'plan-b', scene: 'plan-b/3A', turn: 3 }];
    const [planB] = compareDrawn(run, 'plan-b,plan-c').columns;
    expect(planB?.effects).toMatchObject([{ name: 'send', kind: 'real', isLeftBehind: true }]);
  });

  test('what waits at the gate did not happen yet', () => {
    const run = twoPlans();
    const planC = run.rows.branches.find(({ name }) => name === 'plan-c');
    if (planC) Object.assign(planC, { head: 'plan-c/5A', state: 'waiting' });
    run.rows.questions = [
      blankQuestion({
        branch: 'plan-c',
        scene: 'plan-c/5A',
        turn: 5,
        input: { to: 'team@x' },
        target: 'team@x',
      }),
    ];
    const column = compareDrawn(run, 'plan-b,plan-c').columns[1];
    expect(column?.waiting).toMatchObject([
      { name: 'send', detail: 'team@x', at: { address: 'plan-c:5-A' } },
    ]);
    expect(column?.effects).toMatchObject([{ kind: 'waiting', target: 'team@x' }]);
  });
});

describe('settings and files', () => {
  test('settings that differ are named, with what each side has', () => {
    const comparison = compareDrawn(twoPlans(), 'plan-b,plan-c', ({ text }) => ({
      request: { system: 'Be careful.', thinking: text === 'plan-b' ? null : 'adaptive', maxTokens: 100 },
    }));
    expect(comparison.settings).toEqual([{ setting: 'thinking', values: ['off', 'adaptive'] }]);
  });

  test('files are grouped by what they hold', () => {
    const file = (digest: string) => ({ kind: 'file', digest, sizeBytes: 1, mode: 0o644 }) as const;
    const comparison = compareDrawn(twoPlans(), 'main,plan-b,plan-c', ({ text, line }) => ({
      files: {
        ...noFiles,
        at: line.placeOf(line.line[0] ?? (undefined as never)),
        changes: new Map(text === 'main' ? [] : [['a.ts', 'changed' as const]]),
        held: new Map([
          ['a.ts', file(text === 'main' ? 'old' : 'new')],
          ['same.ts', file('same')],
          ['b.ts', text === 'plan-c' ? file('b') : ({ kind: 'absent' } as const)],
        ]),
      },
    }));
    expect(comparison.files.map(({ path, isSame }) => [path, isSame])).toEqual([
      ['a.ts', false],
      ['b.ts', false],
      ['same.ts', true],
    ]);
    expect(comparison.files[0]?.sides.map(side => ('group' in side ? side.group : null))).toEqual([1, 2, 2]);
    expect(comparison.files[0]?.changes).toEqual([null, 'changed', 'changed']);
    expect(comparison.columns[1]?.files).toMatchObject({ state: 'known', added: 0, changed: 1, deleted: 0 });
  });
});

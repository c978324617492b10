import { describe, expect, test } from 'vitest';
import { lookHere } from './lookHere.ts';
import { type RemarkRule, remarkRules } from './remark.ts';
import { drawFacts } from './testing/drawFacts.ts';

/** Remarks in short: the rule and its turns. */
function seenIn(drawing: string): string[] {
  return lookHere(drawFacts(drawing)).map(({ rule, turns }) => `${rule} ${turns.join(' ')}`);
}

interface Drawn {
  rule: RemarkRule;
  hit: string;
  turns: string;
  nearMiss: string;
}

const drawn: Drawn[] = [
  {
    rule: 'same-failure',
    hit: `
      1 fail open a.txt: no such file
      2 read
      3 fail open a.txt: no such file
    `,
    turns: '1 3',
    nearMiss: `
      1 fail open a.txt: no such file
      2 write a.txt x
      3 fail open a.txt: no such file
    `,
  },
  {
    rule: 'error-streak',
    hit: `
      1 fail open a: gone
      2 fail open b: gone | fail open c: gone
      3 fail open d: gone
    `,
    turns: '1 2 3',
    nearMiss: `
      1 fail open a: gone
      2 fail open b: gone | read
      3 fail open d: gone
    `,
  },
  {
    rule: 'to-and-fro',
    hit: `
      1 edit tax.ts 10>13
      2 read
      3 edit tax.ts 13>20
      4 edit tax.ts 20>13
    `,
    turns: '1 3 4',
    nearMiss: `
      1 edit tax.ts 10>13
      3 edit tax.ts 13>20
      4 edit rates.ts 20>13
    `,
  },
  {
    rule: 'went-red',
    hit: `
      1 green npm test
      2 edit a.ts x>y
      3 red npm test: a
      4 say I leave it at that.
    `,
    turns: '3',
    nearMiss: `
      1 green npm test
      2 edit a.ts x>y
      3 red npm test: a
      4 edit a.ts y>z
      5 green npm test
    `,
  },
  {
    rule: 'never-green',
    hit: `
      1 red npm test: a
      2 edit a.ts x>y
      3 red npm test unit: a
    `,
    turns: '1 3',
    nearMiss: `
      1 red npm test: a
      2 edit a.ts x>y
      3 red npm test unit: a
      4 edit a.ts y>z
      5 green npm test
    `,
  },
  {
    rule: 'edit-beside',
    hit: `
      1 red npm test: invoice
      2 edit src/tax.ts 10>13
      3 red npm test: invoice
    `,
    turns: '2',
    nearMiss: `
      1 red npm test: invoice tax
      2 edit src/tax.ts 10>13
      3 red npm test: invoice tax
    `,
  },
  {
    rule: 'claim-while-red',
    hit: `
      1 red npm test: a
      2 send All tests pass.
    `,
    turns: '2',
    nearMiss: `
      1 red npm test: a
      2 send All tests pass except one.
    `,
  },
  {
    rule: 'context-jump',
    hit: `
      1 @40000 read 90000
      2 @70000 read
    `,
    turns: '1',
    nearMiss: `
      1 @40000 read 90000
      2 @55000 read
    `,
  },
  {
    rule: 'effect-after-error',
    hit: `
      1 fail deploy: no route
      2 send The new version is out.
    `,
    turns: '2',
    nearMiss: `
      1 fail deploy: no route
      2 read
      3 send The new version is out.
    `,
  },
];

describe.each(drawn)('$rule', ({ rule, hit, turns, nearMiss }) => {
  test('points at what it is about', () => {
    expect(seenIn(hit)).toContain(`${rule} ${turns}`);
  });

  test('leaves alone what only looks like it', () => {
    expect(seenIn(nearMiss).filter(seen => seen.startsWith(rule))).toEqual([]);
  });
});

test('every rule is drawn', () => {
  expect(drawn.map(({ rule }) => rule).toSorted()).toEqual(remarkRules.toSorted());
});

describe('same-failure', () => {
  test('other words are another failure', () => {
    expect(seenIn('1 fail open a: gone\n2 fail open a: denied')).toEqual([]);
  });

  test('the same call twice in one turn is one try', () => {
    expect(seenIn('1 fail open a: gone | fail open a: gone')).toEqual([]);
  });
});

describe('to-and-fro', () => {
  test('a file that is written as it was before goes back too', () => {
    expect(seenIn('1 write a.ts x\n2 write a.ts y\n3 write a.ts x')).toEqual(['to-and-fro 1 2 3']);
  });

  test('the same content again, with nothing in between, goes nowhere', () => {
    expect(seenIn('1 write a.ts x\n2 write a.ts x')).toEqual([]);
  });

  test('each return is counted', () => {
    const [remark] = lookHere(drawFacts('1 edit a.ts x>y\n2 edit a.ts y>x\n3 edit a.ts x>y'));
    expect(remark).toMatchObject({ turns: ['1', '2', '3'], params: { file: 'a.ts', count: 2 } });
  });
});

describe('edit-beside', () => {
  test('prose and new files are not what a check looks at', () => {
    expect(seenIn('1 red npm test: a\n2 edit NEWS.md x>y | write trace.ts z\n3 red npm test: a')).toEqual([
      'never-green 1 3',
    ]);
  });
});

describe('claim-while-red', () => {
  test.each([
    ['words with the next check are a hope', '1 red npm test: a\n2 say The bug is fixed.\n3 green npm test'],
    ['a green check behind the red one', '1 red npm test: a\n2 green npm test\n3 say The bug is fixed.'],
    ['no check at all', '1 read\n2 say The bug is fixed.'],
  ])('not for %s', (_, drawing) => {
    expect(seenIn(drawing).filter(seen => seen.startsWith('claim'))).toEqual([]);
  });

  test('what was sent is sent, whatever is checked next', () => {
    expect(seenIn('1 red npm test: a\n2 send The bug is fixed.\n3 green npm test')).toEqual([
      'claim-while-red 2',
    ]);
  });
});

describe('context-jump', () => {
  test('not over a compaction, nor by words that no result brought', () => {
    expect(seenIn('1 @10000 read 90000\n2 @70000 compacted read')).toEqual([]);
    expect(seenIn('1 @10000 read 300\n2 @70000 read')).toEqual([]);
  });
});

describe('effect-after-error', () => {
  test('a push counts, a simulated effect does not', () => {
    expect(seenIn('1 fail merge: conflict\n2 push')).toEqual(['effect-after-error 2']);
    expect(seenIn('1 fail merge: conflict\n2 simulated send Hello')).toEqual([]);
  });
});

describe('several lines', () => {
  test('what two lines have in common is said once, in the longer form', () => {
    expect(
      seenIn(`
        1     red npm test: a
        2     red npm test: a
        3     read
        3'<2  red npm test: a
      `),
    ).toEqual(["never-green 1 2 3'"]);
  });

  test('a line that turned green takes nothing back of the one that was left', () => {
    expect(
      seenIn(`
        1     red npm test: a
        2     red npm test: a
        2'<1  green npm test
      `),
    ).toEqual(['never-green 1 2']);
  });
});

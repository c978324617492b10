import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readableJson, textOfBlock } from '../blockText.ts';
import { diffText, patientTextDiffLimits, type TextDiff, textDiffLimits } from './diffText.ts';

/** A diff as a drawing: `[-gone-]`, `{+new+}`; lines with their sign. */
function drawn(diff: TextDiff): string {
  if (diff.kind === 'too-large') return `too large: ${diff.reason}`;
  if (diff.kind === 'same') return 'same';
  const inline = (parts: { kind: string; text: string }[]) =>
    parts
      .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`))
      .join('');
  if (diff.kind === 'words') return inline(diff.parts);
  const sign = { same: ' ', added: '+', removed: '-' };
  return diff.lines
    .map(line => `${line.leftLine ?? '.'}:${line.rightLine ?? '.'}${sign[line.kind]}${inline(line.parts)}`)
    .join('\n');
}

const numbered = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word} ${index}`).join('\n');

describe('diffText', () => {
  test('short texts by words', () => {
    expect(drawn(diffText('round each line, then sum', 'sum all lines, then round'))).not.toBe('same');
    expect(drawn(diffText('Round once, at the end', 'Round twice, at the end'))).toBe(
      'Round [-once-]{+twice+}, at the end',
    );
  });

  test('texts with next to nothing in common stand one after the other', () => {
    expect(drawn(diffText('Split billing from tax', 'Keep one service, add a queue'))).toBe(
      '[-Split billing from tax-]{+Keep one service, add a queue+}',
    );
  });

  test('equal texts', () => {
    expect(drawn(diffText('as it was', 'as it was'))).toBe('same');
  });

  test('long texts by lines with their numbers, differing words marked', () => {
    const left = `${numbered(9, 'line')}\nconst total = round(net * rate);\nend`;
    const right = `${numbered(9, 'line')}\nconst total = net * rate;\nnew line\nend`;
    const lines = drawn(diffText(left, right)).split('\n');
    expect(lines.slice(8)).toEqual([
      '9:9 line 8',
      '10:.-const total = [-round(-]net * rate[-)-];',
      '.:10+const total = net * rate;',
      '.:11+{+new line+}',
      '11:12 end',
    ]);
  });

  test('a text against nothing', () => {
    expect(drawn(diffText('', 'hello'))).toBe('{+hello+}');
  });

  test('says so where a comparison would freeze the page', () => {
    const long = 'x'.repeat(textDiffLimits.characters + 1);
    expect(drawn(diffText('a', long))).toBe('too large: too-long');
    const many = numbered(20_000, 'l');
    expect(drawn(diffText('a', many))).toBe('too large: too-many-lines');
    expect(drawn(diffText('a', 'y'.repeat(textDiffLimits.lineCharacters + 1)))).toBe(
      'too large: line-too-long',
    );
  });

  test('limits can be raised, and lowered', () => {
    const [before, after] = [numbered(20_000, 'l'), `${numbered(20_000, 'l')}\nnew`];
    expect(diffText(before, after, { limits: patientTextDiffLimits })).toMatchObject({ kind: 'lines' });
    expect(drawn(diffText('a\nb', 'a\nc', { limits: { lines: 1 } }))).toBe('too large: too-many-lines');
  });

  test('says how long the texts are that were not compared', () => {
    expect(diffText('a\nb', numbered(20_000, 'l'))).toMatchObject({
      left: { characters: 3, lines: 2 },
      right: { lines: 20_000 },
    });
  });

  test('shows where texts part that are too large to be compared', () => {
    const [start, end] = ['s'.repeat(2_000_000), 'e'.repeat(2_000_000)];
    const diff = diffText(`${start}old${end}`, `${start}newer${end}`, { limits: patientTextDiffLimits });
    expect(diff).toMatchObject({
      kind: 'too-large',
      reason: 'line-too-long',
      same: { startCharacters: 2_000_000, endCharacters: 2_000_000 },
      left: { characters: 4_000_003, lines: 1, excerpt: { from: 1_999_800, line: 1 } },
    });
    if (diff.kind !== 'too-large') return;
    expect(diff.left.excerpt.text.slice(195, 208)).toBe('sssssoldeeeee');
    expect(diff.right.excerpt.text.slice(195, 210)).toBe('sssssnewereeeee');
    expect(diff.right.excerpt.text).toHaveLength(4_000);
  });

  test('an excerpt begins with its line and never inside of a pair of surrogates', () => {
    const limits = { characters: 10 };
    const [left, right] = [`one\ntwo\n${'x'.repeat(50)}`, `one\ntwo\n${'x'.repeat(40)}y`];
    expect(diffText(left, right, { limits })).toMatchObject({
      left: { excerpt: { from: 8, line: 3, text: 'x'.repeat(50) } },
      right: { excerpt: { from: 8, line: 3, text: `${'x'.repeat(40)}y` } },
    });
    const smiles = (count: number) => '😀'.repeat(count);
    const odd = diffText(`${smiles(300)}a`, `${smiles(300)}b`, { limits });
    expect(odd.kind === 'too-large' && isWellFormed(odd.left.excerpt.text)).toBe(true);
    const cut = diffText(`a${smiles(3_000)}`, `bb${smiles(3_000)}`, { limits });
    expect(cut.kind === 'too-large' && isWellFormed(cut.left.excerpt.text)).toBe(true);
    expect(cut.kind === 'too-large' && isWellFormed(cut.right.excerpt.text)).toBe(true);
  });

  test('texts too different for the shortest way are paired at lines that stand once', () => {
    const [left, right] = [numbered(3_000, 'left'), numbered(3_000, 'right')];
    const diff = diffText(`start\n${left}\nmiddle\n${left}`, `start\n${right}\nmiddle\n${right}`);
    if (diff.kind !== 'lines') throw new Error(diff.kind);
    expect(diff.isCoarse).toBe(true);
    const same = diff.lines.filter(({ kind }) => kind === 'same').map(line => line.parts[0]?.text);
    expect(same).toEqual(['start', 'middle']);
    expect(sideOf(diff, 'added', '')).toBe(`start\n${right}\nmiddle\n${right}`);
    expect(diffText('a\nb', 'a\nc', { byLines: true })).toMatchObject({ isCoarse: false });
  });

  test('twenty thousand lines that all changed', () => {
    const [left, right] = [numbered(20_000, 'left'), numbered(20_000, 'right')];
    expect(diffText(left, right)).toMatchObject({ kind: 'too-large', reason: 'too-many-lines' });
    const diff = diffText(left, right, { limits: patientTextDiffLimits });
    if (diff.kind !== 'lines') throw new Error(diff.kind);
    expect([diff.isCoarse, diff.lines.length]).toEqual([true, 40_000]);
  });

  test('of lines that are long only the first are compared by words', () => {
    const lines = (signs: string) => Array.from({ length: 300 }, () => signs.repeat(100)).join('\n');
    const diff = diffText(lines('...'), lines('.-.'), { byLines: true });
    if (diff.kind !== 'lines') throw new Error(diff.kind);
    const marked = diff.lines.filter(line => line.parts.length > 1);
    expect(marked.length).toBeGreaterThan(10);
    expect(marked.length).toBeLessThan(250);
    expect(sideOf(diff, 'added', '')).toBe(lines('.-.'));
  });

  test('white space is no change where it is ignored', () => {
    const ignoring = { ignoreSpace: true };
    expect(drawn(diffText('a  b\n c', 'a b\nc ', ignoring))).toBe('same');
    expect(drawn(diffText('sum = round( net )', 'sum = round(gross)', ignoring))).toBe(
      'sum = round([- net-]{+gross+})',
    );
    const left = 'if (x) {\n  y();\n}\nold  line here';
    const right = 'if (x) {\n    y();\n}\nnew line   here';
    expect(drawn(diffText(left, right, { byLines: true, ...ignoring }))).toBe(
      ['1:1 if (x) {', '2:2     y();', '3:3 }', '4:.-[-old-]  line here', '.:4+{+new+} line   here'].join(
        '\n',
      ),
    );
  });

  test('holds both texts whole, whatever they are', () => {
    const line = fc.constantFrom('', 'alpha', 'beta gamma', 'beta delta', '\u202Eodd\r', '  indented');
    const text = fc.array(line, { maxLength: 20 }).map(lines => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (left, right) => {
        for (const options of [{}, { byLines: true }, { byLines: true, limits: { lineEdits: 2 } }]) {
          const diff = diffText(left, right, options);
          expect(sideOf(diff, 'added', left)).toBe(right);
          expect(sideOf(diff, 'removed', left)).toBe(left);
        }
      }),
    );
  });
});

/** One side of a diff: what is the same and what is of this kind. */
function sideOf(diff: TextDiff, kind: 'added' | 'removed', same: string): string {
  if (diff.kind === 'same' || diff.kind === 'too-large') return same;
  const kept = (parts: { kind: string; text: string }[]) =>
    parts
      .filter(part => part.kind === 'same' || part.kind === kind)
      .map(part => part.text)
      .join('');
  if (diff.kind === 'words') return kept(diff.parts);
  return diff.lines
    .filter(line => line.kind === 'same' || line.kind === kind)
    .map(line => kept(line.parts))
    .join('\n');
}

test('with white space ignored both texts are there but for white space', () => {
  const piece = fc.constantFrom('alpha', 'beta', ' ', '  ', '\n', '\t', '(', 'gamma delta');
  const text = fc.array(piece, { maxLength: 30 }).map(pieces => pieces.join(''));
  const bare = (side: string) => side.replaceAll(/\s/g, '');
  fc.assert(
    fc.property(text, text, fc.boolean(), (left, right, byLines) => {
      const diff = diffText(left, right, { byLines, ignoreSpace: true });
      if (diff.kind === 'same') expect(bare(left)).toBe(bare(right));
      else expect(sideOf(diff, 'added', left)).toBe(right);
      expect(bare(sideOf(diff, 'removed', left))).toBe(bare(left));
    }),
  );
});

describe('readableJson and textOfBlock', () => {
  test('several lines of a string stay lines', () => {
    expect(readableJson({ path: 'a.ts', content: 'one\ntwo', list: [], n: [1, null] })).toBe(
      [
        '{',
        '  "path": "a.ts",',
        '  "content": """',
        '    one',
        '    two',
        '  """,',
        '  "list": [],',
        '  "n": [',
        '    1,',
        '    null',
        '  ]',
        '}',
      ].join('\n'),
    );
  });

  test('a call reads as its name and input, a result as its text, an unknown block as JSON', () => {
    expect(textOfBlock({ type: 'tool_use', id: 't1', name: 'run', input: {} })).toBe('run\n{}');
    const content = [{ type: 'text', text: 'a' }];
    expect(textOfBlock({ type: 'tool_result', tool_use_id: 't1', content })).toBe('a');
    expect(textOfBlock({ type: 'tool_result', tool_use_id: 't1' })).toBe('');
    expect(textOfBlock({ type: 'block_of_2029', x: 1 })).toContain('"x": 1');
  });
});

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

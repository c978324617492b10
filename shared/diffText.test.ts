import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readableJson, textOfBlock } from './blockText.ts';
import { diffText, type TextDiff, textDiffLimits } from './diffText.ts';

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
    expect(drawn(diffText(numbered(5000, 'left'), numbered(5000, 'right')))).toBe('too large: too-different');
  });

  test('says how long the texts are that were not compared', () => {
    expect(diffText('a\nb', numbered(20_000, 'l'))).toMatchObject({
      left: { characters: 3, lines: 2 },
      right: { lines: 20_000 },
    });
  });

  test('holds both texts whole, whatever they are', () => {
    const line = fc.constantFrom('', 'alpha', 'beta gamma', 'beta delta', '\u202Eodd\r', '  indented');
    const text = fc.array(line, { maxLength: 20 }).map(lines => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (left, right) => {
        const diff = diffText(left, right);
        expect(sideOf(diff, 'added', left)).toBe(right);
        expect(sideOf(diff, 'removed', left)).toBe(left);
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

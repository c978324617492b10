import { describe, expect, test } from 'vitest';
import { idsOfDamagedScenes } from './damagedScenes.ts';
import { headOf } from './head.ts';
import { type LineageScene, lineageOf } from './lineage.ts';

/**
 * Draws scenes: `15-A=abx` is a foreign one whose messages are a, b, x; `15-A!` is damaged; `15-A<14-B` is one of
 * ours that names its parent; `1/15-A=…` lies in `superseded/1`. Its id is what stands before the sign.
 */
function draw(text: string): { scenes: LineageScene[]; messages: Map<string, string> } {
  const messages = new Map<string, string>();
  const scenes = text
    .trim()
    .split(/\s+/)
    .map((word): LineageScene => {
      const match = /^((?:(\d+)\/)?(\d+)-([AB]))([=!<])(.*)$/.exec(word);
      if (!match) throw new Error(`cannot draw ${word}`);
      const [, id = '', move, turn, point, sign, rest = ''] = match;
      if (sign === '=') messages.set(id, rest);
      return {
        id,
        turn: Number(turn),
        point: point === 'A' ? 'A' : 'B',
        folderOfMove: move === undefined ? null : Number(move),
        kind: sign === '=' ? 'foreign' : sign === '!' ? 'damaged' : 'own',
        parent: sign === '<' && rest !== '' ? rest : null,
      };
    });
  return { scenes, messages };
}

/** Each scene with its parent; `?` after those that are loose. */
function parents(text: string, seeds: string[] = []): string {
  const { scenes, messages } = draw(text);
  const lineage = lineageOf(
    scenes,
    (earlier, later) => (messages.get(later) ?? '').startsWith(messages.get(earlier) ?? ''),
    seeds,
  );
  return scenes
    .map(({ id }) => {
      const entry = lineage.get(id);
      return `${id}<${entry?.link.parent ?? ''}${entry?.loose ? '?' : ''}`;
    })
    .join(' ');
}

function headWithoutRecord(text: string): string | null {
  const { scenes, messages } = draw(text);
  const lineage = lineageOf(scenes, (earlier, later) =>
    (messages.get(later) ?? '').startsWith(messages.get(earlier) ?? ''),
  );
  return headOf(
    null,
    [...lineage.values()].map(entry => entry.link),
  );
}

describe('parents without ids', () => {
  test('follow the save points, A before B, past turn 999', () => {
    expect(parents('0-B=t 999-A=ta 999-B=tab 1000-A=tabc 1000-B=tabcd')).toBe(
      '0-B< 999-A<0-B 999-B<999-A 1000-A<999-B 1000-B<1000-A',
    );
  });

  test('a turn without an A is whole, and a turn that stops at A goes on', () => {
    expect(parents('0-B=t 1-B=ta 2-A=tab 3-B=tabcd')).toBe('0-B< 1-B<0-B 2-A<1-B 3-B<2-A');
  });

  test('a gap breaks the line only where the messages do not continue', () => {
    expect(parents('0-B=t 1-B=ta 4-B=tabcd 7-B=tx')).toBe('0-B< 1-B<0-B 4-B<1-B 7-B<?');
  });

  test('a rewind that overwrote leaves the old turns as a tail', () => {
    const drawing = '13-B=t 14-B=ta 15-A=tax 15-B=taxy 16-A=tabcd 16-B=tabcde 17-B=tabcdef';
    expect(parents(drawing)).toBe('13-B< 14-B<13-B 15-A<14-B 15-B<15-A 16-A<? 16-B<16-A 17-B<16-B');
    expect(headWithoutRecord(drawing)).toBe('15-B');
  });

  test('an old A under a new B: the new B is on the line', () => {
    const drawing = '14-B=ta 15-A=tab 15-B=tax 16-A=tabcd 16-B=tabcde';
    expect(parents(drawing)).toBe('14-B< 15-A<? 15-B<14-B 16-A<? 16-B<16-A');
    expect(headWithoutRecord(drawing)).toBe('15-B');
  });

  test('a new A over an old B: what goes on from the old B is the tail', () => {
    const drawing = '14-B=ta 15-A=tax 15-B=tabc 16-A=tabcd';
    expect(parents(drawing)).toBe('14-B< 15-A<14-B 15-B<? 16-A<15-B');
    expect(headWithoutRecord(drawing)).toBe('15-A');
  });

  test('an old A further on hangs loose beside the new B of its turn', () => {
    expect(parents('14-B=ta 15-B=tax 16-A=tabcd 16-B=taxy 17-A=tabcdef')).toBe(
      '14-B< 15-B<14-B 16-A<? 16-B<15-B 17-A<?',
    );
  });
});

describe('damaged files', () => {
  test('the line of foreign scenes goes on through one that still fits around it', () => {
    expect(parents('1-B=a 2-A! 2-B=abc 3-A=abcd')).toBe('1-B< 2-A<1-B 2-B<2-A 3-A<2-B');
    expect(parents('1-B=a 2-A! 2-B! 3-B=ax')).toBe('1-B< 2-A<1-B 2-B<2-A 3-B<2-B');
    expect(parents('1-B=a 2-B! 3-B=xyz')).toBe('1-B< 2-B<1-B 3-B<?');
  });

  const adopted = (text: string, known: string[] = []) => {
    const { scenes } = draw(text);
    const ids = new Set([...known, ...scenes.filter(scene => scene.kind === 'own').map(scene => scene.id)]);
    return [...idsOfDamagedScenes(scenes, id => ids.has(id))].map(pair => pair.join('=')).join(' ');
  };

  test('take the id that the scene right after them wants', () => {
    expect(adopted('1-A< 1-B! 2-A<gone 2-B<2-A')).toBe('1-B=gone');
    expect(adopted('1-A< 1-B! 2-A! 2-B<gone')).toBe('2-A=gone');
    expect(adopted('14-B! 15-A<gone 1/15-A<gone')).toBe('14-B=gone');
    expect(adopted('14-B! 1/15-A<gone')).toBe('14-B=gone');
  });

  test('take none where it is not certain', () => {
    expect(adopted('1-B! 2-A<elsewhere', ['elsewhere'])).toBe('');
    expect(adopted('0-B< 1-B! 2-A<0-B 3-A<gone')).toBe('');
    expect(adopted('14-B! 1/15-A<gone 2/15-A<lost')).toBe('');
    expect(adopted('14-B! 3/14-B! 1/15-A<gone')).toBe('14-B=gone');
  });
});

describe('foreign scenes in a folder of ours', () => {
  test('join the line after our head', () => {
    expect(parents('0-B< 1-A<0-B 2-A=ab 2-B=abc')).toBe('0-B< 1-A<0-B 2-A<1-A 2-B<2-A');
  });

  test('in superseded/ are linked across folders on the lines that moves left, and nowhere else', () => {
    const drawing = '14-B=a 15-A=ax 1/15-A=ab 1/15-B=abc';
    expect(parents(drawing, ['1/15-B'])).toBe('14-B< 15-A<14-B 1/15-A<14-B 1/15-B<1/15-A');
    expect(parents(drawing)).toBe('14-B< 15-A<14-B 1/15-A<? 1/15-B<1/15-A');
  });

  test('keep their line while half of it is moved away', () => {
    expect(parents('14-B=a 16-A=abcd 1/15-A=ab 1/15-B=abc', ['16-A', '14-B'])).toBe(
      '14-B< 16-A<1/15-B 1/15-A<14-B 1/15-B<1/15-A',
    );
  });
});

import { describe, expect, test } from 'vitest';
import { ansiPieces, withoutLook } from './ansi.ts';

/** `red!:text` for a bold red piece; plain pieces are only their text. */
function drawn(text: string): string[] {
  const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
  const nameOf = (color: number) => `${color > 7 ? 'bright-' : ''}${names[color % 8]}`;
  return ansiPieces(text).map(piece => {
    const color = piece.color === null ? '' : nameOf(piece.color);
    const ground = piece.background === null ? '' : `/${nameOf(piece.background)}`;
    const look = `${color}${ground}${piece.bold ? '!' : ''}${piece.dim ? '~' : ''}`;
    return look === '' ? piece.text : `${look}:${piece.text}`;
  });
}

describe('ansiPieces', () => {
  test('colours begin and end', () => {
    expect(drawn('a \u001b[31mred\u001b[39m b \u001b[1;92mok\u001b[0m.')).toEqual([
      'a ',
      'red:red',
      ' b ',
      'bright-green!:ok',
      '.',
    ]);
  });

  test('an empty code resets, bold and dim end together', () => {
    expect(drawn('\u001b[1;2mx\u001b[22my\u001b[4m\u001b[mz')).toEqual(['!~:x', 'y', 'z']);
  });

  test('extended colours take their parameters with them', () => {
    expect(drawn('\u001b[38;5;1mred\u001b[48;2;1;2;3;1mplain ground')).toEqual([
      'red:red',
      'red!:plain ground',
    ]);
  });

  test('what else a terminal obeys stays in the text', () => {
    expect(drawn('\u001b[2J\u001b[1Arm -rf /')).toEqual(['\u001b[2J\u001b[1Arm -rf /']);
    expect(drawn('\u001b[8mhidden')).toEqual(['hidden']);
  });

  test('without colours the text is left, and what is no colour', () => {
    expect(withoutLook('\u001b[1;31mred\u001b[0m \u001b[2J')).toBe('red \u001b[2J');
  });

  test('no text, no pieces', () => {
    expect(ansiPieces('\u001b[31m')).toEqual([]);
  });
});

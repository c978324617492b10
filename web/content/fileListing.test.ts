import { describe, expect, test } from 'vitest';
import { type FileListing, fileListing } from './fileListing.ts';

/** One line per entry: kind, name, size, date, target. */
const drawn = (listing: FileListing | null) =>
  listing?.entries.map(({ kind, name, size, changed, target }) =>
    [kind, name, size, changed, target && `→ ${target}`].filter(Boolean).join(' '),
  );

describe('fileListing', () => {
  test('ls -l, with its total and links', () => {
    const listing = fileListing(
      [
        'total 16',
        'drwxr-xr-x  3 ada staff   96  9  3 09:47 src',
        '-rw-r--r--@ 1 ada staff 2162 Jan  7 18:25 my notes.md',
        'lrwxr-xr-x  1 ada staff   11 2 Feb 17:35 now -> notes.md',
      ].join('\n'),
      false,
    );
    expect(drawn(listing)).toEqual([
      'folder src 96 9  3 09:47',
      'file my notes.md 2162 Jan  7 18:25',
      'link now 11 2 Feb 17:35 → notes.md',
    ]);
    expect(listing?.notes).toEqual(['total 16']);
  });

  test('a folder with sizes', () => {
    const listing = fileListing('src/\nREADME.md (1.2 kB)\nnow -> src\n(3 of 9 entries)', false);
    expect(drawn(listing)).toEqual(['folder src/', 'file README.md 1.2 kB', 'link now → src']);
    expect(listing?.notes).toEqual(['(3 of 9 entries)']);
  });

  test('paths, only where the tool is known to give them', () => {
    const text = 'Found 2 files\n/shop/src/a.ts\nsrc/b.ts';
    expect(drawn(fileListing(text, true))).toEqual(['file /shop/src/a.ts', 'file src/b.ts']);
    expect(fileListing(text, false)).toBeNull();
  });

  test.each(['No files found', 'one line of prose', 'src/\nand a sentence about it', ''])(
    '"%s" is no listing',
    text => {
      expect(fileListing(text, true)).toBeNull();
    },
  );
});

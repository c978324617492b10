import { expect, test } from 'vitest';
import type { RestoreEntry } from '../../shared/capture.ts';
import { linesOfFiles } from './fileLines.ts';
import { toTerminal } from './paint.ts';

const entry = (path: string, action: RestoreEntry['action'], why: string | null = null): RestoreEntry => ({
  ...{ path, action, why, change: 'changed', before: null, after: null },
});

function linesOf(...entries: RestoreEntry[]): string[] {
  const files = { restore: 'both' as const, refused: null, entries, copiedBytes: null };
  return linesOfFiles({ action: 'rewind', files }).map(line => toTerminal(line, false));
}

test('files that are left are somebody else’s, or nobody knows whose', () => {
  const [head, ...files] = linesOf(
    entry('a.txt', 'write'),
    entry('mine.txt', 'conflict', 'changed-by-others'),
    entry('made.txt', 'conflict', 'not-known-by-whom'),
    entry('log.txt', 'conflict', 'not-known-by-whom'),
    entry('same.txt', 'keep'),
  );
  expect(head).toBe(
    '  files     1 to put back, 1 left: changed by somebody else, 2 left: not known by whom they were changed (--claim PATH)',
  );
  expect(files).toEqual([
    '    write    a.txt',
    '    conflict mine.txt (changed by others)',
    '    conflict made.txt (not known by whom)',
    '    conflict log.txt (not known by whom)',
  ]);
});

test('where only doubt is left, nobody is blamed', () => {
  expect(linesOf(entry('made.txt', 'conflict', 'not-known-by-whom'))[0]).toBe(
    '  files     0 to put back, 1 left: not known by whom it was changed (--claim PATH)',
  );
  expect(linesOf(entry('a.txt', 'write'))[0]).toBe('  files     1 to put back');
});

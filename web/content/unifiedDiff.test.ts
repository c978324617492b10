import { describe, expect, test } from 'vitest';
import { holdsUnifiedDiff, unifiedDiffLines } from './unifiedDiff.ts';

const diff = [
  'On branch main',
  'diff --git a/sum.mjs b/sum.mjs',
  'index 1a2b3c4..5d6e7f8 100644',
  '--- a/sum.mjs',
  '+++ b/sum.mjs',
  '@@ -1,3 +1,3 @@ function sum',
  ' const a = 1;',
  '-const b = 2;',
  '+const b = 3;',
  '',
  '- a list, not a removed line',
].join('\n');

describe('unifiedDiffLines', () => {
  test('a hunk is as long as its head says', () => {
    expect(unifiedDiffLines(diff).map(line => line.kind)).toEqual([
      'other',
      'file',
      'file',
      'file',
      'file',
      'hunk',
      'same',
      'removed',
      'added',
      'same',
      'other',
    ]);
  });

  test('a removed line that looks like the head of a file is a removed line', () => {
    const lines = unifiedDiffLines('--- a\n+++ b\n@@ -1 +1 @@\n--- a title\n+++ b title\n\\ No newline');
    expect(lines.map(line => line.kind)).toEqual(['file', 'file', 'hunk', 'removed', 'added', 'other']);
  });

  test('no character is lost', () => {
    expect(
      unifiedDiffLines(diff)
        .map(line => line.text)
        .join('\n'),
    ).toBe(diff);
  });
});

test('only heads of files and hunks together make a diff', () => {
  expect(holdsUnifiedDiff(diff)).toBe(true);
  expect(holdsUnifiedDiff('--- a rule ---\n+ one\n- two')).toBe(false);
  expect(holdsUnifiedDiff('@@ -1 +1 @@')).toBe(false);
});

import type { WrittenTurn } from './turnsFolder.ts';

/** A picture of one pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const diff = [
  'diff --git a/sum.mjs b/sum.mjs',
  '--- a/sum.mjs',
  '+++ b/sum.mjs',
  '@@ -1,2 +1,2 @@',
  '-const b = 2;',
  '+const b = 3;',
  ' export { b };',
  'exit code 0',
].join('\n');

const call = (name: string, input: unknown = {}) => ({ name, input });

/** One turn for each kind of result, by a short name. */
const kinds = {
  json: { text: 'Ask.', ...call('fetch'), result: '{"total":2,"items":[{"name":"first"}]}' },
  diff: { text: 'Compare.', ...call('run_command', { command: 'git diff' }), result: diff },
  files: { text: 'List.', ...call('list_dir', { path: '.' }), result: 'src/\nREADME.md (1.2 kB)' },
  matches: {
    text: 'Search.',
    ...call('grep', { pattern: 'b' }),
    result: 'src/a.ts:3:b\nsrc/a.ts:9:bb\nlib/c.ts:1:b',
  },
  numbered: {
    text: 'Read.',
    ...call('read_file', { path: 'a.ts' }),
    result: '     1→const a;\n     2→const b;',
  },
  image: {
    text: 'Look.',
    ...call('screenshot'),
    result: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }],
  },
  brokenImage: {
    text: 'Look again.',
    ...call('screenshot'),
    result: [
      { type: 'image', source: {} },
      { type: 'text', text: 'boom' },
    ],
    isError: true,
  },
  refused: {
    text: 'Mail.',
    ...call('send_email', { to: 'a@b.invalid' }),
    result: 'Refused by the person, not run.',
  },
  failed: {
    text: 'Test.',
    ...call('run_command', { command: 'npm test' }),
    result: 'one failed\nexit code 1',
    isError: true,
  },
  absent: { text: 'Nothing.', ...call('noop') },
  list: {
    text: 'Parts.',
    ...call('fetch'),
    result: [
      { type: 'text', text: 'part one' },
      { type: 'block_of_2029', x: 1 },
    ],
  },
  edits: {
    text: 'Edit.',
    ...call('MultiEdit', {
      file_path: 'a.ts',
      edits: [
        { old_string: 'const a = 1;', new_string: 'const a = 2;' },
        { old_string: 'gone', new_string: '' },
      ],
    }),
    result: 'ok',
  },
  markdown: {
    text: '# Plan\n\nUse **one** of `two`:\n\n| a | b |\n|---|---|\n| 1 | [docs](https://docs.invalid/x) |\n\n- [x] done\n- [ ] open',
    ...call('noop'),
    result: 'ok',
  },
} satisfies Record<string, WrittenTurn>;

/** Five megabytes in many lines, and in one, and a turn after them. */
export const bigTurns: readonly WrittenTurn[] = [
  {
    text: 'All of it.',
    ...call('read_file', { path: 'big.txt' }),
    result: 'a line of a big file\n'.repeat(240_000),
  },
  { text: 'One line.', ...call('read_file', { path: 'min.js' }), result: 'x'.repeat(5_000_000) },
  { text: 'After all of it.', ...call('noop'), result: 'ok' },
];

export type ResultName = keyof typeof kinds;

export const resultTurns: readonly WrittenTurn[] = Object.values(kinds);

/** The number of the turn with a kind of result. */
export function turnWith(kind: ResultName): number {
  return Object.keys(kinds).indexOf(kind) + 1;
}

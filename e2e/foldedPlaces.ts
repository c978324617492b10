import type { WrittenTurn } from './turnsFolder.ts';

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join('\n');

/** A listing that is drawn as a table, of which the first rows are shown. */
const listing = lines(90, at => (at === 80 ? 'the needle as a row (1.2 kB)' : `file-${at}.txt (1.2 kB)`));

/** The same line but for one, far enough from each other to be folded between. */
const edited = (what: string) =>
  lines(60, at => (at === 55 ? what : at === 30 ? 'the needle of the edit' : `row ${at}`));

/** A turn for each thing that folds: in every one of them a text stands where nobody sees it at first. */
export const foldedPlaces: WrittenTurn[] = [
  {
    text: 'Read the log.',
    name: 'run_command',
    input: { command: 'cat log' },
    result: lines(300, at => (at === 250 ? 'the needle of line 250' : `entry ${at}: nothing to see`)),
  },
  {
    text: 'Read it all.',
    name: 'run_command',
    input: { command: 'cat all' },
    result: `${'hay and straw and hay\n'.repeat(140_000)}the needle after three megabytes\n${'hay\n'.repeat(9000)}`,
  },
  {
    text: 'Ask.',
    name: 'fetch',
    input: { path: 'a' },
    result: JSON.stringify({ first: 1, deep: { list: [{ down: { here: 'the needle in the tree' } }] } }),
  },
  { text: 'List.', name: 'list_dir', input: { path: '.' }, result: listing },
  {
    text: 'Edit.',
    name: 'edit_file',
    input: { path: 'a.txt', old_text: edited('before'), new_text: edited('after') },
    result: `changed\n${lines(200, at => (at === 190 ? 'the needle again' : 'unchanged'))}`,
  },
];

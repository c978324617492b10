import { expect, test } from 'vitest';
import { noNotes } from '../../shared/notes.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { carriedNotes } from './carriedNotes.ts';

const at = '2026-01-01T00:00:00.000Z';

test('notes follow their scenes into a copy; those of what was not copied stay behind', () => {
  const from = drawRun(`
    main   0B 1A 1B 2A 2B
    main   1B > 2A' 2B'
    plan-b main/1B > 2A 2B
  `);
  const copy = drawRun(`
    main   0B 1A 1B 2A 2B
    plan-b main/1B > 2A 2B
  `);
  const to = { ...copy, scenes: copy.scenes.map(row => ({ ...row, id: `copy of ${row.id}` })) };
  const notes = {
    ...noNotes,
    colour: 'red',
    bookmarks: [
      { scene: 'main/1A', at },
      { scene: 'main/2A', at },
      { scene: 'gone', at },
    ],
    notes: [{ scene: "main/2B'", text: 'odd', at, by: 'me' }],
    verdicts: [{ scene: 'plan-b/2B', verdict: 'bad' as const, at }],
    branches: [
      { branch: 'plan-b', verdict: 'chosen' as const, note: null, at },
      { branch: 'scout', verdict: 'rejected' as const, note: null, at },
    ],
  };
  expect(carriedNotes(notes, from, to)).toEqual({
    ...noNotes,
    colour: 'red',
    bookmarks: [{ scene: 'copy of main/1A', at }],
    notes: [{ scene: 'copy of main/2B', text: 'odd', at, by: 'me' }],
    verdicts: [{ scene: 'copy of plan-b/2B', verdict: 'bad', at }],
    branches: [{ branch: 'plan-b', verdict: 'chosen', note: null, at }],
  });
});

import { expect, test } from 'vitest';
import { noNotes, withNoteChanges } from '../../shared/notes.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import {
  bookmarkChanges,
  lostEntries,
  noTurnNotes,
  noteMarksOf,
  turnNotesOf,
  verdictChanges,
} from './turnNotes.ts';

const graph = buildRunGraph(drawRun('main 0B 1A 1B 2A 2B'));
const at = '2026-01-01T00:00:00.000Z';
const later = '2026-01-01T00:00:01.000Z';

test('what lies on either save point is of the turn, in the order of the graph', () => {
  const notes = turnNotesOf(
    {
      ...noNotes,
      bookmarks: [
        { scene: 'main/2B', at },
        { scene: 'main/1A', at },
      ],
      notes: [{ scene: 'main/1B', text: 'odd', at }],
      verdicts: [
        { scene: 'main/2B', verdict: 'bad', at: later },
        { scene: 'main/2A', verdict: 'good', at },
        { scene: 'main/1A', verdict: 'skip', at },
      ],
    },
    graph,
  );
  expect([...notes.keys()]).toEqual(['main/1A', 'main/2A']);
  expect(notes.get('main/2A')).toMatchObject({ verdict: 'bad', judged: ['main/2A', 'main/2B'] });
  expect([...noteMarksOf(notes)]).toEqual([
    ['main/1A', ['bookmark', 'note']],
    ['main/2A', ['bookmark', 'bad']],
  ]);
});

test('a turn that cannot be told carries no mark', () => {
  const record = { ...noNotes, verdicts: [{ scene: 'main/1A', verdict: 'skip' as const, at }] };
  expect(noteMarksOf(turnNotesOf(record, graph)).size).toBe(0);
});

test('what a turn has on either save point is taken away together', () => {
  const record = {
    ...noNotes,
    bookmarks: [{ scene: 'main/1B', at }],
    verdicts: [
      { scene: 'main/1A', verdict: 'bad' as const, at },
      { scene: 'main/1B', verdict: 'good' as const, at },
    ],
  };
  const of = turnNotesOf(record, graph).get('main/1A') ?? noTurnNotes;
  expect(withNoteChanges(record, bookmarkChanges(of, 'main/1A'), at).bookmarks).toEqual([]);
  const judged = withNoteChanges(record, verdictChanges(of, 'main/1A', 'skip'), later);
  expect(judged.verdicts).toEqual([{ scene: 'main/1A', verdict: 'skip', at: later }]);
  expect(withNoteChanges(record, verdictChanges(of, 'main/1A', null), at).verdicts).toEqual([]);
  expect(bookmarkChanges(noTurnNotes, 'main/1A')).toEqual([
    { kind: 'bookmark', scene: 'main/1A', isOn: true },
  ]);
});

test('entries on scenes that are gone are not lost from sight', () => {
  const record = {
    ...noNotes,
    bookmarks: [{ scene: 'gone', at }],
    notes: [
      { scene: 'gone', text: 'odd', at },
      { scene: 'main/1A', text: 'even', at },
    ],
  };
  expect(lostEntries(record, graph)).toEqual({
    bookmarks: [{ scene: 'gone', at }],
    notes: [{ scene: 'gone', text: 'odd', at }],
    verdicts: [],
  });
  expect(turnNotesOf(record, graph).size).toBe(1);
});

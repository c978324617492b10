import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NoteChange, type NotesRecord, noNotes, withNoteChanges } from './notes.ts';

const at = '2026-01-02T03:04:05.000Z';
const changed = (record: NotesRecord, ...changes: NoteChange[]) => withNoteChanges(record, changes, at);

describe('bookmarks and verdicts', () => {
  test('are there once per scene, and gone when taken away', () => {
    const twice = changed(
      noNotes,
      { kind: 'bookmark', scene: 's1', isOn: true },
      { kind: 'bookmark', scene: 's1', isOn: true },
      { kind: 'verdict', scene: 's1', verdict: 'bad' },
      { kind: 'verdict', scene: 's1', verdict: 'good' },
    );
    expect(twice.bookmarks).toEqual([{ scene: 's1', at }]);
    expect(twice.verdicts).toEqual([{ scene: 's1', verdict: 'good', at }]);
    const gone = changed(
      twice,
      { kind: 'bookmark', scene: 's1', isOn: false },
      { kind: 'verdict', scene: 's1', verdict: null },
    );
    expect(gone).toEqual(noNotes);
  });

  test('fields that nobody here knows stay on an entry', () => {
    const record = { ...noNotes, colour: 'red', bookmarks: [{ scene: 's1', at: 'then', shape: 'heart' }] };
    const after = changed(record, { kind: 'bookmark', scene: 's1', isOn: true });
    expect(after).toMatchObject({ colour: 'red', bookmarks: [{ scene: 's1', at, shape: 'heart' }] });
  });
});

describe('notes', () => {
  const noted = changed(noNotes, { kind: 'note', scene: 's1', text: 'odd', was: '' });

  test('a text that somebody else changed meanwhile is not written over', () => {
    const late = () => changed(noted, { kind: 'note', scene: 's1', text: 'mine', was: '' });
    expect(late).toThrow(expect.objectContaining({ code: 'note-changed', params: { found: 'odd' } }));
    expect(changed(noted, { kind: 'note', scene: 's1', text: 'mine', was: 'odd' }).notes).toEqual([
      { scene: 's1', text: 'mine', at },
    ]);
  });

  test('the same text twice is no conflict and changes nothing', () => {
    expect(changed(noted, { kind: 'note', scene: 's1', text: 'odd', was: '' })).toBe(noted);
  });

  test('an empty text takes a note away', () => {
    expect(changed(noted, { kind: 'note', scene: 's1', text: '', was: 'odd' })).toEqual(noNotes);
  });

  test('of several changes all are made or none', () => {
    const changes: NoteChange[] = [
      { kind: 'bookmark', scene: 's2', isOn: true },
      { kind: 'note', scene: 's1', text: 'mine', was: 'other' },
    ];
    expect(() => changed(noted, ...changes)).toThrow();
    expect(noted.bookmarks).toEqual([]);
  });
});

test('a branch holds a verdict and a note, each changed by itself', () => {
  const both = changed(
    noNotes,
    { kind: 'branch-verdict', branch: 'plan-b', verdict: 'chosen' },
    { kind: 'branch-note', branch: 'plan-b', text: 'shorter', was: '' },
  );
  expect(both.branches).toEqual([{ branch: 'plan-b', verdict: 'chosen', note: 'shorter', at }]);
  const plain = changed(both, { kind: 'branch-verdict', branch: 'plan-b', verdict: null });
  expect(plain.branches).toEqual([{ branch: 'plan-b', verdict: null, note: 'shorter', at }]);
  expect(changed(plain, { kind: 'branch-note', branch: 'plan-b', text: '', was: 'shorter' })).toEqual(
    noNotes,
  );
  const stale = () => changed(both, { kind: 'branch-note', branch: 'plan-b', text: 'x', was: 'longer' });
  expect(stale).toThrow(expect.objectContaining({ code: 'note-changed' }));
});

test('changes of different entries end the same in either order', () => {
  const scene = fc.constantFrom('a', 'b', 'c');
  const change: fc.Arbitrary<NoteChange> = fc.oneof(
    fc.record({ kind: fc.constant('bookmark' as const), scene, isOn: fc.boolean() }),
    fc.record({
      kind: fc.constant('verdict' as const),
      scene,
      verdict: fc.constantFrom('good' as const, 'bad' as const, 'skip' as const, null),
    }),
  );
  const keyOf = (x: NoteChange) => `${x.kind} ${'scene' in x ? x.scene : ''}`;
  const sorted = ({ bookmarks, verdicts }: NotesRecord) =>
    [...bookmarks, ...verdicts].map(entry => JSON.stringify(entry)).sort();
  fc.assert(
    fc.property(fc.array(change), change, change, (before, x, y) => {
      fc.pre(keyOf(x) !== keyOf(y));
      const start = changed(noNotes, ...before);
      expect(sorted(changed(start, x, y))).toEqual(sorted(changed(start, y, x)));
    }),
  );
});

import { readdir } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { type NoteChange, noNotes } from '../../shared/notes.ts';
import { summaryOf } from '../../shared/runSummary.ts';
import { drawRun } from '../../shared/testing/drawRun.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { changeNotes } from './fileNotes.ts';
import { placeInDataFolder, placeInRun } from './notesPlace.ts';
import { RunNotes } from './runNotes.ts';

const rows = drawRun('main 0B 1A 1B');
const bookmark = (scene: string, isOn = true): NoteChange => ({ kind: 'bookmark', scene, isOn });

async function notesOf(isInRun: boolean) {
  const folder = await temporaryFolder();
  const place = isInRun ? placeInRun(folder) : placeInDataFolder(folder, 'open-x');
  const onChange = vi.fn();
  const notes = new RunNotes({ placeOf: async () => ({ ...place, isInRun }), onChange });
  return { folder, place, notes, onChange };
}

test('who asks is told what there is and where it is kept; asking writes nothing', async () => {
  const { folder, place, notes } = await notesOf(false);
  const reply = await notes.read('open-x');
  expect(reply).toEqual({ record: noNotes, problems: [], path: place.path, isInRun: false });
  expect(await readdir(folder)).toEqual([]);
  notes.close();
});

test.each([true, false])(
  'a change by another process is told to who has looked (in the run: %s)',
  async isInRun => {
    const { place, notes, onChange } = await notesOf(isInRun);
    await notes.read('r');
    await changeNotes(place, record => ({ ...record, bookmarks: [{ scene: 'main/1A', at: 'now' }] }));
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith('r'), { timeout: 60_000 });
    notes.close();
  },
);

test('a change of ours is told at once', async () => {
  const { notes, onChange } = await notesOf(true);
  const reply = await notes.change('r', [bookmark('main/1A')], rows);
  expect(reply.record.bookmarks).toMatchObject([{ scene: 'main/1A' }]);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('a run that was made from another one gets what was noted there', async () => {
  const folder = await temporaryFolder();
  const placeOf = async (run: string) => ({ ...placeInDataFolder(folder, run), isInRun: false });
  const notes = new RunNotes({ placeOf, onChange: () => undefined });
  const copy = { ...rows, scenes: rows.scenes.map(row => ({ ...row, id: `copy/${row.id}` })) };
  const rowsOf = vi.fn(async (run: string) => (run === 'from' ? rows : copy));
  await notes.carry('from', 'to', rowsOf);
  expect(rowsOf).not.toHaveBeenCalled();
  await notes.change('from', [bookmark('main/1A')], rows);
  await notes.carry('from', 'to', rowsOf);
  expect((await notes.read('to')).record.bookmarks).toMatchObject([{ scene: 'copy/main/1A' }]);
  expect((await notes.read('from')).record.bookmarks).toMatchObject([{ scene: 'main/1A' }]);
  notes.close();
});

test('nothing is put on what is not there; what is left of it can be taken away', async () => {
  const { notes, onChange } = await notesOf(true);
  const change = (...changes: NoteChange[]) => notes.change('r', changes, rows);
  await expect(change(bookmark('main/1A'), bookmark('gone'))).rejects.toMatchObject({
    code: 'no-such-scene',
    params: { run: 'r', address: '@gone' },
  });
  await expect(change({ kind: 'branch-verdict', branch: 'gone', verdict: 'chosen' })).rejects.toMatchObject({
    code: 'no-such-branch',
  });
  expect((await notes.read('r')).record).toEqual(noNotes);
  expect(onChange).not.toHaveBeenCalled();
  await change(
    bookmark('gone', false),
    { kind: 'note', scene: 'gone', text: '', was: '' },
    { kind: 'verdict', scene: 'gone', verdict: null },
    { kind: 'branch-note', branch: 'gone', text: '', was: '' },
  );
  notes.close();
});

test('an archived branch is counted apart in the list, its turns not at all, and asking follows nothing', async () => {
  const { notes, onChange } = await notesOf(false);
  const forked = drawRun('main 0B 1A 1B\nplan-b main/1B > 2A 2B');
  const summary = { ...summaryOf(forked), id: 'r' };
  const rowsOf = vi.fn(async () => forked);
  expect(summary.turns).toBe(2);
  expect(await notes.withoutArchived(summary, rowsOf)).toBe(summary);
  expect(rowsOf).not.toHaveBeenCalled();
  const archive = (isArchived: boolean) =>
    notes.change('r', [{ kind: 'branch-archive', branch: 'plan-b', isArchived }], forked);
  await archive(true);
  expect(await notes.withoutArchived(summary, rowsOf)).toMatchObject({ branches: 1, archived: 1, turns: 1 });
  await archive(false);
  expect(await notes.withoutArchived(summary, rowsOf)).toBe(summary);
  expect(onChange).toHaveBeenCalledTimes(2);
  await expect(
    notes.change('r', [{ kind: 'branch-archive', branch: 'gone', isArchived: true }], forked),
  ).rejects.toMatchObject({ code: 'no-such-branch' });
  notes.close();
});

import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type NotesRecord, noNotes, withNoteChanges } from '../../shared/notes.ts';
import { acquireLock } from '../disk/lock.ts';
import { temporaryFolder } from '../sources/testing/temporaryFolder.ts';
import { changeNotes, type NotesPlace, readNotes } from './fileNotes.ts';
import { placeInDataFolder, placeInRun } from './notesPlace.ts';

const at = '2026-01-02T03:04:05.000Z';
const bookmarking = (scene: string) => (record: NotesRecord) =>
  withNoteChanges(record, [{ kind: 'bookmark', scene, isOn: true }], at);
const noting = (text: string, was: string) => (record: NotesRecord) =>
  withNoteChanges(record, [{ kind: 'note', scene: 's', text, was }], at);
const namesBeside = async ({ path }: NotesPlace) => (await readdir(dirname(path))).sort();

/** What every place for notes promises. */
describe.each([
  ['in the folder of a run', placeInRun],
  ['in the data folder', (folder: string) => placeInDataFolder(folder, 'open-shed-1a2b3c4d')],
])('%s', (_, placeIn) => {
  const newPlace = async () => placeIn(await temporaryFolder());
  const placeWith = async (text: string) => {
    const place = await newPlace();
    await mkdir(dirname(place.path), { recursive: true });
    await writeFile(place.path, text);
    return place;
  };

  test('reading what nobody noted gives nothing and writes nothing', async () => {
    const folder = await temporaryFolder();
    expect(await readNotes(placeIn(folder))).toEqual({ record: noNotes, problems: [] });
    expect(await readdir(folder)).toEqual([]);
  });

  test('what was changed is there for the next one, and no lock is left', async () => {
    const place = await newPlace();
    const { record } = await changeNotes(place, bookmarking('s1'));
    expect(record.bookmarks).toEqual([{ scene: 's1', at }]);
    expect((await readNotes(place)).record).toEqual(record);
    expect(await namesBeside(place)).toEqual([place.path.split('/').at(-1)]);
  });

  test('changes made at the same time are all kept', async () => {
    const place = await newPlace();
    const scenes = Array.from({ length: 12 }, (_, index) => `s${index}`);
    await Promise.all(scenes.map(scene => changeNotes(place, bookmarking(scene))));
    const { bookmarks } = (await readNotes(place)).record;
    expect(bookmarks.map(entry => entry.scene).sort()).toEqual(scenes.sort());
  });

  test('of two who write the same note one is told, and the file is as the other left it', async () => {
    const place = await newPlace();
    const both = await Promise.allSettled([
      changeNotes(place, noting('one', '')),
      changeNotes(place, noting('two', '')),
    ]);
    const { text } = (await readNotes(place)).record.notes[0] ?? {};
    const failed = both.find(result => result.status === 'rejected');
    expect(both.filter(result => result.status === 'fulfilled')).toHaveLength(1);
    expect(failed?.reason).toMatchObject({ code: 'note-changed', params: { found: text } });
  });

  test.each(['', '\0\0\0', '{"version":1,"bookm', '[]', '{"version":1,"notes":[{"scene":1}]}'])(
    'a file that holds %j is shown as a problem, and kept when another takes its place',
    async text => {
      const place = await placeWith(text);
      const before = await readNotes(place);
      expect([before.record, before.problems.length]).toEqual([noNotes, 1]);
      expect(await readFile(place.path, 'utf8')).toBe(text);
      const after = await changeNotes(place, bookmarking('s1'));
      expect(after.record.bookmarks).toHaveLength(1);
      expect(after.problems).toHaveLength(1);
      const [kept = ''] = (await namesBeside(place)).filter(name => name.endsWith('.corrupt'));
      expect(await readFile(join(dirname(place.path), kept), 'utf8')).toBe(text);
    },
  );

  test('a newer file is shown as a problem, refused and left', async () => {
    const text = '{"version":99,"stars":[]}';
    const place = await placeWith(text);
    expect((await readNotes(place)).problems).toMatchObject([{ code: 'newer-version' }]);
    await expect(changeNotes(place, bookmarking('s1'))).rejects.toMatchObject({ code: 'newer-version' });
    expect(await readFile(place.path, 'utf8')).toBe(text);
  });

  test('what another program wrote beside ours stays, and lists that it left out are empty', async () => {
    const place = await placeWith(
      '{"version":1,"colour":"red","bookmarks":[{"scene":"s1","at":"then","by":"me"}]}',
    );
    await changeNotes(place, bookmarking('s2'));
    const text = await readFile(place.path, 'utf8');
    expect(JSON.parse(text)).toEqual({
      ...noNotes,
      colour: 'red',
      bookmarks: [
        { scene: 's1', at: 'then', by: 'me' },
        { scene: 's2', at },
      ],
    });
  });

  test('a change that changes nothing writes nothing', async () => {
    const place = await newPlace();
    await changeNotes(place, record => record);
    expect(await namesBeside(place)).toEqual([]);
  });

  test('a link that leads elsewhere is not read, nor written through', async () => {
    const outside = join(await temporaryFolder(), 'theirs.json');
    await writeFile(outside, JSON.stringify({ ...noNotes, bookmarks: [{ scene: 'theirs', at }] }));
    const place = await newPlace();
    await mkdir(dirname(place.path), { recursive: true });
    await symlink(outside, place.path);
    expect(await readNotes(place)).toMatchObject({
      record: noNotes,
      problems: [{ code: 'unreadable-file' }],
    });
    await expect(changeNotes(place, bookmarking('s1'))).rejects.toMatchObject({ code: 'unreadable-file' });
    expect(await readFile(outside, 'utf8')).toContain('theirs');
  });
});

test('while another process holds the lock nothing is written', async () => {
  const place = placeInRun(await temporaryFolder());
  const lock = await acquireLock(place.lock, 'theirs');
  await expect(changeNotes(place, bookmarking('s1'))).rejects.toMatchObject({ code: 'branch-locked' });
  expect((await readNotes(place)).record).toEqual(noNotes);
  await lock.release();
});

import type { TurnVerdict } from '../../shared/bisect.ts';
import type { NoteChange, NotesRecord } from '../../shared/notes.ts';
import type { NoteMark, RunGraph } from '../../shared/runGraph.ts';

type Note = NotesRecord['notes'][number];

/** What people put on one turn. Entries are bound to scenes, and both save points of a turn may have some. */
export interface TurnNotes {
  /** The scenes that are bookmarked. */
  bookmarks: readonly string[];
  notes: readonly Note[];
  /** The verdict that was given last, and the scenes that have one. */
  verdict: TurnVerdict | null;
  judged: readonly string[];
}

export const noTurnNotes: TurnNotes = { bookmarks: [], notes: [], verdict: null, judged: [] };

/** What was put on each turn that is there, by turn id, in the order of the graph. */
export function turnNotesOf(record: NotesRecord, graph: RunGraph): Map<string, TurnNotes> {
  const found = new Map<string, TurnNotes>();
  const add = (scene: string, change: (present: TurnNotes) => TurnNotes) => {
    const turn = graph.turnOfScene.get(scene);
    if (turn !== undefined) found.set(turn, change(found.get(turn) ?? noTurnNotes));
  };
  for (const { scene } of record.bookmarks) {
    add(scene, present => ({ ...present, bookmarks: [...present.bookmarks, scene] }));
  }
  for (const note of record.notes) {
    add(note.scene, present => ({ ...present, notes: [...present.notes, note] }));
  }
  for (const { scene, verdict } of byTime(record.verdicts)) {
    add(scene, present => ({ ...present, verdict, judged: [...present.judged, scene] }));
  }
  const places = new Map(graph.order.map((id, place) => [id, place]));
  return new Map([...found].sort(([x], [y]) => (places.get(x) ?? 0) - (places.get(y) ?? 0)));
}

function byTime<T extends { at: string }>(entries: readonly T[]): T[] {
  return entries.toSorted((x, y) => x.at.localeCompare(y.at));
}

/** Entries whose scene is not here any more. */
export function lostEntries(
  record: NotesRecord,
  graph: RunGraph,
): Pick<NotesRecord, 'bookmarks' | 'notes' | 'verdicts'> {
  const isLost = ({ scene }: { scene: string }) => !graph.scenes.has(scene);
  return {
    bookmarks: record.bookmarks.filter(isLost),
    notes: record.notes.filter(isLost),
    verdicts: record.verdicts.filter(isLost),
  };
}

/** The marks that notes put on turns, in the order in which they are drawn. */
export function noteMarksOf(notes: ReadonlyMap<string, TurnNotes>): Map<string, NoteMark[]> {
  const marks = [...notes].map(([turn, of]): [string, NoteMark[]] => [turn, marksOfNotes(of)]);
  return new Map(marks.filter(([, of]) => of.length > 0));
}

/** A turn that could not be told carries no mark. */
export function marksOfNotes({ bookmarks, notes, verdict }: TurnNotes): NoteMark[] {
  return [
    ...(bookmarks.length > 0 ? (['bookmark'] as const) : []),
    ...(notes.length > 0 ? (['note'] as const) : []),
    ...(verdict === 'good' || verdict === 'bad' ? [verdict] : []),
  ];
}

/** Sets or removes the bookmark of a turn. @param scene where a new one goes: the id of the turn */
export function bookmarkChanges({ bookmarks }: TurnNotes, scene: string): NoteChange[] {
  if (bookmarks.length === 0) return [{ kind: 'bookmark', scene, isOn: true }];
  return bookmarks.map(marked => ({ kind: 'bookmark', scene: marked, isOn: false }));
}

/** Gives a turn a verdict in place of all that it has; null takes them away. */
export function verdictChanges(
  { judged }: TurnNotes,
  scene: string,
  verdict: TurnVerdict | null,
): NoteChange[] {
  const others = judged.filter(other => verdict === null || other !== scene);
  const gone = others.map((other): NoteChange => ({ kind: 'verdict', scene: other, verdict: null }));
  return verdict === null ? gone : [...gone, { kind: 'verdict', scene, verdict }];
}

import { lineOf } from '../../shared/lineOf.ts';
import type { NotesRecord } from '../../shared/notes.ts';
import type { RunRows } from '../../shared/rows.ts';

/**
 * The notes of a source for the run that was made from it. The copy has scenes of its own, under the same branch, turn
 * and save point; what no head's line leads to was not copied, and its notes stay with the source alone. Pure.
 */
export function carriedNotes(notes: NotesRecord, from: RunRows, to: RunRows): NotesRecord {
  const copies = new Map(to.scenes.map(row => [placeOf(row), row.id]));
  const scenes = new Map(from.scenes.map(row => [row.id, row]));
  const onLines = new Set(from.branches.flatMap(({ head }) => (head === null ? [] : lineOf(scenes, head))));
  const carried = <E extends { scene: string }>(entries: readonly E[]): E[] =>
    entries.flatMap(entry => {
      const row = onLines.has(entry.scene) ? scenes.get(entry.scene) : undefined;
      const copy = row && copies.get(placeOf(row));
      return copy === undefined ? [] : [{ ...entry, scene: copy }];
    });
  return {
    ...notes,
    bookmarks: carried(notes.bookmarks),
    notes: carried(notes.notes),
    verdicts: carried(notes.verdicts),
    branches: notes.branches.filter(entry => to.branches.some(row => row.name === entry.branch)),
  };
}

function placeOf({ branch, turn, point }: { branch: string; turn: number; point: string }): string {
  return `${branch} ${turn}-${point}`;
}

/** What a note is written on: a scene, or a branch as a whole. Named as the change that keeps it (`shared/notes`). */
export type NoteTarget = { kind: 'note'; scene: string } | { kind: 'branch-note'; branch: string };

/** A note that is being written, and the one it is made from. */
export interface NoteDraft {
  text: string;
  was: string;
}

const drafts = new Map<string, NoteDraft>();

const keyOf = (run: string, on: NoteTarget) => [run, ...Object.values(on)].join(' ');

/** What was written on something and not saved, or null: looking elsewhere in between loses no word. */
export function noteDraft(run: string, on: NoteTarget): NoteDraft | null {
  return drafts.get(keyOf(run, on)) ?? null;
}

/** Keeps what is being written; null once it is saved or given up. */
export function keepNoteDraft(run: string, on: NoteTarget, draft: NoteDraft | null): void {
  if (draft === null) drafts.delete(keyOf(run, on));
  else drafts.set(keyOf(run, on), draft);
}

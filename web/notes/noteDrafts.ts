/** A note that is being written, and the one it is made from. */
export interface NoteDraft {
  text: string;
  was: string;
}

const drafts = new Map<string, NoteDraft>();

const keyOf = (run: string, scene: string) => `${run} ${scene}`;

/** What was written on a scene and not saved, or null: looking at another turn in between loses no word. */
export function noteDraft(run: string, scene: string): NoteDraft | null {
  return drafts.get(keyOf(run, scene)) ?? null;
}

/** Keeps what is being written; null once it is saved or given up. */
export function keepNoteDraft(run: string, scene: string, draft: NoteDraft | null): void {
  if (draft === null) drafts.delete(keyOf(run, scene));
  else drafts.set(keyOf(run, scene), draft);
}

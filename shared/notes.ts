import { z } from 'zod';
import type { TurnVerdict } from './bisect.ts';
import { ForkpointError } from './errors.ts';
import { nameSchema } from './name.ts';
import { problemSchema } from './rows.ts';

/**
 * What people put on a run: bookmarks, notes, turns marked good or bad, branches chosen or rejected. Entries are bound
 * to scene ids, never to addresses: an address leads elsewhere after a rewind.
 */
export const NOTES_VERSION = 1;

const sceneId = z.string().min(1).max(200);
const noteText = z.string().max(20_000);
const turnVerdictSchema = z.enum(['good', 'bad', 'skip']) satisfies z.ZodType<TurnVerdict>;
const branchVerdictSchema = z.enum(['chosen', 'rejected']).nullable();

/** `notes.json` of a run. Of each list at most one entry per scene or branch; `at` is when it last changed. */
export const notesRecordSchema = z.looseObject({
  version: z.int(),
  bookmarks: z.array(z.looseObject({ scene: z.string(), at: z.string() })),
  notes: z.array(z.looseObject({ scene: z.string(), text: z.string(), at: z.string() })),
  verdicts: z.array(z.looseObject({ scene: z.string(), verdict: turnVerdictSchema, at: z.string() })),
  branches: z.array(
    z.looseObject({
      branch: z.string(),
      verdict: branchVerdictSchema,
      note: z.string().nullable(),
      /** Hidden: a branch is never deleted. */
      isArchived: z.boolean().optional(),
      at: z.string(),
    }),
  ),
});
export type NotesRecord = z.infer<typeof notesRecordSchema>;

/** A run that nobody put anything on. */
export const noNotes: NotesRecord = {
  version: NOTES_VERSION,
  bookmarks: [],
  notes: [],
  verdicts: [],
  branches: [],
};

/**
 * One change of one entry, so that what two people change at the same time is all kept. A text names the one that it
 * was made from (`was`): a text that somebody else changed meanwhile is never written over unseen.
 */
export const noteChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bookmark'), scene: sceneId, isOn: z.boolean() }),
  /** An empty text takes the note away. */
  z.object({ kind: z.literal('note'), scene: sceneId, text: noteText, was: z.string() }),
  z.object({ kind: z.literal('verdict'), scene: sceneId, verdict: turnVerdictSchema.nullable() }),
  z.object({ kind: z.literal('branch-verdict'), branch: nameSchema, verdict: branchVerdictSchema }),
  z.object({ kind: z.literal('branch-archive'), branch: nameSchema, isArchived: z.boolean() }),
  z.object({ kind: z.literal('branch-note'), branch: nameSchema, text: noteText, was: z.string() }),
]);
export type NoteChange = z.infer<typeof noteChangeSchema>;

/** The notes of a run as they are kept, and where. */
export const notesReplySchema = z.object({
  record: notesRecordSchema,
  /** The file on this machine; it may not be there yet. */
  path: z.string(),
  /** Whether that is in the run's own folder; of what was opened from outside it is in the data folder. */
  isInRun: z.boolean(),
  /** Why what lies there cannot be read, or what was kept aside. */
  problems: z.array(problemSchema),
});
export type NotesReply = z.infer<typeof notesReplySchema>;

/**
 * Changes one after the other; all of them or none.
 * @param at the time to write down, ISO 8601
 * @throws ForkpointError `note-changed` where a text is not the one that the change was made from
 */
export function withNoteChanges(
  record: NotesRecord,
  changes: readonly NoteChange[],
  at: string,
): NotesRecord {
  return changes.reduce((before, change) => withNoteChange(before, change, at), record);
}

function withNoteChange(record: NotesRecord, change: NoteChange, at: string): NotesRecord {
  switch (change.kind) {
    case 'bookmark': {
      const entry = change.isOn ? { scene: change.scene, at } : null;
      return { ...record, bookmarks: withEntryOfScene(record.bookmarks, change.scene, entry) };
    }
    case 'note': {
      const { scene, text } = change;
      const present = record.notes.find(entry => entry.scene === scene)?.text ?? '';
      refuseOther(present, change);
      if (present === text) return record;
      return {
        ...record,
        notes: withEntryOfScene(record.notes, scene, text === '' ? null : { scene, text, at }),
      };
    }
    case 'verdict': {
      const { scene, verdict } = change;
      const entry = verdict === null ? null : { scene, verdict, at };
      return { ...record, verdicts: withEntryOfScene(record.verdicts, scene, entry) };
    }
    case 'branch-verdict':
      return withBranch(record, change.branch, { verdict: change.verdict }, at);
    case 'branch-archive':
      return withBranch(record, change.branch, { isArchived: change.isArchived }, at);
    case 'branch-note': {
      const { branch, text } = change;
      refuseOther(record.branches.find(entry => entry.branch === branch)?.note ?? '', change);
      return withBranch(record, branch, { note: text === '' ? null : text }, at);
    }
  }
}

/** A text that is there already may be written again: a request that was sent twice is no conflict. */
function refuseOther(present: string, { text, was }: { text: string; was: string }): void {
  if (present !== was && present !== text) throw new ForkpointError('note-changed', { found: present });
}

/** An entry keeps its place in the list; null takes it away. */
function withEntryOfScene<E extends { scene: string }>(
  entries: readonly E[],
  scene: string,
  next: E | null,
): E[] {
  const place = entries.findIndex(entry => entry.scene === scene);
  if (next === null) return entries.filter(entry => entry.scene !== scene);
  return place < 0
    ? [...entries, next]
    : entries.map((entry, at) => (at === place ? { ...entry, ...next } : entry));
}

type BranchEntry = NotesRecord['branches'][number];

function withBranch(
  record: NotesRecord,
  branch: string,
  change: Partial<Pick<BranchEntry, 'verdict' | 'note' | 'isArchived'>>,
  at: string,
): NotesRecord {
  const present = record.branches.find(entry => entry.branch === branch);
  const next: BranchEntry = { branch, verdict: null, note: null, ...present, ...change, at };
  const others = record.branches.filter(entry => entry !== present);
  const isEmpty = next.verdict === null && next.note === null && next.isArchived !== true;
  return { ...record, branches: isEmpty ? others : [...others, next] };
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NoteChange, NotesReply } from '../../shared/notes.ts';
import { callRoute } from './client.ts';
import { type Loaded, loadedFrom } from './queries.ts';
import { queryKeys } from './queryKeys.ts';

/** Bookmarks, notes and verdicts of a run, kept fresh by the event stream. */
export function useNotes(run: string): Loaded<NotesReply> {
  return loadedFrom(
    useQuery({
      queryKey: queryKeys.notes(run),
      queryFn: () => callRoute('getNotes', { params: { run } }),
    }),
  );
}

/** Changes notes; gives how they are then. A refused change has them fetched again: somebody else was there first. */
export function useChangeNotes(run: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.notes(run);
  return useMutation<NotesReply, Error, readonly NoteChange[]>({
    // One after the other: the replies then come in the order in which the changes were made.
    scope: { id: `notes ${run}` },
    mutationFn: changes => callRoute('changeNotes', { params: { run }, body: { changes: [...changes] } }),
    onSuccess: async reply => {
      // A fetch that began before the change would put its older answer over this one.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, reply);
      // Archived branches are counted there.
      await client.invalidateQueries({ queryKey: queryKeys.runs, refetchType: 'none' });
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

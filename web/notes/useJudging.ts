import type { TurnVerdict } from '../../shared/bisect.ts';
import { type Problem, problemFromError } from '../../shared/errors.ts';
import { type NotesRecord, noNotes } from '../../shared/notes.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { useChangeNotes, useNotes } from '../api/notes.ts';
import { firstBadSearch } from './firstBadSearch.ts';
import { noTurnNotes, turnNotesOf, verdictChanges } from './turnNotes.ts';

interface Judging {
  /** Gives the turn that is looked at a verdict; null takes it away. */
  judge: (verdict: TurnVerdict | null) => void;
  problem: Problem | null;
}

/**
 * Says of the turn that is looked at whether it is good or bad.
 * @param shown its id, or null
 * @param onNext where the search for the first bad turn goes on then, or where it ended; null where none is wanted
 */
export function useJudging(
  run: string,
  graph: RunGraph,
  shown: string | null,
  onNext: ((turn: string) => void) | null,
): Judging {
  const loaded = useNotes(run);
  const changing = useChangeNotes(run);
  const judge = (verdict: TurnVerdict | null) => {
    if (shown === null) return;
    // Of two verdicts the later counts: also before the notes are there a key is not pressed for nothing.
    const record = loaded.status === 'ready' ? loaded.value.record : noNotes;
    const of = turnNotesOf(record, graph).get(shown) ?? noTurnNotes;
    const changes = verdictChanges(of, shown, verdict);
    if (changes.length === 0) return;
    changing.mutate(changes, {
      onSuccess: ({ record }) => {
        const next = verdict === null ? null : nextTurn(record, graph, shown);
        if (next !== null) onNext?.(next);
      },
    });
  };
  return { judge, problem: changing.error && problemFromError(changing.error) };
}

function nextTurn(record: NotesRecord, graph: RunGraph, shown: string): string | null {
  const { bisection } = firstBadSearch(graph, turnNotesOf(record, graph), shown);
  if (bisection.kind === 'look') return bisection.turn;
  return bisection.kind === 'found' ? bisection.bad : null;
}

import { useMemo } from 'react';
import { archivedBranches, hiddenBranches, withoutBranches } from '../../shared/archive.ts';
import { noNotes } from '../../shared/notes.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { useNotes } from '../api/notes.ts';
import { useSelection } from '../selection/useSelection.ts';

/** The archived branches of a run, and the graph without them. */
export interface ArchiveView {
  /** Those that are left out, or would be if they were not shown. */
  names: readonly string[];
  /** The graph as it is drawn. */
  drawn: (graph: RunGraph) => RunGraph;
}

/**
 * Leaves archived branches out, unless the person wants to see them.
 * @param graph of the run as it is; null while it is not there
 * @param looked the branch whose scene was asked for by name: it is drawn all the same
 */
export function useArchive(run: string, graph: RunGraph | null, looked: string | null): ArchiveView {
  const { archived: shown } = useSelection();
  const notes = useNotes(run);
  const record = notes.status === 'ready' ? notes.value.record : noNotes;
  const archived = useMemo(() => archivedBranches(record), [record]);
  const branches = graph?.branches;
  const names = useMemo(() => {
    if (!branches) return [];
    const hidden = hiddenBranches(branches, archived, null);
    return [...hidden].filter(name => branches.get(name)?.kind !== 'subagent');
  }, [branches, archived]);
  const drawn = useMemo(() => {
    if (!branches || shown === 'shown') return (of: RunGraph) => of;
    return onceEach((of: RunGraph) => withoutBranches(of, hiddenBranches(branches, archived, looked)));
  }, [branches, archived, looked, shown]);
  return useMemo(() => ({ names, drawn }), [names, drawn]);
}

/** The same graph for the same one: what is drawn from it stays as it is. */
function onceEach(make: (graph: RunGraph) => RunGraph): (graph: RunGraph) => RunGraph {
  const made = new WeakMap<RunGraph, RunGraph>();
  return graph => {
    const known = made.get(graph);
    if (known) return known;
    const next = make(graph);
    made.set(graph, next);
    return next;
  };
}

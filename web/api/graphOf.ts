import type { RunState } from '../../shared/runEvent.ts';
import { buildRunGraph, type RunGraph } from '../../shared/runGraph.ts';

/** The last graph of each array of scenes: drafts and the journal change often and leave the graph as it is. */
const graphs = new WeakMap<RunState['scenes'], { state: RunState; graph: RunGraph }>();

/** The graph of a run's state; the same object while scenes, branches and effects are the same objects. */
export function graphOf(state: RunState): RunGraph {
  const known = graphs.get(state.scenes);
  if (known && known.state.branches === state.branches && known.state.effects === state.effects) {
    return known.graph;
  }
  const graph = buildRunGraph(state);
  graphs.set(state.scenes, { state, graph });
  return graph;
}

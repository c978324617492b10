import { parseAddress } from '../../shared/address.ts';
import { ForkpointError, type Problem } from '../../shared/errors.ts';
import { lastActiveBranch } from '../../shared/lastActiveBranch.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { type RunGraph, sceneAt } from '../../shared/runGraph.ts';

/** The scenes that a selection's addresses lead to. */
export interface SelectedScenes {
  /** The scene that was chosen; null follows the head. */
  chosen: SceneRow | null;
  /** The scene that is looked at: the chosen one, else the head of the branch that runs or ran last. Null in an empty run. */
  shown: SceneRow | null;
  /** The scene that it is compared with. */
  diff: SceneRow | null;
  /** An address that leads nowhere. */
  problem: Problem | null;
}

/** Looks the addresses of a selection up in the run. */
export function selectedScenesOf(
  state: RunState,
  graph: RunGraph,
  selection: { scene: string | null; diff: string | null },
): SelectedScenes {
  const chosen = lookUp(graph, selection.scene);
  const diff = lookUp(graph, selection.diff);
  const missing = [
    { address: selection.scene, row: chosen },
    { address: selection.diff, row: diff },
  ].find(({ address, row }) => address !== null && row === null);
  return {
    chosen,
    shown: selection.scene === null ? headScene(state, graph) : chosen,
    diff,
    problem: missing?.address
      ? new ForkpointError('no-such-scene', { run: state.run.id, address: missing.address }).toProblem()
      : null,
  };
}

/** Addresses in a selection have been read once already: they are well formed. */
function lookUp(graph: RunGraph, address: string | null): SceneRow | null {
  return address === null ? null : sceneAt(graph, parseAddress(address));
}

function headScene(state: RunState, graph: RunGraph): SceneRow | null {
  const branch = lastActiveBranch(state.branches, graph.scenes);
  const last = graph.turns.get(graph.order.at(-1) ?? '');
  return graph.scenes.get(branch?.head ?? '') ?? last?.b ?? last?.a ?? null;
}

import { parseAddress } from '../../shared/address.ts';
import { ForkpointError, type Problem } from '../../shared/errors.ts';
import { lastActiveBranch } from '../../shared/lastActiveBranch.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { parseRunAddress, type RunAddress } from '../../shared/runAddress.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { type RunGraph, sceneAt } from '../../shared/runGraph.ts';

/** A scene of another run than the one on screen. */
export type SceneElsewhere = RunAddress & { run: string };

/** The scenes that a selection's addresses lead to. */
export interface SelectedScenes {
  /** The scene that was chosen; null follows the head. */
  chosen: SceneRow | null;
  /** The scene that is looked at: the chosen one, else the head of the branch that runs or ran last. Null in an empty run. */
  shown: SceneRow | null;
  /** The scene of this run that it is compared with. */
  diff: SceneRow | null;
  /** The scene of another run that it is compared with. */
  diffElsewhere: SceneElsewhere | null;
  /** An address that leads nowhere. */
  problem: Problem | null;
}

/**
 * Looks the addresses of a selection up in the run.
 * @param drawn the graph without what is archived: whoever follows the head follows one of those
 */
export function selectedScenesOf(
  state: RunState,
  graph: RunGraph,
  selection: { scene: string | null; diff: string | null },
  drawn: RunGraph = graph,
): SelectedScenes {
  const chosen = lookUp(graph, selection.scene);
  const diffElsewhere = sceneElsewhere(selection.diff);
  const ownDiff = diffElsewhere ? null : selection.diff;
  const diff = lookUp(graph, ownDiff);
  const missing = [
    { address: selection.scene, row: chosen },
    { address: ownDiff, row: diff },
  ].find(({ address, row }) => address !== null && row === null);
  return {
    chosen,
    shown: selection.scene === null ? headScene(state, drawn) : chosen,
    diff,
    diffElsewhere,
    problem: missing?.address
      ? new ForkpointError('no-such-scene', { run: state.run.id, address: missing.address }).toProblem()
      : null,
  };
}

/** The scene that a part of a selection names, where it is one of another run. */
export function sceneElsewhere(text: string | null): SceneElsewhere | null {
  if (text === null) return null;
  const { run, address } = parseRunAddress(text);
  return run === null ? null : { run, address };
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

import { parseAddress } from '../../shared/address.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, sceneAt } from '../../shared/runGraph.ts';

/**
 * The branch that is meant where a scene is looked at: the one its address names, else the one that wrote the scene.
 * A fork that stands at its fork point has no scene of its own, only its name in the address.
 * @param address as the selection holds it, read once already; null follows the head
 */
export function branchOfSelection(graph: RunGraph, address: string | null, scene: SceneRow): string {
  const named = address === null ? null : parseAddress(address);
  if (named?.kind === 'turn' && sceneAt(graph, named)?.id === scene.id) return named.branch;
  return scene.branch;
}

/** The branch that an address asks for, as above; null where it leads nowhere. */
export function lookedBranch(graph: RunGraph, address: string): string | null {
  const scene = sceneAt(graph, parseAddress(address));
  return scene && branchOfSelection(graph, address, scene);
}

import { formatAddress } from '../../shared/address.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph, sceneOfTurn } from '../../shared/runGraph.ts';

/** A scene that a diff is often wanted against, and why. */
export type DiffChoice =
  | { kind: 'previous'; address: string }
  | { kind: 'fork-point'; address: string }
  | { kind: 'head'; branch: string; address: string };

/** The usual other sides of a diff with `scene`: its previous turn, where its branch began, the other heads. */
export function diffChoices(graph: RunGraph, scene: SceneRow): DiffChoice[] {
  const choices: DiffChoice[] = [];
  const add = (row: SceneRow | null | undefined, choice: (address: string) => DiffChoice) => {
    if (!row || row.id === scene.id || row.problem) return;
    const address = formatAddress(addressOf(graph, row));
    if (!choices.some(other => other.address === address)) choices.push(choice(address));
  };
  const node = graph.turns.get(graph.turnOfScene.get(scene.id) ?? '');
  const parent = node?.parent ? graph.turns.get(node.parent) : undefined;
  add(parent && sceneOfTurn(parent, null), address => ({ kind: 'previous', address }));
  const origin = graph.branches.get(scene.branch)?.origin;
  add(origin ? graph.scenes.get(origin) : null, address => ({ kind: 'fork-point', address }));
  for (const branch of graph.branches.values()) {
    const head = branch.head === null ? null : graph.scenes.get(branch.head);
    add(head, address => ({ kind: 'head', branch: branch.name, address }));
  }
  return choices;
}

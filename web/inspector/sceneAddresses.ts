import { type Address, formatAddress } from '../../shared/address.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { RunGraph } from '../../shared/runGraph.ts';

/**
 * The address of every scene, as `addressOf` would give it, in one walk: a list of all scenes of a long run must not
 * walk its line once for each of them. By address text; scenes on no line go by their id.
 */
export function sceneAddresses(graph: RunGraph): Map<string, string> {
  const addresses = new Map<string, string>();
  const walk = (branch: string, move: number | null, from: string | null, only: string | null) => {
    const lastAt = new Map<string, string>();
    for (const id of from === null ? [] : lineOf(graph.scenes, from)) {
      const row = graph.scenes.get(id);
      if (row)
        lastAt.set(formatAddress({ kind: 'turn', branch, turn: row.turn, point: row.point, move }), id);
    }
    for (const [address, id] of lastAt) {
      const isWanted = only === null || graph.scenes.get(id)?.branch === only;
      if (isWanted && !addresses.has(id)) addresses.set(id, address);
    }
  };
  for (const { name, head, moves } of graph.branches.values()) {
    walk(name, null, head, name);
    for (const move of moves) walk(name, move.number, move.left, name);
  }
  for (const { name, head } of graph.branches.values()) walk(name, null, head, null);
  for (const id of graph.scenes.keys()) {
    if (!addresses.has(id)) addresses.set(id, formatAddress({ kind: 'id', id } satisfies Address));
  }
  return addresses;
}

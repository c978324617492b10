import { formatAddress } from '../../shared/address.ts';
import type { RunReceipt } from '../../shared/api.ts';
import { type RunGraph, sceneAt } from '../../shared/runGraph.ts';

/**
 * The address under which the page shows what a receipt led to: the head on the line of its own branch, whoever wrote
 * that scene. Null until the run's events have brought both.
 */
export function addressOfArrival(graph: RunGraph, { branch, head }: RunReceipt): string | null {
  const row = graph.scenes.get(head);
  if (!row) return null;
  const address = { kind: 'turn', branch, turn: row.turn, point: row.point, move: null } as const;
  return sceneAt(graph, address)?.id === head ? formatAddress(address) : null;
}

import type { LinkedEntries } from './linkEntries.ts';
import { type BoundaryNode, isAbove, type MessageNode } from './messageTree.ts';

/** Finds the messages that outlived a compaction and where they stand: behind its boundary or its summary. */
export function keepMessages(
  node: BoundaryNode,
  nodeOf: ReadonlyMap<string, MessageNode>,
  linked: LinkedEntries,
): void {
  const { kept } = node.entry;
  if (!kept) return;
  const uuids = kept.uuids.length > 0 ? kept.uuids : segment(kept.head, kept.tail, linked);
  const found = uuids.flatMap(uuid => nodeOf.get(uuid) ?? []).filter(other => other.kind !== 'boundary');
  node.kept = [...new Set(found)].filter(other => !isAbove(other, node));
  const summary = node.children.find(child => child.kind === 'said' && child.entry.role === 'summary');
  const anchor = kept.anchor === null ? undefined : nodeOf.get(kept.anchor);
  node.keptAfter = anchor === node ? node : (summary ?? node);
}

/** The records from the first kept one to the last, found by walking parents. */
function segment(head: string | null, tail: string | null, linked: LinkedEntries): string[] {
  const uuids: string[] = [];
  for (let at = linked.byUuid.get(tail ?? ''); at; at = linked.parentOf.get(at)) {
    uuids.push(at.uuid);
    if (at.uuid === head) return uuids.reverse();
  }
  return [];
}

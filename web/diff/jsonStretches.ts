import type { JsonNode } from '../../shared/diff/diffJson.ts';

/** Neighbouring values of an object or a list that are all the same, or one that differs. */
export interface JsonStretch {
  isSame: boolean;
  /** Place of its first, which names it. */
  start: number;
  nodes: JsonNode[];
  /** How many values it stands for. */
  count: number;
}

/** Fewer than this are not worth a fold. */
const leastFolded = 2;

/** Parts what is in an object or a list, so that neighbours that are the same can be folded, and nothing else. */
export function jsonStretches(inner: readonly JsonNode[]): JsonStretch[] {
  const stretches: JsonStretch[] = [];
  inner.forEach((node, start) => {
    const last = stretches.at(-1);
    const isSame = node.kind === 'same';
    if (isSame && last?.isSame) {
      last.nodes.push(node);
      last.count += node.count;
    } else stretches.push({ isSame, start, nodes: [node], count: node.count });
  });
  return stretches.map(stretch => ({ ...stretch, isSame: stretch.isSame && stretch.count >= leastFolded }));
}

import { useMemo, useRef } from 'react';
import type { Edge } from 'reactflow';
import type { Draft } from '../../shared/runEvent.ts';
import { turnMatches } from '../../shared/turnFilter.ts';
import {
  type CardContext,
  draftEdge,
  draftFlowNode,
  draftPlace,
  foldFlowNode,
  frameFlowNode,
  type GraphFlowNode,
  linkEdge,
  turnFlowNode,
} from './flowNodes.ts';
import { keptNodes } from './keptNodes.ts';
import type { Cells } from './layout/geometry.ts';
import type { GraphLayout } from './layout/graphLayout.ts';
import { placeOfStop, type Windowed, windowed } from './layout/windowed.ts';

const nothing: Windowed = { turns: [], folds: [], links: [], frames: [] };

/** Nodes and edges for what is in view. Nodes that did not change are the same objects as before. */
export function useFlow(
  cells: Cells | null,
  drafts: readonly Draft[],
  { graph, layout, level, filter, selectedScene, diffed, tabbable }: CardContext,
): { nodes: GraphFlowNode[]; edges: Edge[] } {
  const before = useRef<ReadonlyMap<string, GraphFlowNode>>(new Map());
  const isMap = level === 'map';
  const drawn = useMemo(
    () => (cells === null || isMap ? nothing : windowed(graph, layout, cells)),
    [graph, layout, cells, isMap],
  );
  const shownDrafts = useMemo(
    () => (isMap ? [] : drafts.filter(draft => draftPlace(draft, graph, layout) !== null)),
    [drafts, graph, layout, isMap],
  );
  const nodes = useMemo(() => {
    const inView = drawn.turns.includes(tabbable ?? '') ? tabbable : (drawn.turns[0] ?? null);
    const context = { graph, layout, level, filter, selectedScene, diffed, tabbable: inView };
    const parents = shownDrafts.map(draft => graph.turnOfScene.get(draft.parent) ?? '');
    const ids = inReadingOrder(new Set([...drawn.turns, ...drawn.folds, ...parents]), layout);
    const made = [
      ...drawn.frames.map(frameFlowNode),
      ...ids.map(id => turnFlowNode(id, context) ?? foldFlowNode(id, context)),
      ...shownDrafts.map(draft => draftFlowNode(draft, context)),
    ].filter(node => node !== null);
    const kept = keptNodes(made, before.current);
    before.current = new Map(kept.map(node => [node.id, node]));
    return kept;
  }, [drawn, shownDrafts, graph, layout, level, filter, selectedScene, diffed, tabbable]);
  const edges = useMemo(
    () => [
      ...drawn.links.map(link => {
        const target = graph.turns.get(link.target);
        return linkEdge(link, target !== undefined && !turnMatches(target, filter));
      }),
      ...shownDrafts.map(draft => draftEdge(draft, graph, layout)),
    ],
    [drawn, shownDrafts, graph, layout, filter],
  );
  return { nodes, edges };
}

/** From left to right, then from top to bottom: as a screen reader goes through them. */
function inReadingOrder(ids: ReadonlySet<string>, layout: GraphLayout): string[] {
  return [...ids].sort((x, y) => {
    const [first, second] = [placeOfStop(layout, x), placeOfStop(layout, y)];
    return (first?.column ?? 0) - (second?.column ?? 0) || (first?.row ?? 0) - (second?.row ?? 0);
  });
}

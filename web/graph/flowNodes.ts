import { type Edge, type Node, type NodeHandle, Position } from 'reactflow';
import type { Point } from '../../shared/checkpoint.ts';
import type { Draft } from '../../shared/runEvent.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import { type Compared, type ComparedSide, comparedSideOf } from './comparedSide.ts';
import { CARD_HEIGHT, CARD_WIDTH, cornerOf } from './layout/geometry.ts';
import type { GraphLayout } from './layout/graphLayout.ts';
import type { Link } from './layout/windowed.ts';
import { passesFilter, type TurnFilter } from './turnFilter.ts';
import { allMarksOf, durationOfTurn, nameOfTurn, tokensOfTurn } from './turnSummary.ts';

/** What a card is drawn from. Equal data is the same object, so that a card is drawn again only when it changed. */
export type TurnData = {
  node: TurnNode;
  name: string;
  marks: string;
  durationMs: number | null;
  tokens: number | null;
  selected: Point | null;
  dimmed: boolean;
  /** On no line that can go on: left behind, lost, or the dead side of a resume. */
  faint: boolean;
  /** Its branch is running and has not finished this turn. */
  live: boolean;
  /** The one card that the tab key leads to. */
  tabbable: boolean;
  /** Names of the branches that go on from here. */
  heads: string;
  /** Of the diff that is looked at. */
  side: ComparedSide | null;
  /** Of its lane: `--lane-<colour>`. */
  colour: number;
};
export type TurnFlowNode = Node<TurnData, 'turn'>;
export type DraftFlowNode = Node<{ draft: Draft }, 'draft'>;
export type GraphFlowNode = TurnFlowNode | DraftFlowNode;

const handle = (type: 'source' | 'target'): NodeHandle => ({
  type,
  position: type === 'source' ? Position.Right : Position.Left,
  x: type === 'source' ? CARD_WIDTH : 0,
  y: CARD_HEIGHT / 2,
  width: 0,
  height: 0,
});
const handles = [handle('source'), handle('target')];
const size = { width: CARD_WIDTH, height: CARD_HEIGHT, measured: { width: CARD_WIDTH, height: CARD_HEIGHT } };

export interface CardContext {
  graph: RunGraph;
  layout: GraphLayout;
  filter: TurnFilter;
  selectedScene: string | null;
  compared: Compared | null;
  tabbable: string | null;
}

/** The flow node of a turn, or null for a turn without a place. */
export function turnFlowNode(id: string, context: CardContext): TurnFlowNode | null {
  const { graph, layout } = context;
  const node = graph.turns.get(id);
  const place = layout.places.get(id);
  if (!node || !place) return null;
  return {
    id,
    type: 'turn',
    position: cornerOf(place.column, place.row),
    handles,
    ...size,
    data: {
      node,
      name: nameOfTurn(node, graph),
      marks: allMarksOf(node, graph).join(' '),
      durationMs: durationOfTurn(node, graph),
      tokens: tokensOfTurn(node, graph),
      selected: selectedPoint(node, context.selectedScene),
      dimmed: !passesFilter(node, graph, context.filter),
      faint: node.state !== 'line' || graph.branches.get(node.branch)?.kind === 'discarded',
      live: node.b === null && node.headOf.some(name => graph.branches.get(name)?.state === 'running'),
      tabbable: id === context.tabbable,
      heads: headsShown(node, graph).join(', '),
      side: comparedSideOf(node, context.compared),
      colour: place.lane.colour,
    },
  };
}

/** Subagents and dead sides have come to their end: nothing goes on from there. */
function headsShown(node: TurnNode, graph: RunGraph): string[] {
  return node.headOf.filter(name => {
    const kind = graph.branches.get(name)?.kind;
    return kind === 'main' || kind === 'fork';
  });
}

function selectedPoint(node: TurnNode, scene: string | null): Point | null {
  if (scene === null) return null;
  if (node.a?.id === scene) return 'A';
  return node.b?.id === scene ? 'B' : null;
}

/** The flow node of a draft; null where its turn has been saved already or its parent is not there. */
export function draftFlowNode(draft: Draft, graph: RunGraph, layout: GraphLayout): DraftFlowNode | null {
  const place = draftPlace(draft, graph, layout);
  if (!place) return null;
  const position = cornerOf(place.column, place.row);
  return { id: draftId(draft), type: 'draft', position, handles, ...size, data: { draft } };
}

/** Where a draft stands: after its parent, on the row of its branch. */
export function draftPlace(
  draft: Draft,
  graph: RunGraph,
  layout: GraphLayout,
): { column: number; row: number } | null {
  const parent = layout.places.get(graph.turnOfScene.get(draft.parent) ?? '');
  const lane = layout.lanes.find(entry => entry.id === draft.branch);
  if (!parent || !lane) return null;
  const column = parent.column + 1;
  const isSaved = lane.turns.some(id => (layout.places.get(id)?.column ?? -1) >= column);
  return isSaved ? null : { column, row: lane.row };
}

const draftId = (draft: Draft) => `draft ${draft.branch}`;

/** The edge of a link. */
export function linkEdge(link: Link, dimmed: boolean): Edge {
  const colour = link.look === 'line' || link.look === 'subagent' ? `var(--lane-${link.lane.colour})` : '';
  return edge(link.id, link.source, link.target, `${link.look}${dimmed ? ' dimmed' : ''}`, colour);
}

/** The edge that leads to a draft. */
export function draftEdge(draft: Draft, graph: RunGraph, layout: GraphLayout): Edge {
  const lane = layout.lanes.find(entry => entry.id === draft.branch);
  const source = graph.turnOfScene.get(draft.parent) ?? '';
  return edge(
    `${source} ${draftId(draft)}`,
    source,
    draftId(draft),
    'line',
    `var(--lane-${lane?.colour ?? 1})`,
  );
}

function edge(id: string, source: string, target: string, className: string, stroke: string): Edge {
  return {
    id,
    source,
    target,
    className,
    focusable: false,
    ...(stroke !== '' && { style: { stroke } }),
  };
}

/** Gives the earlier object for every node whose place and data are the same as before. */
export function keptNodes(
  nodes: readonly GraphFlowNode[],
  before: ReadonlyMap<string, GraphFlowNode>,
): GraphFlowNode[] {
  return nodes.map(node => {
    const old = before.get(node.id);
    return old && isSameNode(old, node) ? old : node;
  });
}

function isSameNode(x: GraphFlowNode, y: GraphFlowNode): boolean {
  if (x.position.x !== y.position.x || x.position.y !== y.position.y) return false;
  if (x.type === 'draft' || y.type === 'draft') return x.data === y.data;
  const { node: nodeX, ...restX } = x.data;
  const { node: nodeY, ...restY } = y.data;
  if (nodeX.a !== nodeY.a || nodeX.b !== nodeY.b || nodeX.state !== nodeY.state) return false;
  return Object.entries(restX).every(([key, value]) => restY[key as keyof typeof restY] === value);
}

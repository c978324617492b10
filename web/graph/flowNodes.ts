import { type Edge, type Node, type NodeHandle, Position } from 'reactflow';
import type { Point } from '../../shared/checkpoint.ts';
import type { Draft } from '../../shared/runEvent.ts';
import { allMarksOf, type Mark, type RunGraph, type TurnNode } from '../../shared/runGraph.ts';
import { isCompacted, type TurnFilter, turnMatches } from '../../shared/turnFilter.ts';
import { type Diffed, type DiffedSide, diffedSideOf } from './diffedSide.ts';
import { type FoldLabel, foldLabelOf, type Inside, insideOf } from './foldWords.ts';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  cornerOf,
  cornerOfFold,
  FOLD_HEIGHT,
  FOLD_WIDTH,
  frameAround,
  HANDLE_SIZE,
  type Level,
} from './layout/geometry.ts';
import type { GraphLayout, PlacedFold, PlacedLane } from './layout/graphLayout.ts';
import type { Link } from './layout/windowed.ts';
import { durationOfTurn, nameOfTurn, tokensOfTurn } from './turnSummary.ts';

/** What a card is drawn from. Equal data is the same object, so that a card is drawn again only when it changed. */
export type TurnData = {
  node: TurnNode;
  level: Level;
  name: string;
  /** Signs in the corner, with spaces between them. */
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
  side: DiffedSide | null;
  /** Of its lane: `--lane-<colour>`. */
  colour: number;
  /** It belongs to a subagent. */
  isInside: boolean;
  /** A summary took the place of what was before: tokens of the request before and of this one, where they are known. */
  compaction: { before: number | null; after: number | null } | null;
  /** The subagents that it called. */
  inside: Inside | null;
};
export type TurnFlowNode = Node<TurnData, 'turn'>;
export type DraftFlowNode = Node<{ draft: Draft; level: Level }, 'draft'>;
export type FoldFlowNode = Node<
  { fold: PlacedFold; label: FoldLabel; level: Level; dimmed: boolean },
  'fold'
>;
export type FrameFlowNode = Node<{ colour: number }, 'frame'>;
export type GraphFlowNode = TurnFlowNode | DraftFlowNode | FoldFlowNode | FrameFlowNode;

const handle = (type: 'source' | 'target', width: number, height: number): NodeHandle => ({
  type,
  position: type === 'source' ? Position.Right : Position.Left,
  x: type === 'source' ? width : 0,
  y: height / 2,
  width: 0,
  height: 0,
});
const boxOf = (width: number, height: number) => ({
  handles: [handle('source', width, height), handle('target', width, height)],
  width,
  height,
  measured: { width, height },
});
const card = boxOf(CARD_WIDTH, CARD_HEIGHT);
const closedFold = boxOf(FOLD_WIDTH, FOLD_HEIGHT);
const openFold = boxOf(HANDLE_SIZE, HANDLE_SIZE);

export interface CardContext {
  graph: RunGraph;
  layout: GraphLayout;
  level: Level;
  filter: TurnFilter;
  selectedScene: string | null;
  diffed: Diffed | null;
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
    ...card,
    data: {
      node,
      level: context.level,
      name: nameOfTurn(node, graph),
      marks: allMarksOf(node).join(' '),
      durationMs: durationOfTurn(node, graph),
      tokens: tokensOfTurn(node, graph),
      selected: selectedPoint(node, context.selectedScene),
      dimmed: !turnMatches(node, context.filter),
      faint: node.state !== 'line' || graph.branches.get(node.branch)?.kind === 'discarded',
      live: node.b === null && node.headOf.some(name => graph.branches.get(name)?.state === 'running'),
      tabbable: id === context.tabbable,
      heads: headsShown(node, graph).join(', '),
      side: diffedSideOf(node, context.diffed),
      colour: place.lane.colour,
      isInside: place.lane.isInside,
      compaction: compactionOf(node, graph),
      inside: insideOf(layout.folds.get(`inside ${id}`), graph),
    },
  };
}

function compactionOf(node: TurnNode, graph: RunGraph): TurnData['compaction'] {
  if (!isCompacted(node)) return null;
  const before = graph.turns.get(node.parent ?? '');
  return { before: before ? tokensOfTurn(before, graph) : null, after: tokensOfTurn(node, graph) };
}

/** The signs in the corner of a card. */
export function marksOfData(data: Pick<TurnData, 'marks'>): Mark[] {
  // Joined where the data was made: a text stays the same text where marks do not change.
  return data.marks === '' ? [] : (data.marks.split(' ') as Mark[]);
}

/** The flow node of a fold's sign, or null where it has no place of its own. */
export function foldFlowNode(id: string, context: CardContext): FoldFlowNode | null {
  const { graph, layout, level, filter } = context;
  const fold = layout.folds.get(id);
  if (!fold || fold.caller !== null) return null;
  const matches = fold.turns.some(turn => {
    const node = graph.turns.get(turn);
    return node !== undefined && turnMatches(node, filter);
  });
  return {
    id,
    type: 'fold',
    position: cornerOfFold(fold.place.column, fold.place.row, fold.isOpen),
    ...(fold.isOpen ? openFold : closedFold),
    data: { fold, label: foldLabelOf(fold, graph), level, dimmed: !matches },
  };
}

/** The flow node of the frame around a subagent's turns: behind everything else. */
export function frameFlowNode(lane: PlacedLane): FrameFlowNode {
  const { x, y, width, height } = frameAround(lane.first, lane.last, lane.row);
  return {
    id: `frame ${lane.id}`,
    type: 'frame',
    position: { x, y },
    zIndex: -1,
    ...boxOf(width, height),
    data: { colour: lane.colour },
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
export function draftFlowNode(
  draft: Draft,
  { graph, layout, level }: Pick<CardContext, 'graph' | 'layout' | 'level'>,
): DraftFlowNode | null {
  const place = draftPlace(draft, graph, layout);
  if (!place) return null;
  const position = cornerOf(place.column, place.row);
  return { id: draftId(draft), type: 'draft', position, ...card, data: { draft, level } };
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

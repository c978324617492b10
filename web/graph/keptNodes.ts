import { typedKeys } from '../../shared/typedKeys.ts';
import type { FoldFlowNode, GraphFlowNode, TurnData } from './flowNodes.ts';

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
  if (x.type === 'turn' && y.type === 'turn') return isSameTurn(x.data, y.data);
  if (x.type === 'fold' && y.type === 'fold') return isSameFold(x.data, y.data);
  if (x.type === 'frame' && y.type === 'frame') return x.width === y.width && x.data.colour === y.data.colour;
  if (x.type !== 'draft' || y.type !== 'draft') return false;
  return x.data.draft === y.data.draft && x.data.level === y.data.level;
}

function isSameTurn(x: TurnData, y: TurnData): boolean {
  const { node: nodeX, compaction: fromX, inside: insideX, ...restX } = x;
  const { node: nodeY, compaction: fromY, inside: insideY, ...restY } = y;
  if (nodeX.a !== nodeY.a || nodeX.b !== nodeY.b || nodeX.state !== nodeY.state) return false;
  if (fromX?.before !== fromY?.before || fromX?.after !== fromY?.after) return false;
  if (insideX?.isOpen !== insideY?.isOpen || insideX?.name !== insideY?.name) return false;
  return typedKeys(restX).every(key => restX[key] === restY[key]);
}

function isSameFold(x: FoldFlowNode['data'], y: FoldFlowNode['data']): boolean {
  const isSameSign = x.fold.isOpen === y.fold.isOpen && x.label.name === y.label.name;
  return isSameSign && x.level === y.level && x.dimmed === y.dimmed;
}

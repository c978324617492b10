import type { MouseEvent, ReactNode } from 'react';
import { type Edge, ReactFlow, useReactFlow } from 'reactflow';
import 'reactflow/dist/style.css';
import type { Point } from '../../shared/checkpoint.ts';
import { words } from '../i18n/words.ts';
import { DraftCard } from './DraftCard.tsx';
import type { GraphFlowNode } from './flowNodes.ts';
import styles from './GraphCanvas.module.css';
import { pointOfTarget } from './graphKeys.ts';
import { cellAt, LARGEST_ZOOM, SMALLEST_ZOOM } from './layout/geometry.ts';
import { TurnCard } from './TurnCard.tsx';

interface GraphCanvasProps {
  nodes: GraphFlowNode[];
  edges: Edge[];
  /** A person has begun to pan or zoom. */
  onTake: () => void;
  onChoose: (turn: string, point: Point | null) => void;
  /** A click beside the cards, with the cell that it fell into. */
  onChooseCell: (cell: { column: number; row: number }) => void;
  children: ReactNode;
}

const nodeTypes = { turn: TurnCard, draft: DraftCard };
const proOptions = { hideAttribution: true };
const plain = { x: 0, y: 0, zoom: 1 };

/** React Flow as a mere canvas: it draws the nodes and edges that it is given, pans and zooms. */
export function GraphCanvas({ nodes, edges, onTake, onChoose, onChooseCell, children }: GraphCanvasProps) {
  const flow = useReactFlow();
  const clickPane = (event: MouseEvent) => {
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false });
    onChooseCell(cellAt(plain, x, y));
  };
  return (
    <ReactFlow<GraphFlowNode>
      className={styles.canvas}
      aria-label={words('graph.label')}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      proOptions={proOptions}
      minZoom={SMALLEST_ZOOM}
      maxZoom={LARGEST_ZOOM}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      selectionKeyCode={null}
      zoomOnDoubleClick={false}
      panOnScroll
      onMoveStart={event => event && onTake()}
      onNodeClick={(event, node) => {
        if (node.type === 'turn') onChoose(node.id, pointOfTarget(event.target));
      }}
      onPaneClick={clickPane}
    >
      {children}
    </ReactFlow>
  );
}

import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { type Edge, ReactFlow } from 'reactflow';
import 'reactflow/dist/style.css';
import type { Point } from '../../shared/checkpoint.ts';
import { words } from '../i18n/words.ts';
import { CallFrame } from './CallFrame.tsx';
import { DraftCard } from './DraftCard.tsx';
import { FoldSign } from './FoldSign.tsx';
import type { GraphFlowNode } from './flowNodes.ts';
import styles from './GraphCanvas.module.css';
import { foldOfTarget, pointOfTarget } from './graphKeys.ts';
import { LARGEST_ZOOM } from './layout/geometry.ts';
import type { Wheel } from './layout/wheel.ts';
import { TurnCard } from './TurnCard.tsx';

interface GraphCanvasProps {
  nodes: GraphFlowNode[];
  edges: Edge[];
  /** What a drag and a pinch are kept in; no extent before there is a pane. */
  limits: { extent: [[number, number], [number, number]] | null; smallestZoom: number };
  /** A person has begun to pan or zoom. */
  onTake: () => void;
  /** A person has ended it. */
  onSettle: () => void;
  /** The wheel was turned. Must stay the same function. */
  onWheel: (wheel: Wheel) => void;
  onChoose: (turn: string, point: Point | null) => void;
  /** The sign of a fold was pressed. */
  onFold: (fold: string) => void;
  /** A click beside the cards, in pixels of the pane. */
  onClickPane: (x: number, y: number) => void;
  children: ReactNode;
}

const nodeTypes = { turn: TurnCard, draft: DraftCard, fold: FoldSign, frame: CallFrame };
const proOptions = { hideAttribution: true };

/** React Flow as a mere canvas: it draws the nodes and edges that it is given, drags and pinches. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { nodes, edges, limits, onTake, onSettle, onWheel, onChoose, onFold, onClickPane, children } = props;
  const canvas = useRef<HTMLDivElement>(null);
  useWheel(canvas, onWheel);
  useHiddenEdges(canvas);
  const clickPane = (event: MouseEvent) => {
    const corner = canvas.current?.getBoundingClientRect();
    if (corner) onClickPane(event.clientX - corner.left, event.clientY - corner.top);
  };
  return (
    <ReactFlow<GraphFlowNode>
      ref={canvas}
      className={styles.canvas}
      aria-label={words('graph.label')}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      proOptions={proOptions}
      {...(limits.extent && { translateExtent: limits.extent })}
      minZoom={limits.smallestZoom}
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
      zoomOnScroll={false}
      onMoveStart={event => event && onTake()}
      onMoveEnd={event => event && onSettle()}
      onNodeClick={(event, node) => {
        const fold = foldOfTarget(event.target);
        if (fold !== null) onFold(fold);
        else if (node.type === 'turn') onChoose(node.id, pointOfTarget(event.target));
      }}
      onPaneClick={clickPane}
    >
      {children}
    </ReactFlow>
  );
}

/**
 * Keeps the edges from being read out: the names of the turns say what follows what, ids of scenes and nameless
 * pictures say nothing. React Flow has no property for the layer that holds them.
 */
function useHiddenEdges(canvas: { current: HTMLElement | null }) {
  useEffect(() => {
    canvas.current?.querySelector('.react-flow__edges')?.setAttribute('aria-hidden', 'true');
  }, [canvas]);
}

/** Takes the wheel before React Flow sees it, and keeps the page from scrolling and zooming. */
function useWheel(canvas: { current: HTMLElement | null }, onWheel: (wheel: Wheel) => void) {
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      event.stopPropagation();
      const { deltaX, deltaY, deltaMode, ctrlKey, metaKey, shiftKey, clientX, clientY } = event;
      const { left, top } = element.getBoundingClientRect();
      onWheel({ deltaX, deltaY, deltaMode, ctrlKey, metaKey, shiftKey, x: clientX - left, y: clientY - top });
    };
    element.addEventListener('wheel', turn, { passive: false, capture: true });
    return () => element.removeEventListener('wheel', turn, { capture: true });
  }, [canvas, onWheel]);
}

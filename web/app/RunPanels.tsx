import { useMemo, useRef, useState } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { type Address, formatAddress } from '../../shared/address.ts';
import type { RunReceipt } from '../../shared/api.ts';
import type { Question } from '../../shared/gate.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { ReceiptView } from '../commands/ReceiptView.tsx';
import { GatePanel } from '../gate/GatePanel.tsx';
import { Graph } from '../graph/Graph.tsx';
import { createGraphView } from '../graph/graphView.ts';
import { layoutOf } from '../graph/layout/graphLayout.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { useMedia } from '../ui/useSize.ts';
import { branchOfSelection } from './branchOfSelection.ts';
import styles from './RunPanels.module.css';
import { RunStrip } from './RunStrip.tsx';
import { SceneSide } from './SceneSide.tsx';
import type { SelectedScenes } from './selectedScene.ts';

/** Below this width the panels stand one above the other. */
const NARROW = '(max-width: 700px)';

interface RunPanelsProps {
  state: RunState;
  graph: RunGraph;
  scenes: SelectedScenes;
  /** Questions at the gate that wait for the person. */
  questions: readonly Question[];
  /** Of the last rewind, undo or fork, until it is dismissed. */
  receipt: RunReceipt | null;
  onReceipt: (receipt: RunReceipt | null) => void;
}

/** Graph and strip beside the inspector, with a border that can be moved and stays where it was put. */
export function RunPanels({ state, graph, scenes, questions, receipt, onReceipt }: RunPanelsProps) {
  const isNarrow = useMedia(NARROW);
  const { select, scene: address } = useSelection();
  const layout = useMemo(() => layoutOf(graph), [graph]);
  const [view] = useState(createGraphView);
  const side = useRef<HTMLDivElement>(null);
  const kept = useDefaultLayout({
    id: isNarrow ? 'forkpoint-stacked' : 'forkpoint-beside',
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  const { diff: from, shown: to } = scenes;
  const compared = useMemo(() => (from && to ? { from, to } : null), [from, to]);
  const onSelect = (scene: SceneRow, { replace, branch }: { replace: boolean; branch?: string }) => {
    const { turn, point } = scene;
    const chosen: Address =
      branch === undefined ? addressOf(graph, scene) : { kind: 'turn', branch, turn, point, move: null };
    select({ scene: formatAddress(chosen) }, { replace });
  };
  return (
    <Group
      key={isNarrow ? 'stacked' : 'beside'}
      className={styles.panels}
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      {...kept}
    >
      <Panel id="graph" minSize={isNarrow ? 180 : 320}>
        <div className={styles.main}>
          <div className={styles.graph}>
            <Graph
              state={state}
              graph={graph}
              layout={layout}
              view={view}
              selected={scenes.chosen}
              compared={compared}
              onSelect={onSelect}
              onFollow={() => select({ scene: null })}
              onEnter={() => side.current?.focus()}
            />
          </div>
          <RunStrip
            graph={graph}
            layout={layout}
            view={view}
            scene={scenes.shown}
            onSelect={scene => onSelect(scene, { replace: false })}
          />
        </div>
      </Panel>
      <Separator className={styles.separator} aria-label={words('app.resize')} />
      <Panel id="side" defaultSize={isNarrow ? '46%' : '35.4%'} minSize={isNarrow ? 120 : 300}>
        <div ref={side} tabIndex={-1} className={styles.side}>
          {receipt && <ReceiptView receipt={receipt} graph={graph} onDismiss={() => onReceipt(null)} />}
          {questions.length > 0 && (
            <GatePanel
              run={state.run.id}
              graph={graph}
              questions={questions}
              branch={to && branchOfSelection(graph, address, to)}
            />
          )}
          <div className={styles.scene}>
            <SceneSide state={state} graph={graph} scenes={scenes} onReceipt={onReceipt} />
          </div>
        </div>
      </Panel>
    </Group>
  );
}

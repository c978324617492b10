import { useMemo, useRef, useState } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { type Address, formatAddress } from '../../shared/address.ts';
import type { RunReceipt } from '../../shared/api.ts';
import type { Question } from '../../shared/gate.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { formatTurnFilter, parseTurnFilter } from '../../shared/turnFilter.ts';
import { ReceiptView } from '../commands/ReceiptView.tsx';
import { FirstSeenOfSelection } from '../find/FirstSeenOfSelection.tsx';
import { GatePanel } from '../gate/GatePanel.tsx';
import type { LateAnswer } from '../gate/lateAnswer.ts';
import { Graph } from '../graph/Graph.tsx';
import { createGraphView } from '../graph/graphView.ts';
import { layoutOf } from '../graph/layout/graphLayout.ts';
import { words } from '../i18n/words.ts';
import { PrintedOutline } from '../outline/PrintedOutline.tsx';
import type { Playback } from '../play/usePlayback.ts';
import { useSelection } from '../selection/useSelection.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { useNarrow } from '../ui/useNarrow.ts';
import { useMedia } from '../ui/useSize.ts';
import { branchOfSelection } from './branchOfSelection.ts';
import styles from './RunPanels.module.css';
import { RunStrip } from './RunStrip.tsx';
import { SceneSide } from './SceneSide.tsx';
import type { SelectedScenes } from './selectedScene.ts';
import { useFinding } from './useFinding.tsx';
import { useNoting } from './useNoting.tsx';
import { useOutlining } from './useOutlining.tsx';
import { useRunCommands } from './useRunCommands.ts';

interface RunPanelsProps {
  state: RunState;
  graph: RunGraph;
  /** The graph of the run as it is, also while it is played again. */
  whole: RunGraph;
  playback: Playback;
  scenes: SelectedScenes;
  /** Questions at the gate that wait for the person. */
  questions: readonly Question[];
  /** Of the last rewind, undo or fork, until it is dismissed. */
  receipt: RunReceipt | null;
  onReceipt: (receipt: RunReceipt) => void;
  onDismiss: () => void;
}

/** Graph and strip beside the inspector, with a border that can be moved and stays where it was put. */
export function RunPanels({
  state,
  graph: plain,
  whole,
  playback,
  scenes,
  questions,
  receipt,
  onReceipt,
  onDismiss,
}: RunPanelsProps) {
  const isNarrow = useNarrow();
  const isPrinting = useMedia('print');
  const { select, scene: address, filter: filterText } = useSelection();
  const filter = useMemo(() => parseTurnFilter(filterText), [filterText]);
  const wholeLayout = useMemo(() => layoutOf(whole), [whole]);
  const [view] = useState(createGraphView);
  const [late, setLate] = useState<LateAnswer | null>(null);
  const side = useRef<HTMLDivElement>(null);
  const { diff: from, shown: to } = scenes;
  const compared = useMemo(() => (from && to ? { from, to } : null), [from, to]);
  const branch = to && branchOfSelection(whole, address, to);
  const onSelect = (
    scene: SceneRow,
    { replace, branch = null }: { replace: boolean; branch?: string | null },
  ) => {
    const { turn, point } = scene;
    const chosen: Address =
      branch === null ? addressOf(whole, scene) : { kind: 'turn', branch, turn, point, move: null };
    select({ scene: formatAddress(chosen) }, { replace });
  };
  const finding = useFinding({
    run: state.run.id,
    graph: plain,
    whole,
    scene: to,
    onScene: scene => onSelect(scene, { replace: false }),
  });
  const noting = useNoting({
    run: state.run.id,
    graph: finding.graph,
    whole,
    scene: to,
    onScene: scene => onSelect(scene, { replace: false }),
  });
  const { graph } = noting;
  const outline = useOutlining({
    run: state.run.id,
    graph,
    filter,
    scene: to,
    onScene: scene => onSelect(scene, { replace: true }),
    onEnter: () => side.current?.focus(),
  });
  const list = finding.list ?? noting.list ?? outline;
  const focusable = {
    inspector: () => side.current,
    move: () => side.current?.querySelector<HTMLElement>('[data-move]'),
  };
  useRunCommands({
    graph,
    layout: wholeLayout,
    filter,
    scenes,
    branch,
    playback,
    onSelect,
    onFocus: part => focusable[part]()?.focus(),
  });
  const isListBeside = list !== null && !isNarrow;
  const kept = useDefaultLayout({
    panelIds: [...(isListBeside ? ['list'] : []), 'graph', 'side'],
    id: isNarrow ? 'forkpoint-stacked' : 'forkpoint-beside',
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  return (
    <>
      {isPrinting && (
        <PrintedOutline
          run={state.run.id}
          graph={graph}
          shown={graph.turnOfScene.get(to?.id ?? '') ?? null}
        />
      )}
      <Group
        key={isNarrow ? 'stacked' : 'beside'}
        className={styles.panels}
        orientation={isNarrow ? 'vertical' : 'horizontal'}
        {...kept}
      >
        {isListBeside && (
          <>
            <Panel id="list" defaultSize="22%" minSize={220}>
              {list}
            </Panel>
            <Separator className={styles.separator} aria-label={words('find.resize')} />
          </>
        )}
        <Panel id="graph" minSize={isNarrow ? 180 : 280}>
          {isNarrow && list ? (
            list
          ) : (
            <div className={styles.main}>
              <div className={styles.graph}>
                <Graph
                  state={state}
                  graph={graph}
                  view={view}
                  filter={filter}
                  selected={scenes.chosen}
                  compared={compared}
                  onSelect={onSelect}
                  onFilter={next => select({ filter: formatTurnFilter(next) }, { replace: true })}
                  onFollow={() => select({ scene: null })}
                  onEnter={() => side.current?.focus()}
                />
              </div>
              <RunStrip
                graph={whole}
                now={plain}
                layout={wholeLayout}
                playback={playback}
                view={view}
                scene={to}
                branch={branch}
                onSelect={(scene, ofLine) => onSelect(scene, { replace: false, branch: ofLine })}
              />
            </div>
          )}
        </Panel>
        <Separator className={styles.separator} aria-label={words('app.resize')} />
        <Panel id="side" defaultSize={isNarrow ? '46%' : '35.4%'} minSize={isNarrow ? 120 : 300}>
          <div ref={side} tabIndex={-1} className={styles.side}>
            {noting.problem && <ProblemNote problem={noting.problem} />}
            {receipt && <ReceiptView receipt={receipt} graph={graph} onDismiss={onDismiss} />}
            {(questions.length > 0 || late !== null) && (
              <GatePanel
                run={state.run.id}
                graph={graph}
                questions={questions}
                late={late}
                onLate={setLate}
                branch={branch}
              />
            )}
            <div ref={finding.sceneElement} className={styles.scene}>
              <SceneSide state={state} graph={graph} scenes={scenes} onReceipt={onReceipt} />
            </div>
            <FirstSeenOfSelection
              run={state.run.id}
              graph={whole}
              scene={to}
              within={side}
              onScene={scene => onSelect(scene, { replace: false })}
            />
          </div>
        </Panel>
      </Group>
    </>
  );
}

import { type ReactNode, useMemo, useRef } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { type Address, formatAddress } from '../../shared/address.ts';
import type { RunReceipt } from '../../shared/api.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { formatTurnFilter, parseTurnFilter } from '../../shared/turnFilter.ts';
import { ArchivedSign } from '../adopt/ArchivedSign.tsx';
import { ReceiptView } from '../commands/ReceiptView.tsx';
import { SoughtScope } from '../content/sought.tsx';
import { FanOutBoard } from '../fanOut/FanOutBoard.tsx';
import { FirstSeenOfSelection } from '../find/FirstSeenOfSelection.tsx';
import { Graph } from '../graph/Graph.tsx';
import type { GraphView } from '../graph/graphView.ts';
import type { GraphLayout } from '../graph/layout/graphLayout.ts';
import { words } from '../i18n/words.ts';
import { PrintedOutline } from '../outline/PrintedOutline.tsx';
import type { Playback } from '../play/usePlayback.ts';
import { type SelectionChange, useSelection } from '../selection/useSelection.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { useNarrow } from '../ui/useNarrow.ts';
import { useMedia } from '../ui/useSize.ts';
import styles from './RunPanels.module.css';
import { RunStrip } from './RunStrip.tsx';
import { SceneSide } from './SceneSide.tsx';
import type { SelectedScenes } from './selectedScene.ts';
import { useBranching } from './useBranching.tsx';
import { useDiffing } from './useDiffing.tsx';
import { useFinding } from './useFinding.tsx';
import { useNoting } from './useNoting.tsx';
import { useOutlining } from './useOutlining.tsx';
import { useRunCommands } from './useRunCommands.ts';
import { useWidePanel } from './useWidePanel.ts';

interface RunPanelsProps {
  state: RunState;
  graph: RunGraph;
  /** The graph of the run as it is, also while it is played again. */
  whole: RunGraph;
  /** The same without what is archived. */
  drawn: RunGraph;
  /** Of `drawn`, nothing folded. */
  layout: GraphLayout;
  /** CSS colour of a branch's lane; null where it is not drawn. */
  colourOf: (branch: string) => string | null;
  /** What the graph shows. */
  view: GraphView;
  /** The branch that is meant. */
  branch: string | null;
  /** The calls that wait for the person, while there are any. */
  gate: ReactNode;
  /** Names of archived branches. */
  archived: readonly string[];
  playback: Playback;
  scenes: SelectedScenes;
  /** Of the last rewind, undo or fork, until it is dismissed. */
  receipt: RunReceipt | null;
  onReceipt: (receipt: RunReceipt) => void;
  onDismiss: () => void;
}

/** How a scene is gone to: the branch that is meant, and what else of the page changes with it. */
interface SelectOptions extends Pick<SelectionChange, 'tab' | 'diff'> {
  replace: boolean;
  branch?: string | null;
}

/** Graph and strip beside the inspector, with a border that can be moved and stays where it was put. */
export function RunPanels({
  state,
  graph: plain,
  whole,
  drawn,
  layout,
  colourOf,
  view,
  branch,
  gate,
  archived,
  playback,
  scenes,
  receipt,
  onReceipt,
  onDismiss,
}: RunPanelsProps) {
  const isNarrow = useNarrow();
  const isPrinting = useMedia('print');
  const { select, filter: filterText, fanOut } = useSelection();
  const filter = useMemo(() => parseTurnFilter(filterText), [filterText]);
  const side = useRef<HTMLDivElement>(null);
  const { diff: from, shown: to } = scenes;
  const diffed = useMemo(() => (from && to ? { from, to } : null), [from, to]);
  const onSelect = (scene: SceneRow, { replace, branch = null, ...change }: SelectOptions) => {
    const { turn, point } = scene;
    const chosen: Address =
      branch === null ? addressOf(whole, scene) : { kind: 'turn', branch, turn, point, move: null };
    select({ ...change, scene: formatAddress(chosen) }, { replace });
  };
  const finding = useFinding({
    run: state.run.id,
    graph: plain,
    whole,
    scene: to,
    onScene: (scene, tab) => onSelect(scene, { replace: false, ...(tab && { tab, diff: null }) }),
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
    sign: <ArchivedSign branches={archived} />,
    onEnter: () => side.current?.focus(),
  });
  const branching = useBranching({ run: state.run.id, graph: whole, looked: branch });
  const list = finding.list ?? noting.list ?? branching ?? outline;
  const focusable = {
    inspector: () => side.current,
    move: () => side.current?.querySelector<HTMLElement>('[data-move]'),
  };
  useRunCommands({
    graph,
    layout,
    filter,
    scenes,
    playback,
    onSelect,
    onFocus: part => focusable[part]()?.focus(),
  });
  const diffing = useDiffing({ graph, scenes, branch });
  const wide = useWidePanel();
  const board = fanOut !== null && (
    <FanOutBoard state={state} graph={whole} fanOut={fanOut} colourOf={colourOf} />
  );
  const isListBeside = list !== null && !isNarrow;
  const kept = useDefaultLayout({
    panelIds: [...(isListBeside ? ['list'] : []), 'graph', 'side'],
    id: isNarrow ? 'forkpoint-stacked' : 'forkpoint-beside',
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  return (
    <>
      {diffing}
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
          {isNarrow && (board || list) ? (
            board || list
          ) : (
            <div className={styles.main}>
              <div className={styles.graph}>
                <Graph
                  state={state}
                  graph={graph}
                  view={view}
                  filter={filter}
                  selected={scenes.chosen}
                  diffed={diffed}
                  sign={<ArchivedSign branches={archived} />}
                  onSelect={onSelect}
                  onFilter={next => select({ filter: formatTurnFilter(next) }, { replace: true })}
                  onFollow={() => select({ scene: null })}
                  onEnter={() => side.current?.focus()}
                />
              </div>
              {board && <div className={styles.board}>{board}</div>}
              <RunStrip
                graph={drawn}
                now={graph}
                layout={layout}
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
        <Panel
          id="side"
          panelRef={wide.panel}
          defaultSize={isNarrow ? '46%' : '35.4%'}
          minSize={isNarrow ? 120 : 300}
        >
          <div ref={side} tabIndex={-1} className={styles.side}>
            {noting.problem && <ProblemNote problem={noting.problem} />}
            {receipt && <ReceiptView receipt={receipt} graph={graph} onDismiss={onDismiss} />}
            {gate}
            <div ref={finding.sceneElement} className={styles.scene}>
              <SoughtScope place={finding.place}>
                <SceneSide
                  state={state}
                  graph={graph}
                  scenes={scenes}
                  onReceipt={onReceipt}
                  onWide={wide.onWide}
                />
              </SoughtScope>
            </div>
            <FirstSeenOfSelection
              run={state.run.id}
              graph={whole}
              scene={to}
              within={side}
              onScene={finding.onPlace}
            />
          </div>
        </Panel>
      </Group>
    </>
  );
}

import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { SceneReply } from '../../shared/api.ts';
import type { JournalRow, RunInfo, SceneRow } from '../../shared/rows.ts';
import type { Draft, RunState } from '../../shared/runEvent.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import { useScene } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import type { InspectorTab } from '../selection/selection.ts';
import { useSelection } from '../selection/useSelection.ts';
import { classNames } from '../ui/classNames.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { type TabEntry, Tabs } from '../ui/Tabs.tsx';
import { CallsTab } from './CallsTab.tsx';
import { ConversationTab } from './ConversationTab.tsx';
import { DamagedScene } from './DamagedScene.tsx';
import { DraftView } from './DraftView.tsx';
import { EffectsTab } from './EffectsTab.tsx';
import { effectsAt } from './effectsAt.ts';
import styles from './Inspector.module.css';
import { InspectorHeader } from './InspectorHeader.tsx';
import { RawTab } from './RawTab.tsx';
import { RequestTab } from './RequestTab.tsx';
import { panelOf } from './useFollowEnd.ts';
import { useLastReady } from './useLastReady.ts';

interface InspectorProps {
  state: RunState;
  graph: RunGraph;
  /** The branch that is meant. */
  branch: string;
  scene: SceneRow;
  /** What the model is writing after this scene, if it is. */
  draft: Draft | null;
  slots: InspectorSlots;
}

/** What the app puts into the inspector: parts that know more than one scene. */
export interface InspectorSlots {
  /** Buttons of the header. */
  actions: ReactNode;
  /** Between the header and the tabs. */
  notes: ReactNode;
  /** Below the conversation. */
  below: ReactNode;
  files: { label: ReactNode; content: ReactNode } | null;
}

/** One scene from close by: what the model saw, what it called, what came of it. */
export function Inspector({ state, graph, branch, scene, draft, slots }: InspectorProps) {
  const node = graph.turns.get(graph.turnOfScene.get(scene.id) ?? '');
  if (!node) return null;
  return (
    <section className={styles.inspector} aria-label={words('inspector.label')}>
      <InspectorHeader branch={branch} graph={graph} node={node} scene={scene} actions={slots.actions} />
      {slots.notes}
      <InspectorBody state={state} graph={graph} scene={scene} node={node} draft={draft} slots={slots} />
    </section>
  );
}

interface BodyProps extends Omit<InspectorProps, 'branch'> {
  node: TurnNode;
}

/** What each tab needs: the scene whole, beside its rows. */
export interface SceneTabProps {
  run: RunInfo;
  journal: readonly JournalRow[];
  graph: RunGraph;
  node: TurnNode;
  reply: SceneReply;
}

function InspectorBody({ state, graph, scene, node, draft, slots }: BodyProps) {
  const loaded = useScene(state.run.id, `@${scene.id}`);
  const { value: reply, isOld } = useLastReady(loaded);
  if (loaded.status === 'problem') {
    return (
      <div className={styles.padded}>
        <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />
      </div>
    );
  }
  if (!reply) return <Spinner />;
  if (reply.checkpoint === null) return <DamagedScene graph={graph} node={node} reply={reply} />;
  const shownNode = graph.turns.get(graph.turnOfScene.get(reply.row.id) ?? '') ?? node;
  return (
    <div className={classNames(styles.body, isOld && styles.old)} aria-busy={isOld}>
      <SceneTabs
        run={state.run}
        journal={state.journal}
        graph={graph}
        node={shownNode}
        reply={reply}
        draft={isOld ? null : draft}
        slots={slots}
      />
    </div>
  );
}

/** A scene that comes in place of another is read from its top. Stands before what may scroll further. */
function StartAtTop() {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = panelOf(ref.current);
    if (panel) panel.scrollTop = 0;
  }, []);
  return <div ref={ref} />;
}

interface SceneTabsProps extends SceneTabProps {
  draft: Draft | null;
  slots: InspectorSlots;
}

function SceneTabs({ draft, slots, ...scene }: SceneTabsProps) {
  const { tab, select } = useSelection();
  const { row } = scene.reply;
  const tabs: TabEntry<InspectorTab>[] = [
    {
      value: 'conversation',
      label: words('inspector.conversation'),
      content: (
        <div className={styles.padded} key={row.id}>
          <StartAtTop />
          <ConversationTab {...scene} />
          {draft && <DraftView draft={draft} />}
          {slots.below}
        </div>
      ),
    },
    {
      value: 'calls',
      label: words('inspector.calls', { count: row.calls.length }),
      content: <CallsTab {...scene} />,
    },
    {
      value: 'effects',
      label: words('inspector.effects', { count: effectsAt(row, scene.node).length }),
      content: <EffectsTab {...scene} />,
    },
    ...(slots.files ? [{ value: 'files' as const, ...slots.files }] : []),
    { value: 'request', label: words('inspector.request'), content: <RequestTab {...scene} /> },
    {
      value: 'raw',
      label: words('inspector.raw'),
      content: <RawTab run={scene.run.id} reply={scene.reply} key={row.id} />,
    },
  ];
  return (
    <Tabs
      label={words('inspector.tabs')}
      value={tab}
      onChange={value => select({ tab: value }, { replace: true })}
      tabs={tabs}
    />
  );
}

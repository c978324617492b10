import { useMemo } from 'react';
import { useWholeScene } from '../api/queries.ts';
import { LegalityNotes } from '../content/LegalityNotes.tsx';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import type { SceneTabProps } from './Inspector.tsx';
import { ReplyFacts } from './ReplyFacts.tsx';
import styles from './RequestTab.module.css';
import { replyDurationMs, replySceneOf } from './replyDuration.ts';
import { SentView } from './SentView.tsx';
import { sentRequest } from './sentRequest.ts';

/** The exact request of this turn, what the model said of its reply, and what a request from here would meet. */
export function RequestTab({ run, reply, ...scene }: SceneTabProps) {
  const whole = useWholeScene(run.id, reply);
  if (whole.status === 'loading') return <Spinner label={words('inspector.loadingWhole')} />;
  if (whole.status === 'ready') return <WholeRequest run={run} reply={whole.value} {...scene} />;
  return (
    <div className={styles.request}>
      <FactsOfReply run={run} reply={reply} {...scene} />
      <ProblemNote problem={whole.problem} onRetry={whole.retry} />
    </div>
  );
}

function WholeRequest(props: SceneTabProps) {
  const { graph, node, reply } = props;
  const { row, checkpoint } = reply;
  const context = useMemo(() => ({ stopReason: row.stopReason }), [row.stopReason]);
  const request = useMemo(() => sentRequest(graph, node, reply), [graph, node, reply]);
  if (row.turn === 0) return <EmptyState title={words('inspector.noReply')} />;
  return (
    <div className={styles.request}>
      <FactsOfReply {...props} />
      {request && <SentView request={request} />}
      {checkpoint && (
        <>
          <h3 className={styles.title}>{words('legality.title')}</h3>
          <LegalityNotes messages={checkpoint.messages} context={context} />
        </>
      )}
    </div>
  );
}

function FactsOfReply({ journal, graph, node, reply: { row } }: SceneTabProps) {
  return (
    <>
      <h3 className={styles.title}>{words('inspector.requestReply')}</h3>
      <ReplyFacts
        row={replySceneOf(node, row)}
        node={node}
        journal={journal}
        scenes={graph.scenes}
        durationMs={replyDurationMs(graph, node)}
      />
    </>
  );
}

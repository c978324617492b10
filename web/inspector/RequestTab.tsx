import { type ReactNode, useMemo } from 'react';
import type { RequestSettings } from '../../shared/checkpoint.ts';
import { contextTokensOf } from '../../shared/message.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { LegalityNotes } from '../content/LegalityNotes.tsx';
import { LongText } from '../content/LongText.tsx';
import { formatDuration, formatMoment } from '../i18n/format.ts';
import { locale, words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import type { SceneTabProps } from './Inspector.tsx';
import styles from './RequestTab.module.css';
import { replyDurationMs, replySceneOf } from './replyDuration.ts';
import { ToolList } from './ToolList.tsx';

/** The exact request of this turn beside its messages, and what the model said of its reply. */
export function RequestTab({ graph, node, reply }: SceneTabProps) {
  const { row, checkpoint, newFrom } = reply;
  const context = useMemo(() => ({ stopReason: row.stopReason }), [row.stopReason]);
  if (row.turn === 0) return <EmptyState title={words('inspector.noReply')} />;
  return (
    <div className={styles.request}>
      <h3 className={styles.title}>{words('inspector.requestReply')}</h3>
      <ReplyFacts row={replySceneOf(node, row)} durationMs={replyDurationMs(graph, node)} />
      <h3 className={styles.title}>{words('inspector.requestSent')}</h3>
      <SentFacts request={checkpoint?.request} sentCount={newFrom} />
      {checkpoint && (
        <>
          <h3 className={styles.title}>{words('legality.title')}</h3>
          <LegalityNotes messages={checkpoint.messages} context={context} />
        </>
      )}
    </div>
  );
}

const number = (value: number | null | undefined) =>
  typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : null;

function ReplyFacts({ row, durationMs }: { row: SceneRow; durationMs: number | null }) {
  const { usage } = row;
  return (
    <dl className={styles.facts}>
      <Fact name={words('inspector.model')}>{row.model}</Fact>
      <Fact name={words('inspector.stopReason')}>{row.stopReason}</Fact>
      <Fact name={words('inspector.inputTokens')}>{usage && number(contextTokensOf(usage))}</Fact>
      <Fact name={words('inspector.cacheReadTokens')} optional>
        {number(usage?.cache_read_input_tokens)}
      </Fact>
      <Fact name={words('inspector.cacheWriteTokens')} optional>
        {number(usage?.cache_creation_input_tokens)}
      </Fact>
      <Fact name={words('inspector.outputTokens')}>{number(usage?.output_tokens)}</Fact>
      <Fact name={words('inspector.lineTokens')}>{number(row.tokensUsed)}</Fact>
      <Fact name={words('inspector.duration')}>
        {durationMs === null ? null : formatDuration(durationMs)}
      </Fact>
      <Fact name={words('inspector.savedAt')}>{row.savedAt && formatMoment(new Date(row.savedAt))}</Fact>
    </dl>
  );
}

function SentFacts({ request, sentCount }: { request: RequestSettings | undefined; sentCount: number }) {
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={words('inspector.messagesSent')}>{number(sentCount)}</Fact>
        <Fact name={words('inspector.maxTokens')} optional>
          {number(request?.maxTokens)}
        </Fact>
        <Fact name={words('inspector.betas')} optional>
          {request?.betas?.join(', ') || null}
        </Fact>
      </dl>
      {request?.system === undefined && request?.tools === undefined && (
        <p className={styles.note}>{words('inspector.requestMissing')}</p>
      )}
      {request?.system !== undefined && (
        <div className={styles.part}>
          <h4 className={styles.label}>{words('inspector.systemText')}</h4>
          <div className={styles.system}>
            <LongText text={request.system} />
          </div>
        </div>
      )}
      {request?.tools && <ToolList tools={request.tools} />}
    </>
  );
}

/** A fact that is not known says so, unless it is one that most requests do without. */
function Fact({
  name,
  children,
  optional = false,
}: {
  name: string;
  children: ReactNode;
  optional?: boolean;
}) {
  const isKnown = children !== null && children !== undefined && children !== '';
  if (!isKnown && optional) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className={isKnown ? undefined : styles.unknown}>
        {typeof children === 'string' ? <SafeText text={children} /> : (children ?? null)}
        {!isKnown && words('inspector.notKnown')}
      </dd>
    </>
  );
}

import type { ReactNode } from 'react';
import type { ToolUseBlock } from '../../shared/message.ts';
import { isRecord } from '../../shared/schema.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { CallInput } from './CallInput.tsx';
import styles from './CallView.module.css';

interface CallViewProps {
  call: ToolUseBlock;
  /** Stands at the right of its head: how it ended. */
  badge?: ReactNode;
}

/** A call as the model named it: its tool, its id shortened, its input. */
export function CallView({ call, badge }: CallViewProps) {
  return (
    <div className={styles.call}>
      <div className={styles.head}>
        <span className={styles.name}>
          <SafeText text={call.name} />
        </span>
        <span className={styles.id} title={words('content.callId', { id: visibleText(call.id) })}>
          <SafeText text={shortId(call.id)} />
        </span>
        <span className={styles.badge}>{badge}</span>
      </div>
      {!isRecord(call.input) && <p className={styles.bad}>{words('content.badInput')}</p>}
      <CallInput input={call.input} />
    </div>
  );
}

/** Ten characters tell the calls of a turn apart; the whole id is in the tooltip. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 10)}…`;
}

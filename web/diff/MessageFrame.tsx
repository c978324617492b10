import type { ReactNode } from 'react';
import type { MessageDiff } from '../../shared/diff/messagesDiff.ts';
import { blocksOf, isToolResult, type Message } from '../../shared/message.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import styles from './MessageFrame.module.css';
import type { SideTurns } from './messageTurns.ts';
import { useShownDiff } from './shownDiff.ts';

interface MessageFrameProps {
  entry: MessageDiff;
  /** The message, or one of both; null while it is not fetched. */
  message: Message | null;
  /** Of a message that differs: its name and where its element goes, so that it can be gone to. */
  step?: { label: string; elementRef: (element: HTMLElement | null) => void };
  /** Beside what became of it. */
  more?: ReactNode;
  children: ReactNode;
}

/** The frame of a message in a diff: its places on both sides, whose it is, and what became of it. */
export function MessageFrame({ entry, message, step, more, children }: MessageFrameProps) {
  const { turns } = useShownDiff();
  const { kind } = entry;
  const [left, right] = shownPlaces(entry);
  return (
    <article
      className={classNames(styles.card, styles[kind])}
      {...(step && { ref: step.elementRef, tabIndex: -1, 'aria-label': step.label })}
    >
      <div className={styles.gutter}>
        <MessageIndex index={left} side="onLeft" />
        <MessageIndex index={right} side="onRight" />
      </div>
      <div className={styles.body}>
        <div className={styles.head}>
          <TurnOfMessage left={left} right={right} turns={turns} />
          {message && (
            <span className={styles.role}>
              {words(isAnswer(message) ? 'diff.results' : roles[message.role])}
            </span>
          )}
          {kind !== 'same' && <span className={styles.kind}>{words(kinds[kind])}</span>}
          {more}
        </div>
        {children}
      </div>
    </article>
  );
}

/** The places that a message has where it stands here: of one that moved, that of the other side is told by its link. */
function shownPlaces({ kind, leftIndex, rightIndex }: MessageDiff): [number | null, number | null] {
  if (kind === 'moved-away') return [leftIndex, null];
  return kind === 'moved-here' ? [null, rightIndex] : [leftIndex, rightIndex];
}

function MessageIndex({ index, side }: { index: number | null; side: 'onLeft' | 'onRight' }) {
  if (index === null) return <span />;
  return <span title={words(`diff.${side}`, { index: String(index) })}>{index}</span>;
}

interface TurnOfMessageProps {
  left: number | null;
  right: number | null;
  turns: SideTurns;
}

/** The turn that added the message; both turns where the sides took it at different ones. */
function TurnOfMessage({ left, right, turns }: TurnOfMessageProps) {
  const both = [turns.left[left ?? -1] ?? null, turns.right[right ?? -1] ?? null];
  const known = [...new Set(both)].filter(turn => turn !== null);
  if (known.length === 0) return null;
  return <span className={styles.turn}>{words('diff.turn', { turn: known.join(' / ') })}</span>;
}

/** A user message that only answers calls was written by no person. */
function isAnswer(message: Message): boolean {
  const blocks = blocksOf(message);
  return message.role === 'user' && blocks.length > 0 && blocks.every(isToolResult);
}

const roles = { assistant: 'diff.assistant', user: 'diff.person', system: 'diff.systemRole' } as const;
const kinds = {
  added: 'diff.messageAdded',
  removed: 'diff.messageRemoved',
  changed: 'diff.messageChanged',
  'moved-away': 'diff.messageMovedAway',
  'moved-here': 'diff.messageMovedHere',
} as const;

import type { MessageDiff } from '../../shared/diffMessages.ts';
import { blocksOf, isToolResult, type Message } from '../../shared/message.ts';
import { BlockView } from '../content/BlockView.tsx';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { BlockDiffView } from './BlockDiffView.tsx';
import styles from './MessageCard.module.css';
import type { MessageTurns } from './messageTurns.ts';

/** By index, the turns that added the messages of each side. */
export interface SideTurns {
  left: MessageTurns;
  right: MessageTurns;
}

interface MessageCardProps {
  entry: MessageDiff;
  turns: SideTurns;
  /** Of a message that differs: its name and its place among the changes that are gone through. */
  step?: { label: string; elementRef: (element: HTMLElement | null) => void };
}

/** One message of a diff: where it stands on each side, whose it is, and what of it differs. */
export function MessageCard({ entry, turns, step }: MessageCardProps) {
  const { kind, leftIndex, rightIndex } = entry;
  const message = entry.right ?? entry.left;
  if (!message) return null;
  return (
    <article
      className={classNames(styles.card, styles[kind])}
      {...(step && { ref: step.elementRef, tabIndex: -1, 'aria-label': step.label })}
    >
      <div className={styles.gutter}>
        <span>{leftIndex ?? ''}</span>
        <span>{rightIndex ?? ''}</span>
      </div>
      <div className={styles.body}>
        <div className={styles.head}>
          <TurnOfMessage entry={entry} turns={turns} />
          <span className={styles.role}>
            {words(isAnswer(message) ? 'diff.results' : roles[message.role])}
          </span>
          {kind !== 'same' && <span className={styles.kind}>{words(kinds[kind])}</span>}
        </div>
        {kind === 'changed' ? <ChangedBlocks entry={entry} /> : <WholeMessage message={message} />}
      </div>
    </article>
  );
}

/** The turn that added the message; both turns where the sides took it at different ones. */
function TurnOfMessage({ entry: { leftIndex, rightIndex }, turns }: MessageCardProps) {
  const [left, right] = [turns.left[leftIndex ?? -1] ?? null, turns.right[rightIndex ?? -1] ?? null];
  const known = [...new Set([left, right])].filter(turn => turn !== null);
  if (known.length === 0) return null;
  return <span className={styles.turn}>{words('diff.turn', { turn: known.join(' / ') })}</span>;
}

/** A user message that only answers calls was written by no person. */
function isAnswer(message: Message): boolean {
  const blocks = blocksOf(message);
  return message.role === 'user' && blocks.length > 0 && blocks.every(isToolResult);
}

const roles = { assistant: 'diff.assistant', user: 'diff.person', system: 'diff.system' } as const;
const kinds = {
  added: 'diff.messageAdded',
  removed: 'diff.messageRemoved',
  changed: 'diff.messageChanged',
} as const;

function WholeMessage({ message }: { message: Message }) {
  return blocksOf(message).map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a stored message keep their places
    <BlockView key={index} block={block} markdown={message.role === 'assistant'} />
  ));
}

function ChangedBlocks({ entry }: { entry: MessageDiff }) {
  const isSame = entry.blocks.every(block => block.kind === 'same');
  return (
    <>
      {isSame && <p className={styles.note}>{words('diff.otherFields')}</p>}
      {entry.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a diff keep their places
        <BlockDiffView key={index} diff={block} />
      ))}
    </>
  );
}

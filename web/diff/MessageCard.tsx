import type { MessageDiff } from '../../shared/diff/messagesDiff.ts';
import { words } from '../i18n/words.ts';
import { counterpartOf } from './diffRows.ts';
import { LeftOutMessage } from './LeftOutMessage.tsx';
import styles from './MessageCard.module.css';
import { MessageContent } from './MessageContent.tsx';
import { MessageFrame } from './MessageFrame.tsx';
import { useShownDiff } from './shownDiff.ts';

interface MessageCardProps {
  entry: MessageDiff;
  /** Its place among the entries. */
  index: number;
}

/** A message that differs: where it stands on each side, whose it is, and what of it differs. */
export function MessageCard({ entry, index }: MessageCardProps) {
  const { steps } = useShownDiff();
  const at = steps.placeOf(index) + 1;
  const step = { label: words('diff.change', { at, count: steps.count }), elementRef: steps.refOf(index) };
  const more = <MovedLink entry={entry} />;
  if (entry.leftOut !== undefined) {
    return <LeftOutMessage entry={entry} characters={entry.leftOut} step={step} more={more} />;
  }
  return (
    <MessageFrame entry={entry} message={entry.right ?? entry.left} step={step} more={more}>
      <MessageContent entry={entry} />
    </MessageFrame>
  );
}

/** From one place of a message that moved to the other. */
function MovedLink({ entry }: { entry: MessageDiff }) {
  const { reply, steps } = useShownDiff();
  const other = counterpartOf(reply.diff.entries, entry);
  if (other === null) return null;
  const label =
    entry.kind === 'moved-away'
      ? words('diff.goToMovedHere', { index: String(entry.rightIndex) })
      : words('diff.goToMovedAway', { index: String(entry.leftIndex) });
  return (
    <button type="button" className={styles.link} onClick={() => steps.goTo(other)}>
      {label}
    </button>
  );
}

import { useState } from 'react';
import type { MessageDiff } from '../../shared/diff/messagesDiff.ts';
import { useMessages } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { NearScreen } from '../ui/NearScreen.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { usePrinting } from '../ui/useSize.ts';
import { MessageContent } from './MessageContent.tsx';
import { MessageFrame } from './MessageFrame.tsx';
import styles from './SameStretch.module.css';
import { useShownDiff } from './shownDiff.ts';

interface SameStretchProps {
  /** The stretch: the diff does not carry its messages. */
  entry: MessageDiff;
  /** Nothing differs behind it. */
  isLast: boolean;
}

const shownAtOnce = 10;

/** Messages that both sides have, folded; unfolded step by step from the change that they are beside, or wholly. */
export function SameStretch({ entry, isLast }: SameStretchProps) {
  const [wanted, setShown] = useState(0);
  // With white space compared or not the stretch is shorter or longer than it was.
  const shown = Math.min(wanted, entry.count);
  const rest = entry.count - shown;
  const from = isLast ? 0 : rest;
  const messages = shown > 0 && <SameMessages entry={entry} from={from} count={shown} />;
  return (
    <>
      {isLast && messages}
      <div className={styles.fold}>
        <span>{words('diff.sameMessages', { count: entry.count })}</span>
        {rest > shownAtOnce && (
          <button type="button" className={styles.button} onClick={() => setShown(shown + shownAtOnce)}>
            {words('diff.showSteps', { count: shownAtOnce })}
          </button>
        )}
        {rest > 0 && (
          <button type="button" className={styles.button} onClick={() => setShown(entry.count)}>
            {words(shown === 0 && rest <= shownAtOnce ? 'diff.show' : 'diff.showAll')}
          </button>
        )}
        {shown > 0 && (
          <button type="button" className={styles.button} onClick={() => setShown(0)}>
            {words('diff.hide')}
          </button>
        )}
      </div>
      {!isLast && messages}
    </>
  );
}

interface SameMessagesProps {
  entry: MessageDiff;
  /** Places within the stretch. */
  from: number;
  count: number;
}

/** About the height of a message. */
const MESSAGE_HEIGHT_PX = 110;

/** Pages on paper. */
const MOST_PRINTED = 40;

/** The unfolded messages in pages; one is fetched and drawn when it comes near the screen. */
function SameMessages({ entry, from, count }: SameMessagesProps) {
  const isPrinting = usePrinting();
  // Counted from the end of the stretch, so that unfolding further adds pages and changes none.
  const first = from + (count % shownAtOnce || shownAtOnce);
  const starts = [from];
  for (let start = first; start < from + count; start += shownAtOnce) starts.push(start);
  const notPrinted = isPrinting ? from + count - (starts[MOST_PRINTED] ?? from + count) : 0;
  return (
    <>
      {starts.slice(0, isPrinting ? MOST_PRINTED : undefined).map((start, index) => {
        const length = (starts[index + 1] ?? from + count) - start;
        return (
          <NearScreen key={start} className={styles.page} guessPx={length * MESSAGE_HEIGHT_PX}>
            {() => <MessagePage entry={entry} from={start} count={length} />}
          </NearScreen>
        );
      })}
      {notPrinted > 0 && <p>{words('content.rowsNotPrinted', { count: notPrinted })}</p>}
    </>
  );
}

function MessagePage({ entry, from, count }: SameMessagesProps) {
  const { reply } = useShownDiff();
  const [leftStart, rightStart] = [(entry.leftIndex ?? 0) + from, (entry.rightIndex ?? 0) + from];
  const loaded = useMessages(reply.runs.right, reply.right.id, rightStart, count);
  if (loaded.status === 'loading') return <Spinner label={words('diff.loadingMessages')} />;
  if (loaded.status === 'problem') return <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />;
  const { messages } = loaded.value;
  const rest = count - messages.length;
  return (
    <>
      {messages.map((message, index) => {
        const place = { leftIndex: leftStart + index, rightIndex: rightStart + index };
        const same: MessageDiff = { ...entry, ...place, count: 1, right: message };
        return (
          <MessageFrame key={place.rightIndex} entry={same} message={message}>
            <MessageContent entry={same} />
          </MessageFrame>
        );
      })}
      {rest > 0 && messages.length > 0 && (
        <MessagePage entry={entry} from={from + messages.length} count={rest} />
      )}
    </>
  );
}

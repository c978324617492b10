import type { ReactNode } from 'react';
import type { MessageDiff } from '../../shared/diff/messagesDiff.ts';
import type { MessagePlace } from '../api/fetchMessagePair.ts';
import { useMessagePair } from '../api/messagePairs.ts';
import type { DiffReply } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './BlockDiffView.module.css';
import { MessageContent } from './MessageContent.tsx';
import { MessageFrame } from './MessageFrame.tsx';
import { useShownDiff } from './shownDiff.ts';

interface LeftOutMessageProps {
  entry: MessageDiff;
  /** How much was left out. */
  characters: number;
  step: { label: string; elementRef: (element: HTMLElement | null) => void };
  more: ReactNode;
}

/** A message that is too large to be sent along with the diff: fetched and compared when it is asked for. */
export function LeftOutMessage({ entry, characters, step, more }: LeftOutMessageProps) {
  const { asked } = useShownDiff();
  if (asked.has(entry)) return <FetchedMessage entry={entry} step={step} more={more} />;
  return (
    <MessageFrame entry={entry} message={null} step={step} more={more}>
      <p className={styles.note}>{words('diff.notSentAlong', { count: characters })}</p>
      <Button className={styles.fetch} onClick={() => asked.add(entry)}>
        {words('diff.fetch')}
      </Button>
    </MessageFrame>
  );
}

function FetchedMessage({ entry, step, more }: Omit<LeftOutMessageProps, 'characters'>) {
  const { reply, ignoreSpace } = useShownDiff();
  const placeOn = (side: 'left' | 'right') => placeOf(entry, side, reply);
  const loaded = useMessagePair({ left: placeOn('left'), right: placeOn('right'), ignoreSpace });
  const pair = loaded.status === 'ready' ? loaded.value : null;
  return (
    <MessageFrame entry={entry} message={pair && (pair.right ?? pair.left)} step={step} more={more}>
      {loaded.status === 'problem' && <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />}
      {loaded.status === 'loading' && <Spinner label={words('diff.fetching')} />}
      {pair && <MessageContent entry={{ kind: entry.kind, ...pair }} />}
    </MessageFrame>
  );
}

/** Where the message is fetched from; null where it does not stand on that side, or is only told to have moved. */
function placeOf(
  { kind, leftIndex, rightIndex }: MessageDiff,
  side: 'left' | 'right',
  reply: DiffReply,
): MessagePlace | null {
  const elsewhere = side === 'left' ? ['added', 'moved-here'] : ['removed', 'moved-away'];
  const index = side === 'left' ? leftIndex : rightIndex;
  if (index === null || elsewhere.includes(kind)) return null;
  return { run: reply.runs[side], scene: reply[side].id, index };
}

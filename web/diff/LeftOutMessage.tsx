import { type ReactNode, useMemo } from 'react';
import { diffBlocks } from '../../shared/diff/diffMessages.ts';
import type { MessageDiff } from '../../shared/diff/messagesDiff.ts';
import { blocksOf, type Message } from '../../shared/message.ts';
import { type Loaded, useMessage } from '../api/queries.ts';
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
  const { kind, leftIndex, rightIndex } = entry;
  const [hasLeft, hasRight] = [standsOn(kind, 'left'), standsOn(kind, 'right')];
  const left = useMessage(reply.runs.left, reply.left.id, hasLeft ? leftIndex : null);
  const right = useMessage(reply.runs.right, reply.right.id, hasRight ? rightIndex : null);
  const [before, after] = [messageOf(left), messageOf(right)];
  const blocks = useMemo(
    () => (before && after ? diffBlocks(blocksOf(before), blocksOf(after), { ignoreSpace }) : []),
    [before, after, ignoreSpace],
  );
  const wanted = [hasLeft ? left : null, hasRight ? right : null].filter(side => side !== null);
  const problem = wanted.find(side => side.status === 'problem');
  const isThere = wanted.every(side => side.status === 'ready');
  return (
    <MessageFrame entry={entry} message={after ?? before} step={step} more={more}>
      {problem?.status === 'problem' && <ProblemNote problem={problem.problem} onRetry={problem.retry} />}
      {!problem && !isThere && <Spinner label={words('diff.fetching')} />}
      {isThere && <MessageContent entry={{ kind, left: before, right: after, blocks }} />}
    </MessageFrame>
  );
}

/** Of what moved only the side is fetched on which it stands here. */
function standsOn(kind: MessageDiff['kind'], side: 'left' | 'right'): boolean {
  const other = side === 'left' ? ['added', 'moved-here'] : ['removed', 'moved-away'];
  return !other.includes(kind);
}

function messageOf(loaded: Loaded<Message | null>): Message | null {
  return loaded.status === 'ready' ? loaded.value : null;
}

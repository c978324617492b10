import { useState } from 'react';
import type { NodeProps } from 'reactflow';
import { wordsOfProblem } from '../../shared/errorWords.ts';
import type { Draft } from '../../shared/runEvent.ts';
import { formatDuration } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { useNowMs } from '../ui/RelativeTime.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './DraftCard.module.css';
import type { DraftFlowNode } from './flowNodes.ts';
import { PassivePorts } from './PassivePorts.tsx';
import cardStyles from './TurnCard.module.css';

/** Characters from the end of what is being written that a card has room for. */
const TAIL = 60;

/** The turn that the model is writing: its newest words, the calls it has named, how long it has taken. */
export function DraftCard({ data }: NodeProps<DraftFlowNode>) {
  const { draft } = data;
  const [shownAtMs] = useState(Date.now);
  const nowMs = useNowMs(500);
  return (
    <div
      role="img"
      aria-label={words('graph.draftName', { turn: String(draft.turn) })}
      className={classNames(cardStyles.card, styles.draft)}
    >
      <PassivePorts />
      <span className={classNames(cardStyles.point, cardStyles.pointA, styles.growing)} />
      <div className={cardStyles.top}>
        <span className={cardStyles.turn}>{draft.turn}</span>
        <span className={cardStyles.title}>
          <SafeText text={draft.calls.map(call => call.name).join(', ')} />
        </span>
        {draft.wait && <Mark mark="waiting" />}
      </div>
      <div className={classNames(cardStyles.words, styles.tail)}>
        <SafeText text={newestWords(draft)} />
      </div>
      <div className={cardStyles.bottom}>
        <span>{draft.wait && waitWords(draft.wait, nowMs)}</span>
        <span>{formatDuration(Math.max(0, nowMs - shownAtMs))}</span>
      </div>
    </div>
  );
}

function newestWords({ thinking, text, wait }: Draft): string {
  if (wait) return wordsOfProblem(wait.problem);
  if (text !== '') return text.slice(-TAIL).replace(/\s+/g, ' ');
  return words(thinking === '' ? 'graph.writing' : 'graph.thinking');
}

function waitWords(wait: NonNullable<Draft['wait']>, nowMs: number): string {
  const seconds = Math.max(0, Math.ceil((wait.untilMs - nowMs) / 1000));
  return words('graph.retryIn', { attempt: wait.attempt, seconds });
}

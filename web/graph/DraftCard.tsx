import { useState } from 'react';
import type { NodeProps } from 'reactflow';
import type { Draft } from '../../shared/runEvent.ts';
import { formatDuration } from '../i18n/format.ts';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { useNowMs } from '../ui/RelativeTime.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './DraftCard.module.css';
import type { DraftFlowNode } from './flowNodes.ts';
import { PassivePorts } from './PassivePorts.tsx';
import cardStyles from './TurnCard.module.css';
import chipStyles from './TurnChip.module.css';

/** Characters from the end of what is being written that a card has room for. */
const TAIL = 60;

/** The turn that the model is writing: its newest words, the calls it has named, how long it has taken. */
export function DraftCard({ data }: NodeProps<DraftFlowNode>) {
  const { draft, level } = data;
  const [shownAtMs] = useState(Date.now);
  return (
    <div
      role="img"
      aria-label={words('graph.draftName', { turn: String(draft.turn) })}
      className={classNames(cardStyles.card, styles.draft, level === 'chips' && styles.chip)}
    >
      <PassivePorts />
      <span className={styles.growing} />
      {level === 'chips' ? <DraftChip draft={draft} /> : <DraftWords draft={draft} shownAtMs={shownAtMs} />}
    </div>
  );
}

/** Seen from some way off: its number, and whether it waits. */
function DraftChip({ draft }: { draft: Draft }) {
  return (
    <span className={chipStyles.top}>
      <span className={chipStyles.turn}>{draft.turn}</span>
      {draft.wait && <Mark mark="waiting" size={19} />}
    </span>
  );
}

function DraftWords({ draft, shownAtMs }: { draft: Draft; shownAtMs: number }) {
  const nowMs = useNowMs(500);
  return (
    <>
      <div className={cardStyles.top}>
        <span className={cardStyles.turn}>{draft.turn}</span>
        <span className={cardStyles.title}>
          <SafeText text={draft.calls.map(call => call.name).join(', ')} />
        </span>
        {draft.wait && <Mark mark="waiting" />}
      </div>
      <div className={classNames(cardStyles.words, styles.tail)}>
        {draft.wait ? (
          <PhraseText text={wordsOfProblem(draft.wait.problem)} />
        ) : (
          <SafeText text={newestWords(draft)} />
        )}
      </div>
      <div className={cardStyles.bottom}>
        <span>{draft.wait && waitWords(draft.wait, nowMs)}</span>
        <span>{formatDuration(Math.max(0, nowMs - shownAtMs))}</span>
      </div>
    </>
  );
}

function newestWords({ thinking, text }: Draft): string {
  if (text !== '') return text.slice(-TAIL).replace(/\s+/g, ' ');
  return words(thinking === '' ? 'graph.writing' : 'graph.thinking');
}

function waitWords(wait: NonNullable<Draft['wait']>, nowMs: number): string {
  const seconds = Math.max(0, Math.ceil((wait.untilMs - nowMs) / 1000));
  return words('graph.retryIn', { attempt: wait.attempt, seconds });
}

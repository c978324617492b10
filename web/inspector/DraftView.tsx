import { useRef } from 'react';
import type { Draft } from '../../shared/runEvent.ts';
import { TextView } from '../content/BlockView.tsx';
import { shortId } from '../content/CallView.tsx';
import { ThinkingView } from '../content/ThinkingView.tsx';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import { useNowMs } from '../ui/RelativeTime.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './DraftView.module.css';
import { useFollowEnd } from './useFollowEnd.ts';

/** What the model is writing at this moment. It is replaced by the saved turn, or withdrawn. */
export function DraftView({ draft }: { draft: Draft }) {
  const { thinking, text, calls, wait } = draft;
  const ref = useRef<HTMLElement>(null);
  const { scene } = useSelection();
  useFollowEnd(ref, draft, scene === null);
  return (
    <section ref={ref} className={styles.draft} aria-label={words('inspector.draft', { turn: draft.turn })}>
      <div className={styles.head} role="status">
        <span className={styles.dot} aria-hidden />
        {words('inspector.draft', { turn: draft.turn })}
      </div>
      {wait && <WaitNote wait={wait} />}
      {thinking !== '' && <ThinkingView block={{ type: 'thinking', thinking }} open isDraft />}
      {text !== '' && <TextView text={text} markdown open />}
      {calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls of a draft only grow at their end
        <div key={index} className={styles.call}>
          <div className={styles.callHead}>
            <span className={styles.name}>
              <SafeText text={call.name} />
            </span>
            <span className={styles.id}>
              <SafeText text={shortId(call.id)} />
            </span>
          </div>
          <div className={styles.input}>
            <SafeText text={call.partialInput.slice(-partShown)} />
          </div>
        </div>
      ))}
      {thinking === '' && text === '' && calls.length === 0 && !wait && (
        <p className={styles.nothing}>{words('inspector.draftNothing')}</p>
      )}
    </section>
  );
}

/** A long input is followed at its end, where it grows. */
const partShown = 2_000;

function WaitNote({ wait }: { wait: NonNullable<Draft['wait']> }) {
  const nowMs = useNowMs(1000);
  const seconds = Math.max(0, Math.ceil((wait.untilMs - nowMs) / 1000));
  return (
    <div className={styles.wait}>
      <p>
        <PhraseText text={wordsOfProblem(wait.problem)} />
      </p>
      <p className={styles.seconds}>
        {words('inspector.draftWait', { count: seconds, attempt: String(wait.attempt) })}
      </p>
    </div>
  );
}

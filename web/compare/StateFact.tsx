import type { Column } from '../../shared/compare/comparison.ts';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { Mark } from '../ui/Mark.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { StatePill } from '../ui/StatePill.tsx';
import { PlaceLink } from './PlaceLink.tsx';
import styles from './StateFact.module.css';

/** What a side is that is no branch as a whole. */
export const kindWords = {
  scene: 'compare.kindScene',
  superseded: 'compare.kindSuperseded',
  orphan: 'compare.kindOrphan',
} as const;

/** How the side stands: the state of a branch with its reason and what waits at the gate, or what kind of line it is. */
export function StateFact({ column }: { column: Column }) {
  const { state, kind, problem, waiting, end, spent } = column;
  return (
    <span className={styles.line}>
      <span className={styles.grow}>
        {state !== null && <StatePill state={state} />}
        {kind !== 'branch' && <span className={styles.muted}>{words(kindWords[kind])}</span>}
        {spent.turns === 0 && kind === 'branch' && (
          <span className={styles.muted}> {words('compare.noTurnYet')}</span>
        )}
        {waiting.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a scene may wait for two calls that are alike
          <span key={index} className={styles.waiting}>
            <Mark mark="waiting" decorative /> <SafeText text={`${call.name} ${call.detail}`} />
          </span>
        ))}
        {problem && (
          <span className={styles.problem}>
            <PhraseText text={wordsOfProblem(problem)} />
          </span>
        )}
      </span>
      {end && <PlaceLink column={column} at={end} />}
    </span>
  );
}

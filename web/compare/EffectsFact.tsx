import type { Column, ComparedEffect } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import { Mark } from '../ui/Mark.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './EffectsFact.module.css';
import { PlaceLink } from './PlaceLink.tsx';
import { sideNames } from './sideName.ts';

const marks = { real: 'external', simulated: 'simulated', waiting: 'waiting' } as const;
const effectKinds = {
  real: 'compare.effectReal',
  simulated: 'compare.effectSimulated',
  waiting: 'compare.effectWaiting',
} as const;

/** Beyond these the table of effects has the rest. */
const SHOWN_EFFECTS = 3;

/** What the side changed in the world, or would. */
export function EffectsFact({ column, columns }: { column: Column; columns: readonly Column[] }) {
  const { effects } = column;
  if (effects.length === 0) return <span className={styles.muted}>{words('compare.noEffects')}</span>;
  return (
    <span className={styles.stack}>
      {effects.slice(0, SHOWN_EFFECTS).map((effect, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ids of calls may be there twice
        <span key={index} className={styles.line}>
          <EffectWords effect={effect} columns={columns} />
          {effect.at && <PlaceLink column={column} at={effect.at} />}
        </span>
      ))}
      {effects.length > SHOWN_EFFECTS && (
        <span className={styles.muted}>
          {words('compare.moreEffects', { count: effects.length - SHOWN_EFFECTS })}
        </span>
      )}
    </span>
  );
}

/** One effect: its mark, its tool, what became of it, and on which other sides the like stands. */
export function EffectWords({ effect, columns }: { effect: ComparedEffect; columns: readonly Column[] }) {
  const others = effect.alsoOn.flatMap(index => columns[index] ?? []);
  return (
    <span className={styles.effect}>
      <Mark mark={marks[effect.kind]} decorative />{' '}
      <span className={styles[effect.kind]}>
        <SafeText text={effect.name} /> {words(effectKinds[effect.kind])}
      </span>{' '}
      <span className={styles.muted}>
        <SafeText text={effect.target ?? effect.detail} /> · {whereElse(others)}
        {effect.isLeftBehind && ` · ${words('compare.effectLeftBehind')}`}
      </span>
    </span>
  );
}

/** Beyond these, other sides are only counted. */
const NAMED_SIDES = 2;

function whereElse(others: readonly Column[]): string {
  if (others.length === 0) return words('compare.hereOnly');
  return others.length > NAMED_SIDES
    ? words('compare.alsoOnMany', { count: others.length })
    : words('compare.alsoOn', { branches: sideNames(others) });
}

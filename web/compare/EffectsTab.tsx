import { useMemo } from 'react';
import type { Comparison } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { EffectWords } from './EffectsFact.tsx';
import styles from './EffectsTab.module.css';
import { effectLines } from './effectLines.ts';
import { PlaceLink } from './PlaceLink.tsx';

/** What each side changed in the world, or would: a line per tool and thing it acts on. */
export function EffectsTab({ comparison: { columns } }: { comparison: Comparison }) {
  const lines = useMemo(() => effectLines(columns), [columns]);
  if (lines.length === 0) return <EmptyState title={words('compare.noEffectsAtAll')} />;
  return (
    <table className={styles.table} aria-label={words('compare.effectsTable')}>
      <thead className={styles.names}>
        <tr>
          <th scope="col">{words('compare.effectOn')}</th>
          {columns.map(column => (
            <th key={column.side} scope="col">
              <SafeText text={column.side} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(line => (
          <tr key={line.key}>
            <th scope="row" className={styles.what}>
              <span className={styles.tool}>
                <SafeText text={line.name} />
              </span>
              <span className={styles.about}>
                <SafeText text={line.about} />
              </span>
            </th>
            {columns.map((column, index) => (
              <td key={column.side} className={styles.side}>
                {line.sides[index]?.length === 0 && <span className={styles.nothing}>—</span>}
                {line.sides[index]?.map((effect, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: ids of calls may be there twice
                  <div key={place} className={styles.effect}>
                    <EffectWords effect={effect} columns={columns} />
                    {effect.at && <PlaceLink column={column} at={effect.at} />}
                  </div>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

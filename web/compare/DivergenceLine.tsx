import type { Column, FirstDivergence } from '../../shared/compare/comparison.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { ColumnsRow } from './ColumnsRow.tsx';
import styles from './DivergenceLine.module.css';

const whys = {
  call: 'compare.divergeCall',
  result: 'compare.divergeResult',
  words: 'compare.divergeWords',
  model: 'compare.divergeModel',
  end: 'compare.divergeEnd',
  'no-like': 'compare.divergeNoLike',
} as const;

interface DivergenceLineProps {
  divergence: FirstDivergence;
  columns: readonly Column[];
}

/** Says above the row in which the sides part why they do, and what each did. */
export function DivergenceLine({ divergence: { why, values, argument }, columns }: DivergenceLineProps) {
  const reason =
    why === 'input'
      ? words('compare.divergeInput', { argument: visibleText(argument ?? '') })
      : words(whys[why]);
  return (
    <ColumnsRow label="" className={styles.line}>
      <p className={styles.reason}>
        <strong>{reason}</strong>
        {columns.map(({ side }, index) => (
          <span key={side} className={styles.side}>
            <SafeText text={side} />:{' '}
            {values[index] == null ? (
              words('compare.nothingThere')
            ) : (
              <code>
                <SafeText text={values[index]} />
              </code>
            )}
          </span>
        ))}
      </p>
    </ColumnsRow>
  );
}

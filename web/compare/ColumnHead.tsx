import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Column } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { BranchVerdict } from './BranchVerdict.tsx';
import styles from './ColumnHead.module.css';
import { sideName } from './sideName.ts';

interface ColumnHeadProps {
  column: Column;
  /** CSS colour of its lane on the graph; null where it has none here. */
  colour: string | null;
  /** What else can be done with the side. */
  actions: ReactNode;
  /** Null where it cannot be taken away. */
  onRemove: (() => void) | null;
}

/** The head of a column: whose it is, what a person says of it, and what can be done with it. */
export function ColumnHead({ column, colour, actions, onRemove }: ColumnHeadProps) {
  return (
    <div className={styles.head}>
      <h3 className={styles.name} style={colour === null ? undefined : { color: colour }}>
        <SafeText text={column.side} />
      </h3>
      <span className={styles.actions}>
        {actions}
        {column.kind === 'branch' && <BranchVerdict column={column} />}
        {onRemove && (
          <IconButton
            label={words('compare.remove', { branch: sideName(column) })}
            className={styles.remove}
            onClick={onRemove}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </span>
    </div>
  );
}

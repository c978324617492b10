import { Network, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { words } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Outline, type OutlineProps } from './Outline.tsx';
import styles from './OutlineColumn.module.css';

interface OutlineColumnProps extends OutlineProps {
  /** It stands in place of the graph, as on a narrow page. */
  isInPlaceOfGraph: boolean;
  onClose: () => void;
}

/** The outline as a list beside the graph, or in its place. */
export function OutlineColumn({ isInPlaceOfGraph, onClose, ...outline }: OutlineColumnProps) {
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isInPlaceOfGraph) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <section className={styles.column} aria-label={words('outline.title')} onKeyDown={closeOnEscape}>
      <div className={styles.head}>
        <h2 className={styles.title}>{words('outline.title')}</h2>
        <IconButton label={words(isInPlaceOfGraph ? 'outline.showGraph' : 'outline.close')} onClick={onClose}>
          {isInPlaceOfGraph ? <Network aria-hidden /> : <X aria-hidden />}
        </IconButton>
      </div>
      <Outline {...outline} />
    </section>
  );
}

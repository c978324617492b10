import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { foundPlace } from '../../shared/foundPlace.ts';
import type { ThinkingBlock } from '../../shared/message.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { usePrinting } from '../ui/useSize.ts';
import { LongText } from './LongText.tsx';
import { useSought } from './sought.tsx';
import styles from './ThinkingView.module.css';

interface ThinkingViewProps {
  block: ThinkingBlock;
  /** Open from the start, as a draft's thinking is. */
  open?: boolean;
  /** A draft has no signature yet, which is no news. */
  isDraft?: boolean;
}

/** What the model thought, folded, with its first words and whether it is signed. */
export function ThinkingView({ block, open = false, isDraft = false }: ThinkingViewProps) {
  const [isUnfolded, setOpen] = useState(open);
  const isOpen = usePrinting() || isUnfolded;
  useSought(
    place => (place.hit.kind === 'thinking' ? foundPlace(block.thinking, place) : null),
    () => setOpen(true),
  );
  if (block.thinking === '') return <p className={styles.head}>{wordsOfHead(block, isDraft)}</p>;
  return (
    <div>
      <button
        type="button"
        data-printed
        className={styles.head}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight className={classNames(styles.arrow, isOpen && styles.down)} aria-hidden />
        <span>{wordsOfHead(block, isDraft)}</span>
        {!isOpen && (
          <span className={styles.first}>
            <SafeText text={block.thinking.slice(0, 160).replace(/\s+/g, ' ')} />
          </span>
        )}
      </button>
      {isOpen && (
        <div className={styles.text}>
          <LongText text={block.thinking} />
        </div>
      )}
    </div>
  );
}

function wordsOfHead({ thinking, signature }: ThinkingBlock, isDraft: boolean): string {
  const name = thinking === '' ? words('content.thinkingHidden') : words('content.thinking');
  if (isDraft) return name;
  return `${name} · ${words(signature ? 'content.signed' : 'content.unsigned')}`;
}

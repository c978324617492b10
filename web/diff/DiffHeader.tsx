import { ArrowLeftRight, X } from 'lucide-react';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { visibleText } from '../ui/visibleText.ts';
import styles from './DiffHeader.module.css';

/** Which scenes are compared; swaps them, and goes back to the one that was looked at. */
export function DiffHeader({ left, right }: { left: string; right: string }) {
  const { diff, select } = useSelection();
  const swap = () => select({ scene: diff, diff: diff === left ? right : left });
  const sides = { left: visibleText(left), right: visibleText(right) };
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>{words('diff.title')}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: one phrase in place of words and addresses apart */}
      <span className={styles.sides} role="group" aria-label={words('diff.between', sides)}>
        <Side word={words('diff.from')} address={left} className={styles.left} />
        <span className={styles.arrow} aria-hidden>
          →
        </span>
        <Side word={words('diff.to')} address={right} className={styles.right} />
      </span>
      <span className={styles.actions}>
        <IconButton label={words('diff.swap')} onClick={swap}>
          <ArrowLeftRight aria-hidden />
        </IconButton>
        <IconButton label={words('diff.close')} onClick={() => select({ diff: null })}>
          <X aria-hidden />
        </IconButton>
      </span>
    </header>
  );
}

function Side({
  word,
  address,
  className,
}: {
  word: string;
  address: string;
  className: string | undefined;
}) {
  return (
    <span className={styles.side}>
      <span className={styles.word}>{word}</span>
      <span className={className}>
        <SafeText text={address} />
      </span>
    </span>
  );
}

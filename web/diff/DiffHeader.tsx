import { ArrowLeftRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './DiffHeader.module.css';

interface DiffHeaderProps {
  left: string;
  right: string;
  onSwap: (() => void) | undefined;
  onClose: (() => void) | undefined;
  actions: ReactNode;
}

/** Which scenes are compared; swaps them, and goes back to the one that was looked at. */
export function DiffHeader({ left, right, onSwap, onClose, actions }: DiffHeaderProps) {
  const addresses = { left: visibleText(left), right: visibleText(right) };
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>{words('diff.title')}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: one phrase in place of words and addresses apart */}
      <span className={styles.scenes} role="group" aria-label={words('diff.between', addresses)}>
        <DiffedScene word={words('diff.from')} address={left} className={styles.left} />
        <DiffedScene word={words('diff.to')} address={right} className={styles.right} />
      </span>
      <span className={styles.actions}>
        {actions}
        {onSwap && (
          <IconButton label={words('diff.swap')} onClick={onSwap}>
            <ArrowLeftRight aria-hidden />
          </IconButton>
        )}
        {onClose && (
          <IconButton label={words('diff.close')} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        )}
      </span>
    </header>
  );
}

interface DiffedSceneProps {
  word: string;
  address: string;
  className: string | undefined;
}

function DiffedScene({ word, address, className }: DiffedSceneProps) {
  return (
    <span className={styles.scene}>
      <span className={styles.word}>{word}</span>
      <span className={className}>
        <SafeText text={address} />
      </span>
    </span>
  );
}

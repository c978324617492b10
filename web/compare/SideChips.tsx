import { X } from 'lucide-react';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './SideChips.module.css';

interface SideChipsProps {
  sides: readonly string[];
  onRemove: (side: string) => void;
}

/** The sides that were asked for, each with the way to leave it out. */
export function SideChips({ sides, onRemove }: SideChipsProps) {
  if (sides.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={words('compare.sides')}>
      {sides.map(side => (
        <li key={side}>
          <Button
            aria-label={words('compare.remove', { branch: visibleText(side) })}
            onClick={() => onRemove(side)}
          >
            <SafeText text={side} />
            <X size={12} aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  );
}

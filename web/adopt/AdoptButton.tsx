import { FileCheck2 } from 'lucide-react';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import type { NotAdoptable } from './targets.ts';

interface AdoptButtonProps {
  /** The branch, or the side of a comparison. */
  side: string;
  /** Why it cannot be adopted now, or null. */
  hindrance: NotAdoptable | null;
  onAdopt: () => void;
}

/** The way to adopting a branch or one side of a comparison; nothing where it holds no files. */
export function AdoptButton({ side, hindrance, onAdopt }: AdoptButtonProps) {
  if (hindrance === 'no-files') return null;
  return (
    <Button
      aria-label={words('adopt.adoptOf', { branch: visibleText(side) })}
      title={hindrance === null ? undefined : words('adopt.adoptRunning')}
      disabled={hindrance !== null}
      onClick={onAdopt}
    >
      <FileCheck2 size={13} aria-hidden />
      {words('adopt.adopt')}
    </Button>
  );
}

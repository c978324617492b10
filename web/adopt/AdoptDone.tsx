import { useEffect, useRef } from 'react';
import type { Adoption } from '../../shared/adoption.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import styles from './AdoptForm.module.css';
import { doneCounts } from './adoptWords.ts';

interface AdoptDoneProps {
  adoption: Adoption;
  onUndo: () => void;
  onClose: () => void;
}

/** What an adoption did. */
export function AdoptDone({ adoption: { entries, verified, into }, onUndo, onClose }: AdoptDoneProps) {
  const { put, left } = doneCounts(entries);
  const ready = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone.
  useEffect(() => ready.current?.focus(), []);
  return (
    <div className={styles.form} role="status">
      <ul className={styles.facts}>
        <li>{words(verified ? 'adopt.done' : 'adopt.doneUnsure', { count: put })}</li>
        {left > 0 && <li>{words('adopt.doneLeft', { count: left })}</li>}
        {into.branch !== null && <li>{words('adopt.tellModel', { branch: into.branch })}</li>}
      </ul>
      <div className={styles.buttons}>
        <Button ref={ready} look="primary" onClick={onClose}>
          {words('adopt.ready')}
        </Button>
        <Button onClick={onUndo}>{words('adopt.undo')}</Button>
      </div>
    </div>
  );
}

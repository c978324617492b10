import { useState } from 'react';
import type { Adoption } from '../../shared/adoption.ts';
import { isForkpointError, problemFromError } from '../../shared/errors.ts';
import { useUndoAdoption, useUndoAdoptionPlan } from '../api/adoptions.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './AdoptForm.module.css';
import { changedCount } from './adoptWords.ts';
import { PlannedEntries } from './PlannedEntries.tsx';

interface UndoFormProps {
  run: string;
  adoption: Adoption;
  onDone: () => void;
  onCancel: () => void;
}

/** What undoing an adoption puts back, up to the button that does it. */
export function UndoForm({ run, adoption, onDone, onCancel }: UndoFormProps) {
  const [take, setTake] = useState<string[]>([]);
  const { plan, isCurrent, ask } = useUndoAdoptionPlan(run, adoption.id, { take });
  const undo = useUndoAdoption(run);
  const hasMoved = undo.isError && isForkpointError(undo.error, 'adoption-changed');
  const ready = isCurrent && plan.status === 'ready' ? plan.value : null;
  const count = ready ? changedCount(ready.entries) : 0;
  const go = () =>
    ready &&
    undo.mutate(
      { adoption: adoption.id, take, digest: ready.digest },
      { onSuccess: onDone, onError: error => isForkpointError(error, 'adoption-changed') && ask() },
    );
  return (
    <div className={styles.form}>
      {plan.status === 'loading' && <Spinner label={words('adopt.planning')} />}
      {plan.status === 'problem' && <ProblemNote problem={plan.problem} onRetry={ask} />}
      {plan.status === 'ready' &&
        (plan.value.entries.length === 0 ? (
          <p className={styles.hint}>{words('adopt.undoSame')}</p>
        ) : (
          <PlannedEntries
            entries={plan.value.entries}
            conflictsTitle={words('adopt.undoConflictsTitle')}
            take={take}
            onTake={setTake}
          />
        ))}
      {hasMoved && (
        <p className={styles.moved} role="alert">
          {words('adopt.changed')}
        </p>
      )}
      {undo.isError && !hasMoved && <ProblemNote problem={problemFromError(undo.error)} />}
      <div className={styles.buttons}>
        <Button look="primary" disabled={ready === null || undo.isPending} onClick={go}>
          {undo.isPending ? words('adopt.undoing') : words('adopt.undoGo', { count })}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {words('adopt.cancel')}
        </Button>
      </div>
    </div>
  );
}

import { useState } from 'react';
import type { Adoption, AdoptionPlan, AdoptionTarget } from '../../shared/adoption.ts';
import { isForkpointError, problemFromError } from '../../shared/errors.ts';
import { useAdopt, useAdoptionPlan, useFinishAdoption } from '../api/adoptions.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useDebounced } from '../ui/useDebounced.ts';
import styles from './AdoptForm.module.css';
import { AdoptTarget } from './AdoptTarget.tsx';
import { changedCount, notComingWords, sinceWords } from './adoptWords.ts';
import { PatchButton } from './PatchButton.tsx';
import { PathNotes } from './PathNotes.tsx';
import { PlannedEntries } from './PlannedEntries.tsx';

interface AdoptFormProps {
  run: string;
  side: string;
  branches: readonly string[];
  ownFolder: string | null;
  target: AdoptionTarget;
  onTarget: (target: AdoptionTarget) => void;
  onDone: (adoption: Adoption) => void;
  onCancel: () => void;
}

/** While a person types a folder, the plan waits this long for the next key. */
const TYPING_MS = 300;

/** Where the files go and what that changes, up to the button that does it. */
export function AdoptForm({
  run,
  side,
  branches,
  ownFolder,
  target,
  onTarget,
  onDone,
  onCancel,
}: AdoptFormProps) {
  const [take, setTake] = useState<string[]>([]);
  const isFilled = 'branch' in target || target.folder.trim() !== '';
  const asked = isFilled ? { side, into: target, take } : null;
  const settled = useDebounced(JSON.stringify(asked), TYPING_MS) === JSON.stringify(asked);
  const { plan, isCurrent, ask } = useAdoptionPlan(run, settled ? asked : null);
  const adopt = useAdopt(run);
  const hasMoved = adopt.isError && isForkpointError(adopt.error, 'adoption-changed');
  const change = (next: AdoptionTarget) => {
    setTake([]);
    adopt.reset();
    onTarget(next);
  };
  const ready = settled && isCurrent && plan.status === 'ready' ? plan.value : null;
  const count = ready ? changedCount(ready.entries) : 0;
  const go = () =>
    ready &&
    asked &&
    adopt.mutate(
      { ...asked, digest: ready.digest },
      { onSuccess: onDone, onError: error => isForkpointError(error, 'adoption-changed') && ask() },
    );
  return (
    <div className={styles.form}>
      <AdoptTarget branches={branches} ownFolder={ownFolder} target={target} onTarget={change} />
      {!isFilled && <p className={styles.hint}>{words('adopt.folderNeeded')}</p>}
      {isFilled && plan.status === 'loading' && <Spinner label={words('adopt.planning')} />}
      {isFilled && plan.status === 'problem' && (
        <Unplanned run={run} into={target} problem={plan.problem} onRetry={ask} />
      )}
      {isFilled && plan.status === 'ready' && (
        <Planned plan={plan.value} side={side} take={take} onTake={setTake} />
      )}
      {hasMoved && (
        <p className={styles.moved} role="alert">
          {words('adopt.changed')}
        </p>
      )}
      {adopt.isError && !hasMoved && <ProblemNote problem={problemFromError(adopt.error)} />}
      <div className={styles.buttons}>
        <Button look="primary" disabled={count === 0 || adopt.isPending} onClick={go}>
          {adopt.isPending ? words('adopt.going') : words('adopt.go', { count })}
        </Button>
        {plan.status === 'ready' && isFilled && (
          <PatchButton
            key={plan.value.into.branch}
            run={run}
            side={side}
            base={ready && { against: ready.into.branch, since: ready.since }}
          />
        )}
        <Button look="quiet" onClick={onCancel}>
          {words('adopt.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface PlannedProps {
  plan: AdoptionPlan;
  side: string;
  take: readonly string[];
  onTake: (take: string[]) => void;
}

function Planned({ plan, side, take, onTake }: PlannedProps) {
  const { entries, notComing, changedAfter } = plan;
  return (
    <>
      <p className={styles.since}>
        <PhraseText text={sinceWords(plan)} />
      </p>
      {entries.length === 0 ? (
        <p className={styles.hint}>{words('adopt.same', { side })}</p>
      ) : (
        <PlannedEntries
          entries={entries}
          conflictsTitle={words('adopt.conflictsTitle')}
          take={take}
          onTake={onTake}
        />
      )}
      <PathNotes
        title={words('adopt.changedAfter', { count: changedAfter.length })}
        lines={changedAfter.map(path => `${path}: ${words('adopt.changedAfterWhy')}`)}
      />
      <PathNotes
        title={words('adopt.notComing', { count: notComing.length })}
        lines={notComing.map(notComingWords)}
      />
    </>
  );
}

interface UnplannedProps {
  run: string;
  into: AdoptionTarget;
  problem: Parameters<typeof ProblemNote>[0]['problem'];
  onRetry: () => void;
}

/** Why there is no plan; what was cut short there can be finished at once. */
function Unplanned({ run, into, problem, onRetry }: UnplannedProps) {
  const finish = useFinishAdoption(run);
  if (problem.code !== 'adoption-unfinished') return <ProblemNote problem={problem} onRetry={onRetry} />;
  return (
    <ProblemNote problem={problem}>
      <Button disabled={finish.isPending} onClick={() => finish.mutate(into, { onSettled: onRetry })}>
        {words('adopt.finish')}
      </Button>
    </ProblemNote>
  );
}

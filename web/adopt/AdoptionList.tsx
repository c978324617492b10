import { useState } from 'react';
import { type Adoption, leftPaths } from '../../shared/adoption.ts';
import { problemFromError } from '../../shared/errors.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { useAdoptions, useFinishAdoption } from '../api/adoptions.ts';
import { formatTimeOfDay } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import styles from './AdoptionList.module.css';
import { UndoSheet } from './AdoptSheet.tsx';
import { doneCounts, placeWords } from './adoptWords.ts';

/** What was adopted in a run, each with its way back. Nothing where nothing was. */
export function AdoptionList({ run }: { run: string }) {
  const loaded = useAdoptions(run);
  const [undoing, setUndoing] = useState<Adoption | null>(null);
  if (loaded.status === 'problem') return <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />;
  if (loaded.status === 'loading') return null;
  const { adoptions, problems } = loaded.value;
  if (adoptions.length + problems.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>{words('adopt.adoptionsTitle')}</h3>
      {problems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: problems have no identity of their own
        <ProblemNote key={index} problem={problem} />
      ))}
      <ul className={styles.list} aria-label={words('adopt.adoptions')}>
        {adoptions.map(adoption => (
          <AdoptionLine key={adoption.id} run={run} adoption={adoption} onUndo={() => setUndoing(adoption)} />
        ))}
      </ul>
      {undoing && <UndoSheet run={run} adoption={undoing} onClose={() => setUndoing(null)} />}
    </>
  );
}

interface AdoptionLineProps {
  run: string;
  adoption: Adoption;
  onUndo: () => void;
}

function AdoptionLine({ run, adoption, onUndo }: AdoptionLineProps) {
  const { from, into, undone, isUnfinished, by } = adoption;
  const left = undone === null ? 0 : leftPaths(undone.entries).length;
  const finish = useFinishAdoption(run);
  const names = { from: visibleText(from.address), into: visibleText(placeWords(into)) };
  const place = into.branch === null ? { folder: into.folder } : { branch: into.branch };
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <PhraseText text={words('adopt.adopted', names)} />
      </span>
      <span className={styles.about}>
        <PhraseText text={[aboutText(adoption.at, by), ...stateTexts(adoption, left)].join(' · ')} />
      </span>
      {isUnfinished && (
        <Button disabled={finish.isPending} onClick={() => finish.mutate(place)}>
          {words('adopt.finish')}
        </Button>
      )}
      {!isUnfinished && undone === null && (
        <Button aria-label={words('adopt.undoOf', { from: visibleText(from.address) })} onClick={onUndo}>
          {words('adopt.undo')}
        </Button>
      )}
      {!isUnfinished && left > 0 && (
        <Button aria-label={words('adopt.undoRestOf', { from: visibleText(from.address) })} onClick={onUndo}>
          {words('adopt.undoRest')}
        </Button>
      )}
      {finish.isError && <ProblemNote problem={problemFromError(finish.error)} />}
    </li>
  );
}

/** What became of it. @param left how many paths its undo left */
function stateTexts({ isUnfinished, undone, entries }: Adoption, left: number): string[] {
  if (isUnfinished) return [words('adopt.cutShort')];
  if (undone === null) return [words('adopt.adoptedFiles', { count: doneCounts(entries).put })];
  const text = words('adopt.undone', { time: formatTimeOfDay(new Date(undone.at)) });
  return left === 0 ? [text] : [text, words('adopt.undoLeft', { count: left })];
}

function aboutText(at: string, by: string | null): string {
  const time = formatTimeOfDay(new Date(at));
  return by === null ? time : words('adopt.adoptedBy', { time, by: visibleText(by) });
}

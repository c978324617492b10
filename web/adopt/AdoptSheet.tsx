import { useState } from 'react';
import type { Adoption, AdoptionTarget } from '../../shared/adoption.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { useAdoptions } from '../api/adoptions.ts';
import { words } from '../i18n/words.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { AdoptDone } from './AdoptDone.tsx';
import { AdoptForm } from './AdoptForm.tsx';
import { placeWords } from './adoptWords.ts';
import { firstTarget, targetBranches } from './targets.ts';
import { UndoForm } from './UndoForm.tsx';

interface AdoptSheetProps {
  run: string;
  graph: RunGraph;
  /** What is adopted (`shared/compare/side`). */
  side: string;
  onClose: () => void;
}

/** Adopting from beginning to end: where to, what changes, what was done, and the way back. */
export function AdoptSheet({ run, graph, side, onClose }: AdoptSheetProps) {
  const loaded = useAdoptions(run);
  const ownFolder = loaded.status === 'ready' ? loaded.value.ownFolder : null;
  const [chosen, setChosen] = useState<AdoptionTarget | null>(null);
  const [done, setDone] = useState<Adoption | null>(null);
  const [isUndoing, setUndoing] = useState(false);
  if (done && isUndoing) return <UndoSheet run={run} adoption={done} onClose={onClose} />;
  if (done) {
    const names = { from: visibleText(side), into: visibleText(placeWords(done.into)) };
    return (
      <Sheet
        title={words('adopt.doneTitle', names)}
        about={words('adopt.doneAbout')}
        closeLabel={words('adopt.ready')}
        onClose={onClose}
      >
        <AdoptDone adoption={done} onUndo={() => setUndoing(true)} onClose={onClose} />
      </Sheet>
    );
  }
  return (
    <Sheet
      title={words('adopt.sheetTitle', { side: visibleText(side) })}
      about={words('adopt.sheetAbout')}
      closeLabel={words('adopt.sheetClose')}
      onClose={onClose}
    >
      {loaded.status === 'loading' ? (
        <Spinner label={words('adopt.planning')} />
      ) : (
        <AdoptForm
          run={run}
          side={side}
          branches={targetBranches(graph, side)}
          ownFolder={ownFolder}
          target={chosen ?? firstTarget(graph, side)}
          onTarget={setChosen}
          onDone={setDone}
          onCancel={onClose}
        />
      )}
    </Sheet>
  );
}

/** Taking an adoption back: what comes back, and what stays. */
export function UndoSheet({
  run,
  adoption,
  onClose,
}: {
  run: string;
  adoption: Adoption;
  onClose: () => void;
}) {
  return (
    <Sheet
      title={words('adopt.undoTitle', { from: visibleText(adoption.from.address) })}
      about={words('adopt.undoAbout')}
      closeLabel={words('adopt.undoClose')}
      onClose={onClose}
    >
      <UndoForm run={run} adoption={adoption} onDone={onClose} onCancel={onClose} />
    </Sheet>
  );
}

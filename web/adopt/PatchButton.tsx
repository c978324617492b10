import { FileDown } from 'lucide-react';
import { problemFromError } from '../../shared/errors.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { usePatch } from '../api/adoptions.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { saveAsFile } from '../ui/saveAsFile.ts';
import { leftOutWords } from './adoptWords.ts';
import styles from './PatchButton.module.css';
import { PathNotes } from './PathNotes.tsx';

interface PatchButtonProps {
  run: string;
  side: string;
  /** What it is made against: a branch, or null for where the run began. Null while that is not known. */
  base: { against: string | null; since: string | null } | null;
}

/** Saves what a side changed as a patch, and says what could not be put into it. */
export function PatchButton({ run, side, base }: PatchButtonProps) {
  const patch = usePatch(run);
  const save = () =>
    base !== null &&
    patch.mutate(
      { side, against: base.against },
      {
        onSuccess: ({ name, text }) =>
          text !== null && saveAsFile({ fileName: name, mediaType: 'text/x-patch', text }),
      },
    );
  const { data, error } = patch;
  return (
    <>
      <Button
        onClick={save}
        disabled={patch.isPending || base === null}
        title={base?.since ? words('adopt.patchTitle', { side, since: base.since }) : undefined}
      >
        <FileDown size={13} aria-hidden />
        {words('adopt.patch')}
      </Button>
      <div className={styles.said} role="status">
        {data && (
          <PhraseText
            text={
              data.text === null
                ? words('adopt.patchNone')
                : words('adopt.patchSaved', { count: data.files, name: visibleText(data.name) })
            }
          />
        )}
        {data && (
          <PathNotes
            title={words('adopt.patchLeftOut', { count: data.leftOut.length })}
            lines={data.leftOut.map(leftOutWords)}
          />
        )}
      </div>
      {error && <ProblemNote problem={problemFromError(error)} />}
    </>
  );
}

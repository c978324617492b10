import { useState } from 'react';
import type { CaptureNote, NotCaptured } from '../../shared/capture.ts';
import type { Loaded } from '../api/queries.ts';
import { type FilesReply, useFiles } from '../api/queries.ts';
import { formatBytes } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { FileChanges } from './FileChanges.tsx';
import styles from './FilesTab.module.css';
import { notCapturedWords } from './notCapturedWords.ts';

interface FilesProps {
  run: string;
  /** Id of the scene. */
  scene: string;
}

/** The name of the tab, with the number of files that the turn changed once it is known. */
export function FilesLabel({ run, scene }: FilesProps) {
  const loaded = useFiles(run, scene);
  return loaded.status === 'ready' && loaded.value.capture !== null
    ? words('files.tabCount', { count: loaded.value.changes.length })
    : words('files.tab');
}

/** The workspace at a save point: whether it is held, what the turn changed, what is not held and why. */
export function FilesTab({ run, scene }: FilesProps) {
  return <FilesBody loaded={useFiles(run, scene)} />;
}

function FilesBody({ loaded }: { loaded: Loaded<FilesReply> }) {
  if (loaded.status === 'loading') return <Spinner />;
  if (loaded.status === 'problem') {
    return (
      <div className={styles.files}>
        <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />
      </div>
    );
  }
  const { capture, changes, notCaptured, capturesBytes } = loaded.value;
  return (
    <div className={styles.files}>
      <CaptureState capture={capture} />
      {capture !== null && (
        <section>
          <h3 className={styles.title}>{words('files.changesTitle')}</h3>
          {changes.length === 0 ? (
            <p className={styles.note}>{words('files.noChanges')}</p>
          ) : (
            <FileChanges label={words('files.changesTitle')} entries={changes.map(change => ({ change }))} />
          )}
        </section>
      )}
      {notCaptured.length > 0 && <NotHeld paths={notCaptured} />}
      {capturesBytes > 0 && (
        <p className={styles.note}>{words('files.capturesSize', { size: formatBytes(capturesBytes) })}</p>
      )}
    </div>
  );
}

function CaptureState({ capture }: { capture: CaptureNote | null }) {
  if (capture === null) return <p className={styles.state}>{words('files.stateNone')}</p>;
  if (capture.state === 'failed') {
    return (
      <div className={styles.failed}>
        <p className={styles.state}>{words('files.stateFailed')}</p>
        {capture.problem && <ProblemNote problem={capture.problem} />}
      </div>
    );
  }
  return (
    <p className={styles.state}>
      {capture.state === 'ok'
        ? words('files.stateOk')
        : words('files.statePartial', { count: capture.notCapturedCount })}
    </p>
  );
}

const SHOWN_PATHS = 200;

function NotHeld({ paths }: { paths: readonly NotCaptured[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? paths : paths.slice(0, SHOWN_PATHS);
  const more = paths.length - shown.length;
  return (
    <section>
      <h3 className={styles.title}>{words('files.notCapturedTitle')}</h3>
      <ul className={styles.paths}>
        {shown.map(({ path, why }) => (
          <li key={path} className={styles.path}>
            <span className={styles.name}>
              <SafeText text={path} />
            </span>
            <span className={styles.reason}>{words(notCapturedWords[why])}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button onClick={() => setWhole(true)}>{words('files.notCapturedMore', { count: more })}</Button>
      )}
    </section>
  );
}

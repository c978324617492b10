import type { Loaded, SceneFileReply } from '../api/queries.ts';
import { LongText } from '../content/LongText.tsx';
import { formatBytes } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './RawTab.module.css';

/** A scene's file byte for byte; of a transcript the lines of the turn. Says what of it is left out. */
export function FileOnDisk({ file }: { file: Loaded<SceneFileReply> }) {
  if (file.status === 'loading') return <Spinner />;
  if (file.status === 'problem') return <ProblemNote problem={file.problem} onRetry={file.retry} />;
  return file.value.parts.map(({ line, text, leftOutBytes }) => (
    <section key={line} className={styles.part}>
      {line !== null && <h4 className={styles.label}>{words('inspector.line', { line: String(line) })}</h4>}
      <div className={styles.json}>
        <LongText text={text} open={line === null} />
      </div>
      {leftOutBytes > 0 && (
        <p className={styles.note}>{words('inspector.rawLeftOut', { size: formatBytes(leftOutBytes) })}</p>
      )}
    </section>
  ));
}

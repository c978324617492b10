import { useReading } from '../api/reading.ts';
import { formatBytes } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './LoadingRun.module.css';

/** A run on its way; of a large recording also how far it has been read. */
export function LoadingRun({ run }: { run: string }) {
  const reading = useReading(run);
  if (!reading) return <Spinner label={words('app.loadingRun')} />;
  const { lines, readBytes, sizeBytes } = reading;
  const told = words('app.readSoFar', {
    count: lines,
    read: formatBytes(readBytes),
    size: formatBytes(sizeBytes),
  });
  return (
    <div className={styles.loading}>
      <progress
        className={styles.bar}
        aria-label={words('app.loadingRun')}
        aria-valuetext={told}
        value={readBytes}
        max={Math.max(sizeBytes, 1)}
      />
      <span>{told}</span>
    </div>
  );
}

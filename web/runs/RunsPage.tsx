import { useAbout, useRuns } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';
import { OpenForm } from './OpenForm.tsx';
import { RunList } from './RunList.tsx';
import styles from './RunsPage.module.css';
import { StartForm } from './StartForm.tsx';

/** All runs, and the ways to another one: start it, open it, import it. */
export function RunsPage() {
  const runs = useRuns();
  const about = useAbout();
  useDocumentTitle(words('runs.documentTitle'));
  return (
    <main className={styles.page}>
      <section className={styles.list} aria-label={words('runs.listLabel')}>
        <h1 className={styles.title}>{words('runs.title')}</h1>
        {runs.status === 'loading' && <Spinner label={words('runs.loading')} />}
        {runs.status === 'problem' && <ProblemNote problem={runs.problem} onRetry={runs.retry} />}
        {runs.status === 'ready' &&
          (runs.value.length === 0 ? (
            <EmptyState title={words('runs.empty')}>{words('runs.emptyHint')}</EmptyState>
          ) : (
            <RunList runs={runs.value} />
          ))}
        {about.status === 'ready' && (
          <p className={styles.folder}>
            {words('runs.dataFolder', { path: about.value.dataFolder, version: about.value.version })}
          </p>
        )}
      </section>
      <aside className={styles.side}>
        {about.status === 'loading' && <Spinner />}
        {about.status === 'problem' && <ProblemNote problem={about.problem} onRetry={about.retry} />}
        {about.status === 'ready' && <StartForm about={about.value} />}
        <OpenForm />
      </aside>
    </main>
  );
}

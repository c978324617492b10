import type { RunSummary } from '../../shared/rows.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatTokens } from '../i18n/format.ts';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { PageLink } from '../selection/PageLink.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { StatePill } from '../ui/StatePill.tsx';
import styles from './RunList.module.css';

/** The runs as a table, in the order in which the server gives them. */
export function RunList({ runs }: { runs: readonly RunSummary[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words('runs.columnRun')}</th>
          <th scope="col">{words('runs.columnState')}</th>
          <th scope="col" className={styles.number}>
            {words('runs.columnBranches')}
          </th>
          <th scope="col" className={styles.number}>
            {words('runs.columnTurns')}
          </th>
          <th scope="col" className={styles.number}>
            {words('runs.columnTokens')}
          </th>
          <th scope="col" className={styles.time}>
            {words('runs.columnChanged')}
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map(run => (
          <RunLine key={run.id} run={run} />
        ))}
      </tbody>
    </table>
  );
}

function RunLine({ run }: { run: RunSummary }) {
  return (
    <tr className={styles.line}>
      <td className={styles.run}>
        <PageLink run={run.id} className={styles.link} title={visibleText(run.title)}>
          <SafeText text={run.title} />
        </PageLink>
        <div className={styles.about} title={visibleText(run.task)}>
          <KindWord run={run} />
          <span className={styles.id}>{run.id}</span>
          <span className={styles.task}>
            {run.problem ? <PhraseText text={wordsOfProblem(run.problem)} /> : <SafeText text={run.task} />}
          </span>
        </div>
      </td>
      <td>
        {run.isBeingRead ? (
          <span className={styles.reading}>{words('runs.beingRead')}</span>
        ) : (
          <StatePill state={run.state} />
        )}
      </td>
      <td className={styles.number}>
        {run.isBeingRead ? '–' : run.branches}
        {run.archived !== undefined && (
          <div className={styles.archived}>{words('runs.archived', { count: run.archived })}</div>
        )}
      </td>
      <td className={styles.number}>{run.isBeingRead ? '–' : run.turns}</td>
      <td className={styles.number}>{run.tokens > 0 ? formatTokens(run.tokens) : '–'}</td>
      <td className={styles.time}>{run.changedAt ? <RelativeTime at={run.changedAt} /> : '–'}</td>
    </tr>
  );
}

function KindWord({ run }: { run: RunSummary }) {
  if (run.kind === 'run') return null;
  return (
    <span className={styles.kind} title={visibleText(run.path)}>
      {words(run.kind === 'folder' ? 'runs.kindFolder' : 'runs.kindTranscript')}
    </span>
  );
}

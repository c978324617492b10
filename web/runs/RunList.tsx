import { wordsOfProblem } from '../../shared/errorWords.ts';
import type { RunSummary } from '../../shared/rows.ts';
import { formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { PageLink } from '../selection/PageLink.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { StatePill } from '../ui/StatePill.tsx';
import { visibleText } from '../ui/visibleText.ts';
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
            <SafeText text={run.problem ? wordsOfProblem(run.problem) : run.task} />
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
      <td className={styles.number}>{run.isBeingRead ? '–' : run.branches}</td>
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

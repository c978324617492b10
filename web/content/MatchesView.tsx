import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './MatchesView.module.css';
import { MoreRows } from './MoreRows.tsx';
import type { MatchGroup, MatchList } from './matchList.ts';
import { useSteps } from './useSteps.ts';

/** Lines of a file that are shown before anybody asks for more. */
export const linesPerFile = 12;
const filesPerStep = 12;

/** What a search found, file by file, with the number of each line. */
export function MatchesView({ list: { groups, notes } }: { list: MatchList }) {
  const rows = useSteps(groups.length, filesPerStep);
  return (
    <>
      {groups.slice(0, rows.shown).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may be named twice
        <GroupView key={index} group={group} />
      ))}
      <MoreRows rows={rows} className={styles.more} />
      {notes.map(note => (
        <p key={note} className={styles.note}>
          <SafeText text={note} />
        </p>
      ))}
    </>
  );
}

function GroupView({ group: { file, lines } }: { group: MatchGroup }) {
  const rows = useSteps(lines.length, linesPerFile);
  const count = lines.filter(line => !line.isContext).length;
  return (
    <div className={styles.group}>
      {file !== '' && (
        <div className={styles.file}>
          <SafeText text={file} />
          <span className={styles.count}>{words('content.matchCount', { count })}</span>
        </div>
      )}
      {lines.slice(0, rows.shown).map(({ line, text, isContext }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one list have no other identity
        <div key={index} className={classNames(styles.line, isContext && styles.context)}>
          <span className={styles.number}>{line}</span>
          <span className={styles.text}>
            <SafeText text={text} />
          </span>
        </div>
      ))}
      <MoreRows rows={rows} className={styles.more} />
    </div>
  );
}

/** `5 matches in 2 files`. */
export function wordsOfMatches({ groups, count }: MatchList): string {
  const files = new Set(groups.map(group => group.file)).size;
  const matches = words('content.matchCount', { count });
  return groups.some(group => group.file === '')
    ? matches
    : words('content.matchesIn', { matches, count: files });
}

import { formatTokenCount, formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { Mark } from '../ui/Mark.tsx';
import styles from './CompactionSign.module.css';
import type { TurnData } from './flowNodes.ts';

/** On the line that leads to a turn: a summary took the place of what was before it. */
export function CompactionSign({ compaction }: { compaction: NonNullable<TurnData['compaction']> }) {
  const { before, after } = compaction;
  const about =
    before === null || after === null
      ? words('graph.compacted')
      : words('graph.compactedFrom', { before: formatTokens(before), after: formatTokenCount(after) });
  return (
    <span className={styles.sign} role="img" aria-label={about} title={about}>
      <Mark mark="compaction" decorative size={16} />
    </span>
  );
}

import styles from './DiffRowView.module.css';
import type { DiffRow } from './diffRows.ts';
import { MessageCard } from './MessageCard.tsx';
import { useShownDiff } from './shownDiff.ts';

/** One row of a diff: a message over the whole width, or what went beside what came. */
export function DiffRowView({ row }: { row: DiffRow }) {
  const { reply } = useShownDiff();
  const { entries } = reply.diff;
  const card = (index: number | null) => {
    const entry = index === null ? undefined : entries[index];
    return index === null || !entry ? <div /> : <MessageCard entry={entry} index={index} />;
  };
  if (row.kind !== 'pair') return card(row.entry);
  return (
    <div className={styles.pair}>
      {card(row.left)}
      {card(row.right)}
    </div>
  );
}

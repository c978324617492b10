import { useMemo } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { Chip } from '../ui/Chip.tsx';
import { Mark } from '../ui/Mark.tsx';
import styles from './FilterChips.module.css';
import { filterCounts, type TurnFilter } from './turnFilter.ts';

const labels = {
  all: 'graph.all',
  error: 'graph.filterError',
  dangling: 'graph.filterDangling',
  external: 'graph.filterExternal',
  waiting: 'graph.filterWaiting',
  simulated: 'graph.filterSimulated',
  damaged: 'graph.filterDamaged',
  'not-captured': 'graph.filterNotCaptured',
  edited: 'graph.filterEdited',
  'left-behind': 'graph.leftBehind',
} as const satisfies Record<TurnFilter, WordKey>;

interface FilterChipsProps {
  graph: RunGraph;
  filter: TurnFilter;
  onChange: (filter: TurnFilter) => void;
}

/** Legend and filter in one: each mark with its count; one pressed dims the turns without it. */
export function FilterChips({ graph, filter, onChange }: FilterChipsProps) {
  const counts = useMemo(() => filterCounts(graph), [graph]);
  return (
    <fieldset className={styles.chips} aria-label={words('graph.filterLabel')}>
      {counts.map(({ filter: entry, count }) => (
        <Chip
          key={entry}
          pressed={entry === filter}
          onClick={() => onChange(entry === filter ? 'all' : entry)}
        >
          <Sign filter={entry} />
          {words(labels[entry])} <span className={styles.count}>{count}</span>
        </Chip>
      ))}
    </fieldset>
  );
}

function Sign({ filter }: { filter: TurnFilter }) {
  if (filter === 'all') return null;
  if (filter === 'left-behind') return <span className={styles.dash} aria-hidden />;
  return <Mark mark={filter} decorative size={11} />;
}

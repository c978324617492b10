import { useMemo, useState } from 'react';
import type { Hit } from '../../shared/search.ts';
import { useSearch } from '../api/searches.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useDebounced } from '../ui/useDebounced.ts';
import type { FindColumnProps } from './FindColumn.tsx';
import styles from './FindPanel.module.css';
import { FirstSeenButton } from './FirstSeenButton.tsx';
import { HitList } from './HitList.tsx';
import { searchQueryFrom } from './howToSearch.ts';
import { SearchBox } from './SearchBox.tsx';
import { TurnsByFilter } from './TurnsByFilter.tsx';

const typingPauseMs = 160;

/** Search in all texts of the run, with the filters below it while nothing is searched for. */
export function FindPanel({ run, graph, version, scene, onScene }: FindColumnProps) {
  const { find, how, select } = useSelection();
  const text = useDebounced(find ?? '', typingPauseMs);
  const query = useMemo(() => searchQueryFrom(text, how), [text, how]);
  const found = useSearch(run, query, version);
  const [at, setAt] = useState<{ query: typeof query; index: number } | null>(null);
  const current = at?.query === query ? at.index : null;
  const hits = found.status === 'ready' && text !== '' ? found.value.hits : [];
  const go = (index: number) => {
    const hit = hits[index];
    const row = graph.scenes.get(hit?.scene ?? '');
    if (!hit || !row) return;
    setAt({ query, index });
    onScene(row, { hit, nth: hits.slice(0, index).filter(earlier => looksAs(earlier, hit)).length });
    if (index === hits.length - 1 && found.status === 'ready') found.value.fetchMore?.();
  };
  const step = (by: 1 | -1) => {
    if (hits.length > 0) go(steppedIndex(current, by, hits.length));
  };
  return (
    <div className={styles.panel}>
      <SearchBox
        text={find ?? ''}
        how={how}
        onText={next => select({ find: next === '' ? null : next }, { replace: true })}
        onHow={next => select({ how: next }, { replace: true })}
        onStep={step}
        canStep={hits.length > 0}
      >
        <SearchState found={found} text={text} current={current} />
      </SearchBox>
      <div className={styles.body}>
        {hits.length > 0 && scene && !query.isPattern && (
          <FirstSeenButton run={run} graph={graph} scene={scene} text={text} onScene={onScene} />
        )}
        {text === '' ? (
          <>
            <p className={styles.hint}>{words('find.startHint')}</p>
            <TurnsByFilter graph={graph} onScene={onScene} />
          </>
        ) : (
          <FoundHits found={found} graph={graph} current={current} onHit={go} />
        )}
      </div>
    </div>
  );
}

/** Whether two hits of a turn cannot be told apart by what stands around them. */
function looksAs(one: Hit, other: Hit): boolean {
  return one.turn === other.turn && JSON.stringify(one.excerpt) === JSON.stringify(other.excerpt);
}

/** The next index round and round; from none, the first or the last. */
function steppedIndex(current: number | null, by: 1 | -1, count: number): number {
  if (current === null) return by === 1 ? 0 : count - 1;
  return (current + by + count) % count;
}

type Found = ReturnType<typeof useSearch>;

/** `12 hits in 7 turns`, said aloud when it changes. */
function SearchState({ found, text, current }: { found: Found; text: string; current: number | null }) {
  return (
    <p className={styles.state} role="status">
      {stateWords(found, text, current)}
    </p>
  );
}

function stateWords(found: Found, text: string, current: number | null): string {
  if (text === '' || found.status === 'problem') return '';
  if (found.status === 'loading' || !found.value.isCurrent) return `${words('find.searching')}…`;
  const { total, turns, isCut } = found.value;
  if (isCut) return words('find.countsCut', { count: total });
  const counts = { count: total, turns: words('find.inTurns', { count: turns }) };
  return current === null
    ? words('find.counts', counts)
    : words('find.place', { ...counts, at: current + 1 });
}

interface FoundHitsProps {
  found: Found;
  graph: FindColumnProps['graph'];
  current: number | null;
  onHit: (index: number) => void;
}

function FoundHits({ found, graph, current, onHit }: FoundHitsProps) {
  if (found.status === 'problem') {
    return (
      <div className={styles.problem}>
        <ProblemNote problem={found.problem} onRetry={found.retry} />
      </div>
    );
  }
  if (found.status === 'loading') return <Spinner label={words('find.searching')} />;
  const { hits, total, isCurrent, unread, fetchMore } = found.value;
  return (
    <>
      {unread > 0 && <p className={styles.hint}>{words('find.unread', { count: unread })}</p>}
      {total === 0 && isCurrent ? (
        <EmptyState title={words('find.noHit')}>{words('find.noHitHint')}</EmptyState>
      ) : (
        <HitList
          hits={hits satisfies Hit[]}
          graph={graph}
          current={current}
          onHit={onHit}
          onMore={fetchMore}
        />
      )}
    </>
  );
}

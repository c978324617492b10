import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import type { Hit } from '../../shared/search.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './HitList.module.css';
import { wordsOfPlace, wordsOfTurnId } from './hitWords.ts';

interface HitListProps {
  hits: readonly Hit[];
  graph: RunGraph;
  /** Index of the hit that was gone to last. */
  current: number | null;
  onHit: (index: number) => void;
  /** Fetches the hits behind these, or null. */
  onMore: (() => void) | null;
}

/** Hits below the turns they stand in. Arrow keys go from one to the next. */
export function HitList({ hits, graph, current, onHit, onMore }: HitListProps) {
  const groups = useMemo(() => groupsOf(hits), [hits]);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (current !== null)
      list.current?.querySelectorAll('[data-hit]')[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <>
      <ul ref={list} className={styles.turns} aria-label={words('find.hits')} onKeyDown={moveFocus}>
        {groups.map(({ turn, first, hits: ofTurn }) => (
          <li key={`${turn} ${first}`}>
            <h2 className={styles.turn}>{wordsOfTurnId(turn, graph)}</h2>
            <ul className={styles.hits}>
              {ofTurn.map((hit, offset) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: hits of one search have no other identity
                <li key={offset}>
                  <HitButton
                    hit={hit}
                    isCurrent={first + offset === current}
                    onChoose={() => onHit(first + offset)}
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {onMore && (
        <Button className={styles.more} onClick={onMore}>
          {words('find.more')}
        </Button>
      )}
    </>
  );
}

interface HitButtonProps {
  hit: Hit;
  isCurrent: boolean;
  onChoose: () => void;
}

function HitButton({ hit, isCurrent, onChoose }: HitButtonProps) {
  const { before, match, after } = hit.excerpt;
  return (
    <button
      type="button"
      data-hit
      className={styles.hit}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onChoose}
    >
      <span className={styles.place}>{wordsOfPlace(hit)}</span>
      <span className={styles.excerpt} dir="auto">
        <SafeText text={before} />
        <mark className={styles.match}>
          <SafeText text={match} />
        </mark>
        <SafeText text={after} />
      </span>
    </button>
  );
}

interface Group {
  turn: string;
  /** Index of its first hit. */
  first: number;
  hits: Hit[];
}

/** Hits come in the order of the turns: those of one turn stand together. */
function groupsOf(hits: readonly Hit[]): Group[] {
  const groups: Group[] = [];
  for (const [index, hit] of hits.entries()) {
    const last = groups.at(-1);
    if (last?.turn === hit.turn) last.hits.push(hit);
    else groups.push({ turn: hit.turn, first: index, hits: [hit] });
  }
  return groups;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-hit]')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? buttons.indexOf(activeElement) : -1;
  const next = buttons[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Comparison } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useMedia } from '../ui/useSize.ts';
import { keepView, keptView } from './keptTurnsView.ts';
import { SameTurns } from './SameTurns.tsx';
import { TurnControls } from './TurnControls.tsx';
import { TurnRow } from './TurnRow.tsx';
import styles from './TurnsTab.module.css';
import { differingRows, type TurnItem, turnItems } from './turnItems.ts';
import { useDifferenceSteps } from './useDifferenceSteps.ts';
import { useScrollMargin } from './useScrollMargin.ts';
import { useTurnsView } from './useTurnsView.ts';

interface TurnsTabProps {
  comparison: Comparison;
  colourOf: (branch: string) => string | null;
  /** What scrolls, with all columns. */
  scroll: HTMLElement | null;
  /** Where the controls of the list stand. */
  controls: HTMLElement | null;
}

/** Heights in pixels until a row is measured, its distance to the next included. */
const GUESSED = { row: 74, fold: 38 };
/** Rows on paper. */
const MOST_PRINTED = 500;
/** The heads of columns and tabs, which stay in view above. */
const STICKY_HEIGHT = 96;

/** The turns of all sides, aligned by what they did; only rows in view are in the page. */
export function TurnsTab({ comparison, colourOf, scroll, controls }: TurnsTabProps) {
  const { rows, columns, firstDivergence } = comparison;
  const key = [comparison.run, ...columns.map(column => column.side)].join(' ');
  const { view, setOnlyDifferences, toggleFold, toggleRow } = useTurnsView(key);
  const isPrinting = useMedia('print');
  const items = useMemo(() => turnItems(rows, view), [rows, view]);
  const differing = useMemo(() => differingRows(rows), [rows]);
  const list = useRef<HTMLOListElement>(null);
  const scrollMargin = useScrollMargin(list, scroll);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll,
    estimateSize: index => GUESSED[items[index]?.kind ?? 'row'],
    getItemKey: index => items[index]?.key ?? index,
    initialMeasurementsCache: keptView(key)?.measured ?? [],
    scrollPaddingStart: STICKY_HEIGHT,
    scrollMargin,
    overscan: 6,
  });
  useKeptScroll(key, scroll, () => ({
    view,
    measured: virtualizer.measurementsCache,
    scrollTop: virtualizer.scrollOffset ?? 0,
  }));
  const steps = useDifferenceSteps({
    list,
    differing,
    items,
    scrollTo: index => virtualizer.scrollToIndex(index, { align: 'center' }),
  });
  useCommands({
    onlyChanges: rows.length === 0 ? null : () => setOnlyDifferences(!view.onlyDifferences),
  });
  const draw = (item: TurnItem) =>
    item.kind === 'fold' ? (
      <SameTurns count={item.count} isOpen={item.isOpen} onToggle={() => toggleFold(item.key)} />
    ) : (
      <TurnRow
        comparison={comparison}
        index={item.row}
        colourOf={colourOf}
        divergence={firstDivergence?.row === item.row ? firstDivergence : null}
        stepAt={differing.indexOf(item.row)}
        stepCount={differing.length}
        isOpen={view.openedRows.has(item.key)}
        onToggle={toggleRow}
      />
    );
  if (rows.length === 0) return <EmptyState title={words('compare.noTurns')} />;
  const shown = isPrinting
    ? items.slice(0, MOST_PRINTED).map((item, index) => ({ key: item.key, index, start: 0 }))
    : virtualizer.getVirtualItems();
  return (
    <>
      {controls &&
        createPortal(
          <TurnControls
            onlyDifferences={view.onlyDifferences}
            onOnlyDifferences={setOnlyDifferences}
            steps={steps}
          />,
          controls,
        )}
      <ol
        ref={list}
        className={styles.list}
        style={isPrinting ? undefined : { height: virtualizer.getTotalSize() }}
        aria-label={words('compare.turnsList')}
      >
        {shown.map(({ key: itemKey, index, start }) => {
          const item = items[index];
          return (
            item && (
              <li
                key={itemKey}
                ref={virtualizer.measureElement}
                className={styles.item}
                data-index={index}
                data-row={item.kind === 'row' ? item.row : undefined}
                aria-posinset={index + 1}
                aria-setsize={items.length}
                style={isPrinting ? undefined : { transform: `translateY(${start - scrollMargin}px)` }}
              >
                {draw(item)}
              </li>
            )
          );
        })}
      </ol>
      {isPrinting && items.length > MOST_PRINTED && (
        <p>{words('compare.printedRows', { count: items.length - MOST_PRINTED })}</p>
      )}
    </>
  );
}

/** Takes the person back to where they were in this comparison. On leaving, the element has lost its height already. */
function useKeptScroll(
  key: string,
  scroll: HTMLElement | null,
  now: () => NonNullable<ReturnType<typeof keptView>>,
) {
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  useLayoutEffect(() => {
    if (!scroll) return;
    scroll.scrollTop = keptView(key)?.scrollTop ?? scroll.scrollTop;
    return () => keepView(key, latest.current());
  }, [key, scroll]);
}

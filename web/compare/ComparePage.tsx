import { type ReactNode, useRef } from 'react';
import type { Column, Comparison } from '../../shared/compare/comparison.ts';
import { MIN_SIDES } from '../../shared/compare/side.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { useComparison } from '../api/comparisons.ts';
import type { Loaded } from '../api/queries.ts';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { type ColumnTab, columnTabs } from '../selection/selection.ts';
import { useSelection } from '../selection/useSelection.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { ColumnsView } from './ColumnsView.tsx';
import { CompareBar } from './CompareBar.tsx';
import styles from './ComparePage.module.css';
import { MAX_COLUMNS } from './defaultSides.ts';
import type { MessagesSlot } from './MessagesTab.tsx';
import { SideChips } from './SideChips.tsx';
import { SidesTable } from './SidesTable.tsx';
import { shownSides, withSides } from './shownSides.ts';

/** What other parts of the page put into a comparison. */
export interface CompareSlots {
  /** CSS colour of a branch of this run, as the graph has it; null where it is not drawn. */
  colourOf: (branch: string) => string | null;
  /** What differs between the messages of two scenes. */
  messages: (slot: MessagesSlot) => ReactNode;
  /** What can be done with one side, in its head. */
  sideActions?: (column: Column) => ReactNode;
  /** What can be done with the whole comparison, in the bar above. */
  actions?: (comparison: Comparison) => ReactNode;
}

interface ComparePageProps {
  run: string;
  graph: RunGraph;
  slots: CompareSlots;
}

/** Sides of a run in place of its graph: as columns with their turns aligned, or as the rows of a table. */
export function ComparePage({ run, graph, slots }: ComparePageProps) {
  const { compare, columns, view, problem, select } = useSelection();
  const sides = compare ?? [];
  const isTable = view === 'table' || (view === null && sides.length > MAX_COLUMNS);
  const shown = shownSides(sides, columns);
  const loaded = useComparison(run, isTable ? sides : shown);
  const comparison = loaded.status === 'ready' && sides.length >= MIN_SIDES ? loaded.value : null;
  const leave = () => select({ compare: null });
  const title = useRef<HTMLHeadingElement>(null);
  const setSides = (next: readonly string[]) => select(withSides({ compare: sides, columns }, next));
  const leaveOut = (side: string) => {
    setSides(sides.filter(other => other !== side));
    // The button that was pressed goes with its side.
    title.current?.focus();
  };
  const tab = columnTabs.find(entry => entry === view) ?? 'turns';
  useCommands({ graph: leave });
  return (
    <section className={styles.page} aria-label={words('compare.label')}>
      <CompareBar
        graph={graph}
        comparison={comparison}
        sides={sides}
        title={title}
        look={isTable ? 'table' : 'columns'}
        onLook={look => select({ view: look === 'table' ? 'table' : 'turns' })}
        onSides={setSides}
        onClose={leave}
        actions={comparison && slots.actions?.(comparison)}
      />
      {problem && (
        <div className={styles.note}>
          <ProblemNote problem={problem} />
        </div>
      )}
      {comparison?.prices.problem && (
        <div className={styles.note}>
          <ProblemNote problem={comparison.prices.problem} />
        </div>
      )}
      {comparison === null ? (
        <NoComparison loaded={loaded} sides={sides} onRemove={leaveOut} />
      ) : isTable ? (
        <SidesTable
          comparison={comparison}
          chosen={columns ?? shown}
          onChoose={next => select({ columns: next, view: 'table' }, { replace: true })}
          colourOf={slots.colourOf}
          actionsOf={column => slots.sideActions?.(column)}
        />
      ) : (
        <ColumnsView
          key={shown.join()}
          comparison={comparison}
          tab={tab}
          onTab={(next: ColumnTab) => select({ view: next }, { replace: true })}
          colourOf={slots.colourOf}
          actionsOf={column => slots.sideActions?.(column)}
          onRemove={leaveOut}
          drawMessages={slots.messages}
        />
      )}
    </section>
  );
}

interface NoComparisonProps {
  loaded: Loaded<Comparison>;
  sides: readonly string[];
  onRemove: (side: string) => void;
}

/** Why there is nothing to see: too few sides, not there yet, or a side that leads nowhere. */
function NoComparison({ loaded, sides, onRemove }: NoComparisonProps) {
  if (sides.length < MIN_SIDES) {
    return (
      <EmptyState title={words('compare.tooFew')}>
        {words('compare.tooFewHint')}
        <SideChips sides={sides} onRemove={onRemove} />
      </EmptyState>
    );
  }
  if (loaded.status !== 'problem') return <Spinner label={words('compare.loading')} />;
  return (
    <div className={styles.alone}>
      <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />
      <p className={styles.hint}>{words('compare.failedHint')}</p>
      <SideChips sides={sides} onRemove={onRemove} />
    </div>
  );
}

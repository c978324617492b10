import * as Popover from '@radix-ui/react-popover';
import { GitFork, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import { markCountsOf, markKinds, type TurnFilter, withMarkToggled } from '../../shared/turnFilter.ts';
import { words } from '../i18n/words.ts';
import type { Command } from '../keys/keyMap.ts';
import { namesOnTurn } from '../keys/keyNames.ts';
import { classNames } from '../ui/classNames.ts';
import { labelOfMark, Mark } from '../ui/Mark.tsx';
import styles from './GraphLegend.module.css';

interface GraphLegendProps {
  graph: RunGraph;
  filter: TurnFilter;
  onFilter: (filter: TurnFilter) => void;
}

/** What the signs of the graph mean and which keys go through it, behind a button. A mark is a filter here, too. */
export function GraphLegend({ graph, filter, onFilter }: GraphLegendProps) {
  return (
    <Popover.Root>
      <Popover.Trigger className={styles.button}>{words('graph.legend')}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.sheet}
          aria-label={words('graph.legendTitle')}
          sideOffset={4}
          collisionPadding={8}
          align="start"
        >
          <Part title={words('graph.legendPoints')}>
            <Sign sign={<span className={classNames(styles.bar, styles.barA)} />}>
              {words('graph.legendPointA')}
            </Sign>
            <Sign sign={<span className={classNames(styles.bar, styles.barB)} />}>
              {words('graph.legendPointB')}
            </Sign>
            <Sign sign={<span className={classNames(styles.bar, styles.barFailed)} />}>
              {words('graph.legendFailed')}
            </Sign>
          </Part>
          <Part title={words('graph.legendMarks')}>
            <LegendMarks graph={graph} filter={filter} onFilter={onFilter} />
          </Part>
          <Part title={words('graph.legendLines')}>
            <Sign sign={<span className={styles.line} />}>{words('graph.legendTrunk')}</Sign>
            <Sign sign={<span className={classNames(styles.line, styles.dashed)} />}>
              {words('graph.legendLeftBehind')}
            </Sign>
          </Part>
          <Part title={words('graph.legendShapes')}>
            <Sign sign={<span className={styles.fold}>+ 9</span>}>{words('graph.legendFold')}</Sign>
            <Sign sign={<span className={styles.inside} />}>{words('graph.legendInside')}</Sign>
            <Sign
              sign={
                <span className={styles.compaction}>
                  <Mark mark="compaction" decorative size={10} />
                </span>
              }
            >
              {words('graph.legendCompaction')}
            </Sign>
          </Part>
          <Part title={words('graph.legendStrip')}>
            <Sign sign={<GitFork size={11} aria-hidden />}>{words('graph.legendFork')}</Sign>
            <Sign sign={<Undo2 size={11} aria-hidden />}>{words('graph.legendRewind')}</Sign>
            <Sign sign={<span>3</span>}>{words('graph.legendMerged')}</Sign>
          </Part>
          <Part title={words('graph.legendKeys')}>
            <Sign sign={<KeysOnTurn of={['previousTurn', 'nextTurn', 'laneAbove', 'laneBelow']} />}>
              {words('graph.legendArrows')}
            </Sign>
            <Sign sign={<KeysOnTurn of={['pointA', 'pointB']} />}>{words('graph.legendPointKeys')}</Sign>
            <Sign sign={<KeysOnTurn of={['foldHere']} />}>{words('graph.legendFoldKey')}</Sign>
            <Sign sign={<KeysOnTurn of={['inspector']} />}>{words('graph.legendEnter')}</Sign>
            <Sign sign={<kbd>{words('graph.legendWheel')}</kbd>}>{words('graph.legendWheelAlong')}</Sign>
            <Sign sign={<kbd>Ctrl/⌘ + {words('graph.legendWheel')}</kbd>}>
              {words('graph.legendWheelZoom')}
            </Sign>
          </Part>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Every mark with how many turns carry it; pressed ones stand out on the graph. */
function LegendMarks({ graph, filter, onFilter }: GraphLegendProps) {
  const { marks } = markCountsOf(graph);
  return (
    <div className={styles.marks}>
      {markKinds.map(mark => (
        <button
          key={mark}
          type="button"
          aria-pressed={filter.marks.includes(mark)}
          className={styles.mark}
          onClick={() => onFilter(withMarkToggled(filter, mark))}
        >
          <Mark mark={mark} decorative />
          <span className={styles.markName}>{labelOfMark(mark)}</span>
          <span>{marks.get(mark)}</span>
        </button>
      ))}
    </div>
  );
}

/** The keys that ask for commands while a turn has the focus. */
function KeysOnTurn({ of }: { of: readonly Command[] }) {
  return <kbd>{of.map(namesOnTurn).join(' ')}</kbd>;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

function Sign({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span className={styles.sign}>{sign}</span>
      <span>{children}</span>
    </div>
  );
}

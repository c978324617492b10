import * as Popover from '@radix-ui/react-popover';
import type { ReactNode } from 'react';
import type { Mark as MarkName } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { labelOfMark, Mark } from '../ui/Mark.tsx';
import styles from './GraphLegend.module.css';

const marks: readonly MarkName[] = [
  'error',
  'dangling',
  'external',
  'waiting',
  'simulated',
  'edited',
  'not-captured',
  'damaged',
];

/** What the signs of the graph mean and which keys go through it, behind a button. */
export function GraphLegend() {
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
            <div className={styles.marks}>
              {marks.map(mark => (
                <Sign key={mark} sign={<Mark mark={mark} decorative />}>
                  {labelOfMark(mark)}
                </Sign>
              ))}
            </div>
          </Part>
          <Part title={words('graph.legendLines')}>
            <Sign sign={<span className={styles.line} />}>{words('graph.legendTrunk')}</Sign>
            <Sign sign={<span className={classNames(styles.line, styles.dashed)} />}>
              {words('graph.legendLeftBehind')}
            </Sign>
          </Part>
          <Part title={words('graph.legendKeys')}>
            <Sign sign={<kbd>← → ↑ ↓</kbd>}>{words('graph.legendArrows')}</Sign>
            <Sign sign={<kbd>a b</kbd>}>{words('graph.legendPointKeys')}</Sign>
            <Sign sign={<kbd>Enter</kbd>}>{words('graph.legendEnter')}</Sign>
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

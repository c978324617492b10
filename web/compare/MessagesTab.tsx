import { type ReactNode, useState } from 'react';
import type { Comparison, Place } from '../../shared/compare/comparison.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './MessagesTab.module.css';
import { PairPicker, pairWithin } from './PairPicker.tsx';
import { sideName } from './sideName.ts';

/** The end of a side. */
export interface ComparedEnd {
  run: string;
  at: Place;
}

/** What a diff between the ends of two sides is drawn from. */
export interface MessagesSlot {
  left: ComparedEnd;
  right: ComparedEnd;
  onSwap: () => void;
}

interface MessagesTabProps {
  comparison: Comparison;
  /** Draws what differs between the messages of two scenes. */
  draw: (slot: MessagesSlot) => ReactNode;
}

/** What the model saw at the end of one side against what it saw at the end of another. */
export function MessagesTab({ comparison: { columns }, draw }: MessagesTabProps) {
  const [chosen, setPair] = useState({ left: 0, right: 1 });
  const pair = pairWithin(chosen, columns);
  const [left, right] = [columns[pair.left], columns[pair.right]];
  const missing = [left, right].find(column => column?.end === null);
  return (
    <div className={styles.messages}>
      {columns.length > 2 && (
        <div className={styles.bar}>
          <PairPicker columns={columns} pair={pair} onPair={setPair} />
        </div>
      )}
      <div className={styles.diff}>
        {missing && <EmptyState title={words('compare.noSceneOn', { side: sideName(missing) })} />}
        {left?.end &&
          right?.end &&
          draw({
            left: { run: left.run, at: left.end },
            right: { run: right.run, at: right.end },
            onSwap: () => setPair({ left: pair.right, right: pair.left }),
          })}
      </div>
    </div>
  );
}

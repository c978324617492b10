import { ArrowLeftRight, X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { Comparison } from '../../shared/compare/comparison.ts';
import { MAX_SIDES } from '../../shared/compare/side.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { SceneLink } from '../selection/SceneLink.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { Segments } from '../ui/Segments.tsx';
import styles from './CompareBar.module.css';
import { SidePicker } from './SidePicker.tsx';
import { spentWords } from './spentWords.ts';

interface CompareBarProps {
  graph: RunGraph;
  comparison: Comparison | null;
  sides: readonly string[];
  /** Its heading, which takes the focus where what had it is gone. */
  title: RefObject<HTMLHeadingElement | null>;
  look: 'columns' | 'table';
  onLook: (look: 'columns' | 'table') => void;
  onSides: (sides: string[]) => void;
  onClose: () => void;
  /** What else can be done with the comparison. */
  actions: ReactNode;
}

/** What is compared from where on, and which sides. */
export function CompareBar(props: CompareBarProps) {
  const { graph, comparison, sides, title, look, onLook, onSides, onClose, actions } = props;
  return (
    <header className={styles.bar}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {words('compare.title')}
      </h2>
      <p className={styles.past}>{comparison && <Past comparison={comparison} />}</p>
      <div className={styles.actions}>
        {actions}
        {sides.length > 1 && (
          <Segments
            label={words('compare.look')}
            value={look}
            onChange={onLook}
            options={[
              { value: 'columns', label: words('compare.lookColumns') },
              { value: 'table', label: words('compare.lookTable') },
            ]}
          />
        )}
        {sides.length === 2 && (
          <IconButton label={words('compare.swap')} onClick={() => onSides(sides.toReversed())}>
            <ArrowLeftRight aria-hidden />
          </IconButton>
        )}
        <SidePicker
          graph={graph}
          sides={sides}
          full={sides.length < MAX_SIDES ? null : words('compare.full', { count: MAX_SIDES })}
          onAdd={side => onSides([...sides, side])}
          onFilled={() => title.current?.focus()}
        />
        <IconButton
          label={words('compare.close')}
          aria-keyshortcuts={ariaKeysOf('compare')}
          onClick={onClose}
        >
          <X aria-hidden />
        </IconButton>
      </div>
    </header>
  );
}

/** Where the sides come from, and what their common past took, which is counted once. */
function Past({ comparison: { ancestor, shared } }: { comparison: Comparison }) {
  if (ancestor === null) return words('compare.noAncestor');
  return (
    <>
      {words('compare.from')}{' '}
      <SceneLink run={ancestor.run} address={ancestor.address} className={styles.ancestor}>
        <SafeText text={ancestor.address} />
      </SceneLink>
      {` · ${words('compare.shared', { spent: spentWords(shared) })}`}
    </>
  );
}

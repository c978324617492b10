import { Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceList, ChoicePopover } from '../ui/ChoicePopover.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './SidePicker.module.css';
import { sideOptions } from './sideOptions.ts';

interface SidePickerProps {
  graph: RunGraph;
  /** The sides that are compared now. */
  sides: readonly string[];
  /** Why no more can be added, or null. */
  full: string | null;
  onAdd: (side: string) => void;
  /** The last side that there is room for was added: the button cannot have the focus any more. */
  onFilled: () => void;
}

/** Adds a side to the comparison: a branch, what a rewind left, or any scene by its address. */
export function SidePicker({ graph, sides, full, onAdd, onFilled }: SidePickerProps) {
  const button = useRef<HTMLButtonElement>(null);
  const trigger = (
    <Button ref={button} disabled={full !== null} title={full ?? undefined}>
      <Plus size={13} aria-hidden />
      {words('compare.add')}
    </Button>
  );
  const onCloseAutoFocus = (event: Event) => {
    if (!button.current?.disabled) return;
    event.preventDefault();
    onFilled();
  };
  return (
    <ChoicePopover trigger={trigger} onCloseAutoFocus={onCloseAutoFocus}>
      {close => (
        <SideList
          graph={graph}
          sides={sides}
          onAdd={side => {
            onAdd(side);
            close();
          }}
        />
      )}
    </ChoicePopover>
  );
}

const kinds = {
  branch: 'compare.optionBranch',
  'left-behind': 'compare.optionLeftBehind',
  pinned: 'compare.optionPinned',
  typed: 'compare.optionTyped',
} as const;

function SideList({ graph, sides, onAdd }: Omit<SidePickerProps, 'full' | 'onFilled'>) {
  const { pin } = useSelection();
  const [search, setSearch] = useState('');
  const options = useMemo(() => sideOptions(graph, sides, { search, pin }), [graph, sides, search, pin]);
  return (
    <ChoiceList
      label={words('compare.addLabel')}
      placeholder={words('compare.addSearch')}
      options={options}
      keyOf={({ kind, side }) => `${kind} ${side}`}
      search={search}
      onSearch={setSearch}
      onChoose={({ side }) => onAdd(side)}
      drawn={option => (
        <span className={styles.option}>
          <span className={styles.side}>
            <SafeText text={option.side} />
          </span>
          <span className={styles.kind}>{words(kinds[option.kind])}</span>
          {option.words !== '' && (
            <span className={styles.words}>
              <SafeText text={option.words} />
            </span>
          )}
        </span>
      )}
    >
      {options.length === 0 && words('compare.addNothing')}
    </ChoiceList>
  );
}

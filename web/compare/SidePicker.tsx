import * as Popover from '@radix-ui/react-popover';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import type { RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './SidePicker.module.css';
import { type SideOption, sideOptions } from './sideOptions.ts';

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
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button ref={trigger} disabled={full !== null} title={full ?? undefined}>
          <Plus size={13} aria-hidden />
          {words('compare.add')}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.popover}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={event => {
            if (!trigger.current?.disabled) return;
            event.preventDefault();
            onFilled();
          }}
        >
          <SideList
            graph={graph}
            sides={sides}
            onAdd={side => {
              onAdd(side);
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const kinds = {
  branch: 'compare.optionBranch',
  'left-behind': 'compare.optionLeftBehind',
  pinned: 'compare.optionPinned',
  typed: 'compare.optionTyped',
} as const;

/** A combobox (WAI-ARIA: list autocomplete): the focus stays in the field, the arrows go through the list. */
function SideList({ graph, sides, onAdd }: Omit<SidePickerProps, 'full' | 'onFilled'>) {
  const { pin } = useSelection();
  const listId = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const options = useMemo(() => sideOptions(graph, sides, { search, pin }), [graph, sides, search, pin]);
  const choose = (option: SideOption | undefined) => option && onAdd(option.side);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + options.length) % Math.max(1, options.length));
    else if (event.key === 'Enter') choose(options[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <label className={styles.label} htmlFor={`${listId}-input`}>
        {words('compare.addLabel')}
      </label>
      <input
        id={`${listId}-input`}
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={options[active] ? `${listId}-${active}` : undefined}
        placeholder={words('compare.addSearch')}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={event => {
          setSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} className={styles.list} role="listbox" aria-label={words('compare.addLabel')}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
          <div
            key={`${option.kind} ${option.side}`}
            id={`${listId}-${index}`}
            ref={element => {
              if (index === active) element?.scrollIntoView({ block: 'nearest' });
            }}
            className={styles.option}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => choose(option)}
            onPointerMove={() => setActive(index)}
          >
            <span className={styles.side}>
              <SafeText text={option.side} />
            </span>
            <span className={styles.kind}>{words(kinds[option.kind])}</span>
            {option.words !== '' && (
              <span className={styles.words}>
                <SafeText text={option.words} />
              </span>
            )}
          </div>
        ))}
        {options.length === 0 && <p className={styles.note}>{words('compare.addNothing')}</p>}
      </div>
    </>
  );
}

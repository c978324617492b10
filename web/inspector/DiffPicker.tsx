import * as Popover from '@radix-ui/react-popover';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { formatAddress } from '../../shared/address.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './DiffPicker.module.css';
import { type DiffOption, diffOptions } from './diffOptions.ts';

interface DiffPickerProps {
  graph: RunGraph;
  scene: SceneRow;
}

/** Chooses the other side of a diff: a usual one, or any scene by its address. */
export function DiffPicker({ graph, scene }: DiffPickerProps) {
  const { pin } = useSelection();
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button disabled={scene.problem !== null || (graph.scenes.size < 2 && pin === null)}>
          {words('inspector.diff')}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={styles.popover} align="end" sideOffset={6} collisionPadding={8}>
          <SceneList graph={graph} scene={scene} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** A combobox (WAI-ARIA: list autocomplete): the focus stays in the field, the arrows go through the list. */
function SceneList({ graph, scene, onDone }: DiffPickerProps & { onDone: () => void }) {
  const { pin, select } = useSelection();
  const listId = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const own = formatAddress(addressOf(graph, scene));
  const { options, left } = useMemo(
    () => diffOptions(graph, scene, search, pin),
    [graph, scene, search, pin],
  );
  const choose = (option: DiffOption | undefined) => {
    if (!option) return;
    select({ scene: own, diff: option.address });
    onDone();
  };
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
        {words('inspector.diffWith', { address: own })}
      </label>
      <input
        id={`${listId}-input`}
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={options[active] ? `${listId}-${active}` : undefined}
        placeholder={words('inspector.diffSearch')}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={event => {
          setSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} className={styles.list} role="listbox" aria-label={words('inspector.diffSearch')}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
          <div
            key={`${option.why ?? ''} ${option.address}`}
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
            <span className={styles.why}>{option.why}</span>
            <span className={styles.address}>
              <SafeText text={option.address} />
            </span>
            <span className={styles.words}>
              <SafeText text={option.words} />
            </span>
          </div>
        ))}
        {options.length === 0 && <p className={styles.note}>{words('inspector.diffNothing')}</p>}
        {left > 0 && <p className={styles.note}>{words('inspector.diffMore', { count: left })}</p>}
      </div>
    </>
  );
}

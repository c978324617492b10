import * as Popover from '@radix-ui/react-popover';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from './ChoicePopover.module.css';

interface ChoicePopoverProps {
  /** The button that opens it. */
  trigger: ReactNode;
  onCloseAutoFocus?: (event: Event) => void;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a {@link ChoiceList}. The list is made anew each time. */
export function ChoicePopover({ trigger, onCloseAutoFocus, children }: ChoicePopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.popover}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
        >
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ChoiceListProps<T> {
  label: string;
  placeholder: string;
  options: readonly T[];
  keyOf: (option: T) => string;
  search: string;
  onSearch: (search: string) => void;
  onChoose: (option: T) => void;
  drawn: (option: T) => ReactNode;
  /** What stands below the options: that there are none, or how many more. */
  children?: ReactNode;
}

/** A combobox (WAI-ARIA: list autocomplete): the focus stays in the field, the arrows go through the list. */
export function ChoiceList<T>(props: ChoiceListProps<T>) {
  const { label, placeholder, options, keyOf, search, onSearch, onChoose, drawn, children } = props;
  const listId = useId();
  const [active, setActive] = useState(0);
  const choose = (option: T | undefined) => option !== undefined && onChoose(option);
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
        {label}
      </label>
      <input
        id={`${listId}-input`}
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={options[active] ? `${listId}-${active}` : undefined}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={event => {
          onSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} className={styles.list} role="listbox" aria-label={label}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
          <div
            key={keyOf(option)}
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
            {drawn(option)}
          </div>
        ))}
        {children && <p className={styles.note}>{children}</p>}
      </div>
    </>
  );
}

import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { KeyNames } from './KeyNames.tsx';
import styles from './Palette.module.css';
import { bestFits } from './paletteMatch.ts';

/** Something to do or to go to. */
export interface PaletteEntry {
  id: string;
  kind: 'command' | 'panel' | 'turn' | 'branch' | 'run';
  label: string;
  /** What else it is found by; shown beside the label. */
  more?: string | undefined;
  /** Of the table of keys. */
  keys?: readonly string[];
  act: () => void;
}

interface PaletteProps {
  entries: readonly PaletteEntry[];
  /** What it is for, where it does not offer everything. */
  label?: string;
  placeholder?: string;
  onClose: () => void;
}

const mostShown = 60;
const kinds = {
  command: 'keys.kindCommand',
  panel: 'keys.kindPanel',
  turn: 'keys.kindTurn',
  branch: 'keys.kindBranch',
  run: 'keys.kindRun',
} as const;

/**
 * Everything that can be gone to or done, found by a few letters. A modal dialog of the browser's own, with a combobox
 * in it (WAI-ARIA: list autocomplete): the focus stays in the field, the arrows go through the list.
 */
export function Palette({ entries, label, placeholder, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const choose = (entry: PaletteEntry) => {
    // First, since it gives the focus back to where it was, and what is chosen may move it on.
    dialog.current?.close();
    onClose();
    entry.act();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={label ?? words('keys.paletteLabel')}
      onCancel={onClose}
      onKeyDown={event => event.key === 'Escape' && event.stopPropagation()}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      <Finder
        entries={entries}
        placeholder={placeholder ?? words('keys.palettePlaceholder')}
        onChoose={choose}
        onClose={onClose}
      />
    </dialog>
  );
}

interface FinderProps extends PaletteProps {
  placeholder: string;
  onChoose: (entry: PaletteEntry) => void;
}

function Finder({ entries, placeholder, onChoose, onClose }: FinderProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const found = useMemo(() => bestFits(entries, search), [entries, search]);
  const shown = found.slice(0, mostShown);
  const at = Math.min(active, shown.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = shown[at];
    const next = steppedTo(event.key, at, shown.length);
    if (next !== null) setActive(next);
    else if (event.key === 'Enter' && chosen) onChoose(chosen);
    else if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.inner}>
      <input
        // biome-ignore lint/a11y/noAutofocus: a dialog gives the focus to what it is opened for
        autoFocus
        className={styles.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
        aria-label={placeholder}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={event => {
          setSearch(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className={styles.count} role="status">
        {words('keys.paletteCount', { count: found.length })}
      </p>
      <div id={id} className={styles.list} role="listbox" aria-label={words('keys.paletteList')}>
        {shown.map((entry, index) => (
          <Option
            key={entry.id}
            id={`${id}-${index}`}
            entry={entry}
            isActive={index === at}
            onChoose={() => onChoose(entry)}
            onPoint={() => setActive(index)}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles.note}>{words('keys.paletteNothing')}</p>}
      {found.length > shown.length && (
        <p className={styles.note}>{words('keys.paletteMore', { count: found.length - shown.length })}</p>
      )}
    </div>
  );
}

/** Where a key leads in a list of `count`, round and round; null where it leads nowhere. */
function steppedTo(key: string, at: number, count: number): number | null {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  return step === undefined || count === 0 ? null : (at + step + count) % count;
}

interface OptionProps {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

function Option({ id, entry, isActive, onChoose, onPoint }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
    <div
      ref={element}
      id={id}
      className={classNames(styles.option, isActive && styles.active)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <span className={styles.label}>
        <PhraseText text={entry.label} />
      </span>
      <span className={styles.more}>{entry.more && <SafeText text={entry.more} />}</span>
      {entry.keys?.map(key => (
        <KeyNames key={key} of={key} />
      ))}
      <span className={styles.kind}>{words(kinds[entry.kind])}</span>
    </div>
  );
}

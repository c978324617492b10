import { ChevronDown, ChevronUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { classNames } from '../ui/classNames.ts';
import { TextInput } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { switches, withSwitched } from './howToSearch.ts';
import styles from './SearchBox.module.css';

interface SearchBoxProps {
  text: string;
  how: string | null;
  onText: (text: string) => void;
  onHow: (how: string | null) => void;
  onStep: (by: 1 | -1) => void;
  canStep: boolean;
  /** How far the search is. */
  children: ReactNode;
}

const labels = {
  matchCase: ['find.matchCase', 'find.matchCaseSign'],
  wholeWord: ['find.wholeWord', 'find.wholeWordSign'],
  isPattern: ['find.pattern', 'find.patternSign'],
} as const;

/** The field to search with, how it is searched, and the way from hit to hit. It has the focus as soon as it is there. */
export function SearchBox({ text, how, onText, onHow, onStep, canStep, children }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const focus = () => {
    input.current?.focus();
    input.current?.select();
  };
  useEffect(() => input.current?.focus(), []);
  useCommands({
    find: focus,
    nextHit: canStep ? () => onStep(1) : null,
    previousHit: canStep ? () => onStep(-1) : null,
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onStep(event.shiftKey ? -1 : 1);
  };
  return (
    <search className={styles.box}>
      <div className={styles.line}>
        <TextInput
          ref={input}
          type="search"
          className={styles.input}
          aria-label={words('find.searchLabel')}
          aria-describedby={hint}
          placeholder={words('find.placeholder')}
          value={text}
          maxLength={1000}
          spellCheck={false}
          autoComplete="off"
          onChange={event => onText(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <IconButton
          label={words('find.previous')}
          aria-keyshortcuts={ariaKeysOf('previousHit')}
          disabled={!canStep}
          onClick={() => onStep(-1)}
        >
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton
          label={words('find.next')}
          aria-keyshortcuts={ariaKeysOf('nextHit')}
          disabled={!canStep}
          onClick={() => onStep(1)}
        >
          <ChevronDown aria-hidden />
        </IconButton>
      </div>
      <span id={hint} hidden>
        {words('find.keysHint')}
      </span>
      <div className={styles.line}>
        <fieldset className={styles.switches} aria-label={words('find.options')}>
          {switches.map(({ letter, field }) => (
            <button
              key={letter}
              type="button"
              className={classNames(styles.switch, how?.includes(letter) && styles.on)}
              aria-pressed={how?.includes(letter) ?? false}
              aria-label={words(labels[field][0])}
              title={words(labels[field][0])}
              onClick={() => onHow(withSwitched(how, letter))}
            >
              <span aria-hidden="true">{words(labels[field][1])}</span>
            </button>
          ))}
        </fieldset>
        {children}
      </div>
    </search>
  );
}

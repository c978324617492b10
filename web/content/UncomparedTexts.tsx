import { useState } from 'react';
import type { firstDifference } from '../../shared/diff/firstDifference.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { LongText } from './LongText.tsx';
import styles from './TextDiffView.module.css';

/** Where two texts part, and how each reads there. */
export type PartingTexts = ReturnType<typeof firstDifference>;

interface UncomparedTextsProps {
  left: string;
  right: string;
  parting: PartingTexts;
  /** Why they were not compared. */
  why: string;
  isSplit: boolean;
}

/** Two texts that are too much to be compared: why, how far they are the same, and how they read from there on. */
export function UncomparedTexts({ left, right, parting, why, isSplit }: UncomparedTextsProps) {
  const [isWhole, setWhole] = useState(false);
  const { startCharacters, endCharacters, excerpts } = parting;
  const shown = isWhole ? { left, right } : { left: excerpts.left.text, right: excerpts.right.text };
  const shared = isWhole ? 0 : Math.max(0, startCharacters - excerpts.left.from);
  return (
    <>
      <p className={styles.note} role="note">
        {why} {startCharacters > 0 && words('content.sameStart', { count: startCharacters })}{' '}
        {endCharacters > 0 && words('content.sameEnd', { count: endCharacters })}{' '}
        {!isWhole && words('content.fromParting', { line: String(excerpts.right.line) })}{' '}
        <button type="button" className={styles.foldButton} onClick={() => setWhole(!isWhole)}>
          {words(isWhole ? 'content.onlyParting' : 'content.bothWhole')}
        </button>
      </p>
      <div className={isSplit ? styles.pair : undefined}>
        <UncomparedText label={words('content.before')} text={shown.left} kind="removed" shared={shared} />
        <UncomparedText label={words('content.after')} text={shown.right} kind="added" shared={shared} />
      </div>
    </>
  );
}

interface UncomparedTextProps {
  label: string;
  text: string;
  kind: 'added' | 'removed';
  /** So many characters at its start stand in the other text, too. */
  shared: number;
}

function UncomparedText({ label, text, kind, shared }: UncomparedTextProps) {
  const draw = (part: string) => (
    <>
      <span className={styles.shared}>
        <SafeText text={part.slice(0, shared)} />
      </span>
      <SafeText text={part.slice(shared)} />
    </>
  );
  return (
    <div className={classNames(styles.whole, styles[`${kind}Line`])}>
      <div className={styles.label}>{label}</div>
      <LongText text={text} draw={draw} limit="short" />
    </div>
  );
}

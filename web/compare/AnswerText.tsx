import { useState } from 'react';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { directionOfText } from '../ui/textDirection.ts';
import styles from './AnswerText.module.css';

/** Characters that fit into the few lines at first. */
const SHORT = 150;

/** The answer of a side, its beginning at first. @param leftOut characters of a long one that are not in `text` */
export function AnswerText({ text, leftOut }: { text: string; leftOut: number }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > SHORT || text.includes('\n');
  return (
    <span className={styles.answer}>
      <span
        dir={directionOfText(text)}
        className={classNames(styles.text, isLong && !isOpen && styles.short)}
      >
        <SafeText text={text} />
        {isOpen && leftOut > 0 && (
          <span className={styles.more}> {words('compare.answerLeftOut', { count: leftOut })}</span>
        )}
      </span>
      {isLong && (
        <button
          type="button"
          className={styles.button}
          aria-expanded={isOpen}
          aria-label={words(isOpen ? 'compare.answerLess' : 'compare.answerWhole')}
          onClick={() => setOpen(!isOpen)}
        >
          {words(isOpen ? 'compare.less' : 'compare.more')}
        </button>
      )}
    </span>
  );
}

import { type ReactNode, useMemo, useState } from 'react';
import { words } from '../i18n/words.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './LongText.module.css';
import { type FoldLimit, type ShownText, shownText, stepCharacters } from './longText.ts';

interface LongTextProps {
  text: string;
  /** Draws the part that is shown; plain text without it. */
  draw?: (text: string) => ReactNode;
  /** The first step is shown without being asked for: the text is all there is to see. */
  open?: boolean;
  limit?: FoldLimit;
}

/** A text that is folded where it is long. Unfolding shows it in steps, and says how much is not shown yet. */
export function LongText({
  text,
  draw = part => <SafeText text={part} />,
  open = false,
  limit = 'long',
}: LongTextProps) {
  const firstStep = open ? 1 : 0;
  const [steps, setSteps] = useState(firstStep);
  const shown = useMemo(() => shownText(text, steps, limit), [text, steps, limit]);
  const isFolded = steps === 0 && shown.leftOut > 0;
  return (
    <>
      {draw(shown.text)}
      {(shown.leftOut > 0 || steps > firstStep) && (
        <div className={styles.more}>
          {/* One button in both states: who has pressed it stays on it. */}
          <button
            type="button"
            className={styles.button}
            aria-expanded={!isFolded}
            onClick={() => setSteps(shown.leftOut > 0 ? steps + 1 : firstStep)}
          >
            {wordsOfMore(shown, isFolded)}
          </button>
          {shown.leftOut > 0 && steps > firstStep && (
            <button type="button" className={styles.button} onClick={() => setSteps(firstStep)}>
              {words('content.fold')}
            </button>
          )}
          <span className={styles.copy}>
            <CopyButton text={text} label={words('content.copyAll')} />
          </span>
        </div>
      )}
    </>
  );
}

/** What pressing does: shows all of it, of megabytes only the next step, or folds it again. */
function wordsOfMore({ totalLines, totalCharacters, leftOut }: ShownText, isFolded: boolean): string {
  if (leftOut === 0) return words('content.fold');
  if (!isFolded || totalCharacters > stepCharacters) return words('content.showMore', { count: leftOut });
  return totalLines > 1
    ? words('content.showAllLines', { count: totalLines })
    : words('content.showAllCharacters', { count: totalCharacters });
}

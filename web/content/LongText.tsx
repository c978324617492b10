import { type ReactNode, useMemo, useState } from 'react';
import { foundPlace } from '../../shared/foundPlace.ts';
import { words } from '../i18n/words.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { usePrinting } from '../ui/useSize.ts';
import styles from './LongText.module.css';
import {
  type FoldLimit,
  printedText,
  type ShownText,
  shownText,
  stepCharacters,
  windowOn,
} from './longText.ts';
import { useSought } from './sought.tsx';

interface LongTextProps {
  text: string;
  /** Draws the part that is shown; plain text without it. */
  draw?: (text: string) => ReactNode;
  /** The first step is shown without being asked for: the text is all there is to see. */
  open?: boolean;
  limit?: FoldLimit;
}

function PrintedText({ text, draw }: Required<Pick<LongTextProps, 'text' | 'draw'>>) {
  const printed = useMemo(() => printedText(text), [text]);
  return (
    <>
      {draw(printed.text)}
      {printed.leftOut > 0 && (
        <p className={styles.notPrinted}>{words('content.notPrinted', { count: printed.leftOut })}</p>
      )}
    </>
  );
}

const drawSafely = (part: string): ReactNode => <SafeText text={part} />;

/**
 * A text that is folded where it is long. Unfolding shows it in steps, and says how much is not shown yet. Where a place
 * of it is sought, it is shown as far as that, or from shortly before it on. On paper it stands as it is, up to a limit.
 */
export function LongText({ text, draw = drawSafely, open = false, limit = 'long' }: LongTextProps) {
  const isPrinting = usePrinting();
  const firstStep = open ? 1 : 0;
  const [steps, setSteps] = useState(firstStep);
  const [from, setFrom] = useState(0);
  const rest = useMemo(() => text.slice(from), [text, from]);
  const shown = useMemo(() => shownText(rest, steps, limit), [rest, steps, limit]);
  const show = (window: { from: number; steps: number }) => {
    setFrom(window.from);
    setSteps(window.steps);
  };
  useSought(place => {
    const found = foundPlace(text, place);
    return found && windowOn(text, found.match, { from, end: from + shown.text.length });
  }, show);
  const isFolded = steps === 0 && shown.leftOut > 0;
  if (isPrinting) return <PrintedText text={text} draw={draw} />;
  return (
    <>
      {from > 0 && (
        <div className={styles.more}>
          <button
            type="button"
            className={styles.button}
            onClick={() => show({ from: 0, steps: Math.max(1, firstStep) })}
          >
            {words('content.fromStart', { count: from })}
          </button>
        </div>
      )}
      {draw(shown.text)}
      {(shown.leftOut > 0 || steps > firstStep) && (
        <div className={styles.more}>
          {/* One button in both states: who has pressed it stays on it. */}
          <button
            type="button"
            className={styles.button}
            aria-expanded={!isFolded}
            onClick={() => (shown.leftOut > 0 ? setSteps(steps + 1) : show({ from: 0, steps: firstStep }))}
          >
            {wordsOfMore(shown, isFolded)}
          </button>
          {shown.leftOut > 0 && steps > firstStep && (
            <button
              type="button"
              className={styles.button}
              onClick={() => show({ from: 0, steps: firstStep })}
            >
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

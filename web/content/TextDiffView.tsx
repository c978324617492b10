import { useMemo } from 'react';
import type { TextPart, TextSize } from '../../shared/diff/diffText.ts';
import { firstDifference } from '../../shared/diff/firstDifference.ts';
import { words } from '../i18n/words.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { directionOfText } from '../ui/textDirection.ts';
import type { Compared, TextComparison } from './comparing.ts';
import type { DiffOutcome } from './diffQueue.ts';
import { LinesView } from './LinesView.tsx';
import { PartsView } from './LineView.tsx';
import { LongText } from './LongText.tsx';
import styles from './TextDiffView.module.css';
import { type PartingTexts, UncomparedTexts } from './UncomparedTexts.tsx';
import { COMPARE_LIMIT_MS, useCompared } from './useCompared.ts';
import { useSeen } from './useSeen.ts';

interface TextDiffViewProps {
  left: string;
  right: string;
  /** Lines even for short texts: code and output. */
  byLines?: boolean;
  /** White space is no change. */
  ignoreSpace?: boolean;
  /** In two columns, left and right. */
  isSplit?: boolean;
  /** It is drawn only near the screen: nothing has to wait until it is seen. */
  isNear?: boolean;
}

/**
 * Two texts compared by words or lines, when they come on screen. Long ones are compared on a thread beside the page;
 * where that is too much, or takes too long, it says so and shows where the texts part.
 */
export function TextDiffView({
  left,
  right,
  byLines = false,
  ignoreSpace = false,
  isSplit = false,
  isNear = false,
}: TextDiffViewProps) {
  const { ref, seen } = useSeen<HTMLDivElement>();
  const isLookedAt = isNear || seen;
  const job = useMemo(
    () => ({ kind: 'text', left, right, byLines, ignoreSpace }) as const,
    [left, right, byLines, ignoreSpace],
  );
  const outcome = useCompared(job, isLookedAt);
  return (
    <div ref={ref} className={styles.diff}>
      {isLookedAt ? (
        <TextOutcome outcome={outcome} left={left} right={right} isSplit={isSplit} />
      ) : (
        <LongText text={right} />
      )}
    </div>
  );
}

interface TextOutcomeProps extends ComparedTexts {
  /** Null as long as it is not there. What is found here is of texts. */
  outcome: DiffOutcome<Compared> | null;
}

/** What became of a comparison of two texts: the diff, that it is made, or why there is none and where the texts part. */
export function TextOutcome({ outcome, ...texts }: TextOutcomeProps) {
  switch (outcome?.kind) {
    case undefined:
      return <Spinner label={words('content.comparing')} />;
    case 'too-slow':
      return <StoppedView {...texts} why={words('content.tooSlow', { count: COMPARE_LIMIT_MS / 1000 })} />;
    case 'failed':
      return <StoppedView {...texts} why={words('content.notCompared')} />;
    case 'found':
      return <ComparisonView {...texts} comparison={comparisonOf(outcome.found)} />;
  }
}

function comparisonOf(found: Compared): TextComparison {
  return 'comparison' in found ? found.comparison : { kind: 'same' };
}

interface ComparedTexts {
  left: string;
  right: string;
  isSplit: boolean;
}

function ComparisonView({ comparison, ...texts }: ComparedTexts & { comparison: TextComparison }) {
  switch (comparison.kind) {
    case 'same':
      return <p className={styles.note}>{words('content.sameText')}</p>;
    case 'words':
      return <WordsView parts={comparison.parts} {...texts} />;
    case 'lines':
      return (
        <>
          {comparison.isCoarse && (
            <p className={styles.note} role="note">
              {words('content.coarse')}
            </p>
          )}
          <LinesView table={comparison.table} {...texts} />
        </>
      );
    case 'too-large': {
      const sizes = { left: wordsOfSize(comparison.left), right: wordsOfSize(comparison.right) };
      return (
        <UncomparedTexts
          {...texts}
          why={words(reasons[comparison.reason], sizes)}
          parting={partingOf(comparison)}
        />
      );
    }
  }
}

const reasons = {
  'too-long': 'content.tooLong',
  'too-many-lines': 'content.tooManyLines',
  'line-too-long': 'content.lineTooLong',
} as const;

function partingOf({ left, right, same }: Extract<TextComparison, { kind: 'too-large' }>): PartingTexts {
  return { ...same, excerpts: { left: left.excerpt, right: right.excerpt } };
}

function StoppedView({ why, ...texts }: ComparedTexts & { why: string }) {
  const { left, right } = texts;
  const parting = useMemo(() => firstDifference(left, right), [left, right]);
  return <UncomparedTexts {...texts} why={why} parting={parting} />;
}

function WordsView({ parts, left, right, isSplit }: ComparedTexts & { parts: readonly TextPart[] }) {
  const column = (text: string, shown: readonly TextPart[]) => (
    <p dir={directionOfText(text)} className={styles.words}>
      <PartsView parts={shown} />
    </p>
  );
  if (!isSplit) return column(right, parts);
  const without = (kind: TextPart['kind']) => parts.filter(part => part.kind !== kind);
  return (
    <div className={styles.pair}>
      {column(left, without('added'))}
      {column(right, without('removed'))}
    </div>
  );
}

function wordsOfSize({ lines, characters }: TextSize): string {
  return words('content.size', { lines: words('content.lines', { count: lines }), count: characters });
}

import { useMemo, useState } from 'react';
import {
  diffText,
  type LineDiff,
  type TextDiff,
  type TextPart,
  type TextSize,
} from '../../shared/diffText.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { directionOfText } from '../ui/textDirection.ts';
import { lineStretches } from './foldLines.ts';
import { LongText } from './LongText.tsx';
import styles from './TextDiffView.module.css';
import { useSeen } from './useSeen.ts';

interface TextDiffViewProps {
  left: string;
  right: string;
  /** Lines even for short texts: code and output. */
  byLines?: boolean;
}

/** Two texts compared by words or lines. The comparison is made when it comes on screen. */
export function TextDiffView({ left, right, byLines = false }: TextDiffViewProps) {
  const { ref, seen } = useSeen<HTMLDivElement>();
  const diff = useMemo(
    () => (seen ? diffText(left, right, { byLines }) : null),
    [seen, left, right, byLines],
  );
  return (
    <div ref={ref} className={styles.diff}>
      {diff === null ? <LongText text={right} /> : <DiffBody diff={diff} left={left} right={right} />}
    </div>
  );
}

function DiffBody({ diff, left, right }: { diff: TextDiff; left: string; right: string }) {
  switch (diff.kind) {
    case 'same':
      return <p className={styles.note}>{words('content.sameText')}</p>;
    case 'words':
      return (
        <p dir={directionOfText(right)} className={styles.words}>
          <PartsView parts={diff.parts} />
        </p>
      );
    case 'lines':
      return <LinesView lines={diff.lines} />;
    case 'too-large':
      return (
        <>
          <p className={styles.note}>
            {words(diff.reason === 'too-different' ? 'content.tooDifferent' : 'content.tooLarge', {
              left: wordsOfSize(diff.left),
              right: wordsOfSize(diff.right),
            })}
          </p>
          <UncomparedText label={words('content.before')} text={left} kind="removed" />
          <UncomparedText label={words('content.after')} text={right} kind="added" />
        </>
      );
  }
}

function wordsOfSize({ lines, characters }: TextSize): string {
  return words('content.size', { lines: words('content.lines', { count: lines }), count: characters });
}

function UncomparedText({ label, text, kind }: { label: string; text: string; kind: 'added' | 'removed' }) {
  return (
    <div className={classNames(styles.whole, styles[kind])}>
      <div className={styles.label}>{label}</div>
      <LongText text={text} />
    </div>
  );
}

function PartsView({ parts }: { parts: readonly TextPart[] }) {
  // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of one diff have no other identity
  return parts.map((part, index) => {
    if (part.kind === 'same') return <SafeText key={index} text={part.text} />;
    const Tag = part.kind === 'added' ? 'ins' : 'del';
    return (
      <Tag key={index} className={styles[part.kind]}>
        <SafeText text={part.text} />
      </Tag>
    );
  });
  // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
}

function LinesView({ lines }: { lines: readonly LineDiff[] }) {
  const stretches = useMemo(() => lineStretches(lines), [lines]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  return (
    <div className={styles.lines}>
      {stretches.map(stretch =>
        stretch.folded && !opened.has(stretch.start) ? (
          <button
            key={stretch.start}
            type="button"
            className={styles.fold}
            aria-expanded={false}
            onClick={() => setOpened(new Set([...opened, stretch.start]))}
          >
            {words('content.equalLines', { count: stretch.lines.length })}
          </button>
        ) : (
          stretch.lines.map(line => <LineView key={`${line.leftLine}:${line.rightLine}`} line={line} />)
        ),
      )}
    </div>
  );
}

const signs = { same: ' ', added: '+', removed: '−' };

function LineView({ line }: { line: LineDiff }) {
  const isWhole = line.parts.every(part => part.kind !== 'same');
  const parts: readonly TextPart[] = isWhole
    ? line.parts.map(part => ({ ...part, kind: 'same' }))
    : line.parts;
  return (
    <div className={classNames(styles.line, styles[`${line.kind}Line`])}>
      <span className={styles.sign}>{signs[line.kind]}</span>
      <span className={styles.lineText}>
        <PartsView parts={parts} />
      </span>
    </div>
  );
}

import type { LineDiff, TextPart } from '../../shared/diff/diffText.ts';
import { classNames } from '../ui/classNames.ts';
import { SafeText } from '../ui/SafeText.tsx';
import { LongText } from './LongText.tsx';
import styles from './TextDiffView.module.css';

/** Parts of a text with their marks: what went and what came. */
export function PartsView({ parts }: { parts: readonly TextPart[] }) {
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

const signs = { same: ' ', added: '+', removed: '−' };

/** A line that is longer is shown in steps: megabytes in one line are not laid out at once. */
const mostCharacters = 2_000;

/** One line of a diff, with the words marked that differ in it. */
export function LineView({ line }: { line: LineDiff }) {
  return (
    <div className={classNames(styles.line, styles[`${line.kind}Line`])}>
      <span className={styles.sign}>{signs[line.kind]}</span>
      <div className={styles.lineText}>
        <LineWords {...line} />
      </div>
    </div>
  );
}

function LineWords({ kind, parts }: LineDiff) {
  const [first, ...others] = parts;
  // The whole line is coloured already: marks are for words.
  if (first === undefined || others.length > 0 || (first.kind === 'same' && kind !== 'same')) {
    return <PartsView parts={parts} />;
  }
  const { text } = first;
  return text.length > mostCharacters ? <LongText text={text} limit="short" /> : <SafeText text={text} />;
}

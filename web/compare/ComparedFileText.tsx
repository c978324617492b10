import type { ComparedFile, Comparison, FileText } from '../../shared/compare/comparison.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { useComparedFile } from '../api/comparisons.ts';
import { TextDiffView } from '../content/TextDiffView.tsx';
import { formatBytes } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './ComparedFileText.module.css';
import type { Pair } from './PairPicker.tsx';
import { sideName } from './sideName.ts';

interface ComparedFileTextProps {
  comparison: Comparison;
  file: ComparedFile;
  pair: Pair;
}

/** What differs in the text of one file between two sides. */
export function ComparedFileText({ comparison, file, pair }: ComparedFileTextProps) {
  const { run, columns } = comparison;
  const version = JSON.stringify(columns.map(column => column.end?.scene ?? null));
  const sides = columns.map(column => column.side);
  const loaded = useComparedFile(run, sides, file.path, version);
  if (loaded.status === 'loading') return <Spinner />;
  if (loaded.status === 'problem') return <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />;
  const [left, right] = [loaded.value.sides[pair.left], loaded.value.sides[pair.right]];
  const [leftColumn, rightColumn] = [columns[pair.left], columns[pair.right]];
  if (!left || !right || !leftColumn || !rightColumn) return null;
  const names = { left: sideName(leftColumn), right: sideName(rightColumn) };
  const texts = [textOf(left), textOf(right)] as const;
  return (
    <>
      <p className={styles.between}>
        <span className={styles.left}>− {names.left}</span>{' '}
        <span className={styles.right}>+ {names.right}</span>
      </p>
      {texts[0] === null || texts[1] === null ? (
        <p className={styles.none}>
          {names.left}: {wordsOf(left)}. {names.right}: {wordsOf(right)}.
        </p>
      ) : (
        <TextDiffView key={`${pair.left} ${pair.right}`} left={texts[0]} right={texts[1]} byLines />
      )}
    </>
  );
}

/** A file that is not there has an empty text: its diff is the other side whole. Null where there is no text to compare. */
function textOf(file: FileText): string | null {
  if (file.state === 'text') return file.text;
  return file.state === 'absent' ? '' : null;
}

function wordsOf(file: FileText): string {
  switch (file.state) {
    case 'text':
      return words('compare.textOfSize', { size: formatBytes(file.sizeBytes) });
    case 'binary':
      return words('compare.binary', { size: formatBytes(file.sizeBytes), digest: file.digest.slice(0, 8) });
    case 'too-large':
      return words('compare.tooLarge', {
        size: formatBytes(file.sizeBytes),
        digest: file.digest.slice(0, 8),
      });
    case 'link':
      return words('compare.linkTo', { target: visibleText(file.target) });
    case 'folder':
      return words('compare.folder');
    case 'absent':
      return words('compare.fileAbsent');
    case 'unknown':
      return words('compare.fileUnknown');
  }
}

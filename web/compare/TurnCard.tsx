import { ChevronRight } from 'lucide-react';
import type { Column, TurnCell } from '../../shared/compare/comparison.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatDuration, formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { SceneLink } from '../selection/SceneLink.tsx';
import { classNames } from '../ui/classNames.ts';
import { labelOfMark, Mark } from '../ui/Mark.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { directionOfText } from '../ui/textDirection.ts';
import { callTitle, tellingCall } from './callTitle.ts';
import { sideName } from './sideName.ts';
import styles from './TurnCard.module.css';
import { TurnDetails } from './TurnDetails.tsx';
import { testWords } from './testWords.ts';

interface TurnCardProps {
  column: Column;
  cell: TurnCell;
  /** The same as on all other sides. */
  isSame: boolean;
  /** The cell that the others of its row are held against. */
  isFirst: boolean;
  colour: string | null;
  isOpen: boolean;
  onToggle: () => void;
}

/** A turn of one side: what it called and said, what is other than on the first side, and the way to it on the graph. */
export function TurnCard({ column, cell, isSame, isFirst, colour, isOpen, onToggle }: TurnCardProps) {
  const turn = String(cell.at.turn);
  const title = callTitle(cell.calls) || wordsWithoutCalls(cell);
  const edge = edgeOf(cell);
  return (
    <article
      className={classNames(styles.card, isSame && styles.same, edge !== null && styles[edge])}
      style={edge === null && colour !== null && !isSame ? { borderInlineStartColor: colour } : undefined}
      aria-label={words('compare.turnOf', { turn, side: sideName(column) })}
    >
      <div className={styles.top}>
        <SceneLink
          run={column.run}
          address={cell.at.address}
          className={styles.turn}
          aria-label={words('compare.showTurn', { turn, branch: visibleText(column.branch) })}
          title={words('compare.showTurn', { turn, branch: visibleText(column.branch) })}
        >
          {turn}
        </SceneLink>
        <button
          type="button"
          className={styles.title}
          data-printed=""
          aria-expanded={isOpen}
          title={visibleText(title)}
          onClick={onToggle}
        >
          <ChevronRight size={12} className={classNames(styles.chevron, isOpen && styles.open)} aria-hidden />
          <span dir={directionOfText(title)} className={styles.calls}>
            <SafeText text={title} />
          </span>
        </button>
        <Differences cell={cell} isSame={isSame} isFirst={isFirst} />
        {cell.marks.length > 0 && (
          <span className={styles.marks}>
            {cell.marks.map(mark => (
              <Mark key={mark} mark={mark} />
            ))}
          </span>
        )}
      </div>
      {!isOpen && <Bottom cell={cell} />}
      {isOpen && <TurnDetails run={column.run} cell={cell} />}
    </article>
  );
}

/** What a turn is that called nothing. */
function wordsWithoutCalls({ at, marks }: TurnCell): string {
  if (marks.includes('damaged')) return labelOfMark('damaged');
  return words(at.turn === 0 ? 'compare.task' : 'compare.reply');
}

/** First words, the first line of the result, and what the turn took. */
function Bottom({ cell }: { cell: TurnCell }) {
  const call = tellingCall(cell);
  const counts = call?.counts;
  const result = counts ? testWords(counts) : (call?.result ?? '');
  const look = call?.state === 'error' || (counts && counts.failed > 0) ? 'failed' : counts && 'passed';
  const numbers = [
    cell.tokens === null ? null : formatTokens(cell.tokens),
    cell.durationMs === null ? null : formatDuration(cell.durationMs),
  ].filter(part => part !== null);
  return (
    <div className={styles.bottom}>
      <span dir={directionOfText(cell.words)} className={styles.words}>
        <SafeText text={cell.words} />
      </span>
      {result !== '' && (
        <code className={classNames(styles.result, look && styles[look])} title={visibleText(result)}>
          <SafeText text={result} />
        </code>
      )}
      <span className={styles.numbers}>{numbers.join(' · ')}</span>
    </div>
  );
}

const signs = {
  call: 'compare.signCall',
  input: 'compare.signInput',
  result: 'compare.signResult',
  words: 'compare.signWords',
  model: 'compare.signModel',
} as const;

/** What is other than in the first cell of the row; of the first cell nothing is said. */
function Differences({ cell, isSame, isFirst }: Pick<TurnCardProps, 'cell' | 'isSame' | 'isFirst'>) {
  if (isFirst) return null;
  if (isSame) return <span className={styles.equal}>{words('compare.signSame')}</span>;
  const grave = cell.differences.find(difference => difference === 'call' || difference === 'input');
  const [shown = null, ...more] = grave ? [grave] : cell.differences;
  if (shown === null) return null;
  return (
    <span className={classNames(styles.sign, grave !== undefined && styles.grave)}>
      {[shown, ...more].map(difference => words(signs[difference])).join(' ')}
    </span>
  );
}

/** The colour of the edge says what stands out; a quiet turn has that of its branch. */
function edgeOf({ marks }: TurnCell): 'error' | 'waiting' | 'effect' | 'simulated' | null {
  if (marks.includes('waiting') || marks.includes('dangling')) return 'waiting';
  if (marks.includes('error') || marks.includes('damaged')) return 'error';
  if (marks.includes('external')) return 'effect';
  return marks.includes('simulated') ? 'simulated' : null;
}

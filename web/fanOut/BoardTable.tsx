import { formatAddress } from '../../shared/address.ts';
import type { BranchState, SceneRow } from '../../shared/rows.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatTokens } from '../i18n/format.ts';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { StatePill } from '../ui/StatePill.tsx';
import styles from './BoardTable.module.css';
import type { BoardRow } from './boardRows.ts';

interface BoardTableProps {
  rows: readonly BoardRow[];
  /** Address of the scene that is looked at, or null. */
  selected: string | null;
  colourOf: (branch: string) => string | null;
  /** Goes to a scene of the graph. */
  onGo: (address: string) => void;
}

/** The branches of a fan-out, one a row: how far each is, what it used, did and said. */
export function BoardTable({ rows, selected, colourOf, onGo }: BoardTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a narrow page has to be reached by keys
    <section className={styles.frame} tabIndex={0} aria-label={words('fanOut.table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words('fanOut.columnBranch')}</th>
            <th scope="col">{words('fanOut.columnState')}</th>
            <th scope="col" className={styles.number}>
              {words('fanOut.columnTurns')}
            </th>
            <th scope="col" className={styles.number}>
              {words('fanOut.columnTokens')}
            </th>
            <th scope="col">{words('fanOut.columnTests')}</th>
            <th scope="col">{words('fanOut.columnEffects')}</th>
            <th scope="col">{words('fanOut.columnAnswer')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Line
              key={row.branch.name}
              row={row}
              isSelected={selected !== null && selected === addressOfHead(row)}
              colour={colourOf(row.branch.name)}
              onGo={onGo}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface LineProps {
  row: BoardRow;
  isSelected: boolean;
  colour: string | null;
  onGo: (address: string) => void;
}

function Line({ row, isSelected, colour, onGo }: LineProps) {
  const { branch, turns, tokens, words: said } = row;
  const address = addressOfHead(row);
  return (
    <tr className={classNames(isSelected && styles.selected)}>
      <th scope="row">
        <button
          type="button"
          className={styles.name}
          style={colour === null ? undefined : { color: colour }}
          disabled={address === null}
          aria-current={isSelected || undefined}
          aria-label={words('fanOut.goTo', { branch: visibleText(branch.name) })}
          title={visibleText(branch.name)}
          onClick={() => address !== null && onGo(address)}
        >
          <SafeText text={branch.name} />
        </button>
      </th>
      <td>
        <StateCell row={row} />
      </td>
      <td className={styles.number}>{turns}</td>
      <td className={styles.number}>{formatTokens(tokens)}</td>
      <td>
        <TestCell test={row.test} />
      </td>
      <td>
        <EffectsCell effects={row.effects} />
      </td>
      <td className={styles.answer}>
        {said === null ? (
          '—'
        ) : (
          <span className={styles.words} title={visibleText(said)}>
            <SafeText text={said} />
          </span>
        )}
      </td>
    </tr>
  );
}

const notBegun = { queued: 'fanOut.queued', 'not-started': 'fanOut.notStarted' } as const;

function StateCell({ row: { state, branch, needsPerson } }: { row: BoardRow }) {
  if (state === 'queued' || state === 'not-started') {
    return <span className={styles.notBegun}>{words(notBegun[state])}</span>;
  }
  return (
    <span className={styles.stack}>
      <StatePill state={state satisfies BranchState} />
      {branch.problem && state !== 'running' && (
        <span className={styles.why} title={visibleText(wordsOfProblem(branch.problem))}>
          <PhraseText text={wordsOfProblem(branch.problem)} />
        </span>
      )}
      {needsPerson && <span className={styles.muted}>{words('fanOut.decide')}</span>}
    </span>
  );
}

function TestCell({ test }: { test: BoardRow['test'] }) {
  if (test === null) return '—';
  return (
    <span
      className={test.isGreen ? styles.green : styles.red}
      title={visibleText(`${test.command}\n${test.result}`)}
    >
      <Mark mark={test.isGreen ? 'good' : 'bad'} decorative />
      {words(test.isGreen ? 'fanOut.green' : 'fanOut.red')}
    </span>
  );
}

function EffectsCell({ effects: { done, simulated, waiting } }: { effects: BoardRow['effects'] }) {
  if (done + simulated + waiting === 0) return <span className={styles.muted}>{words('fanOut.none')}</span>;
  return (
    <span className={styles.stack}>
      {waiting > 0 && (
        <span className={styles.effect}>
          <Mark mark="waiting" decorative />
          {words('fanOut.effectsWaiting', { count: waiting })}
        </span>
      )}
      {done > 0 && (
        <span className={styles.effect}>
          <Mark mark="external" decorative />
          {words('fanOut.effectsDone', { count: done })}
        </span>
      )}
      {simulated > 0 && (
        <span className={styles.effect}>
          <Mark mark="simulated" decorative />
          {words('fanOut.effectsSimulated', { count: simulated })}
        </span>
      )}
    </span>
  );
}

/** The head as the address of its own branch, also while it stands on the scene that it was forked from. */
function addressOfHead({
  branch,
  head,
}: {
  branch: BoardRow['branch'];
  head: SceneRow | null;
}): string | null {
  if (head === null) return null;
  const { turn, point } = head;
  return formatAddress({ kind: 'turn', branch: branch.name, turn, point, move: null });
}

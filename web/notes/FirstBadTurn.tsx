import { useMemo } from 'react';
import type { Bisection } from '../../shared/bisect.ts';
import type { NoteChange } from '../../shared/notes.ts';
import { type RunGraph, sceneOfTurn } from '../../shared/runGraph.ts';
import { useChangeNotes } from '../api/notes.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import styles from './FirstBadTurn.module.css';
import { firstBadSearch } from './firstBadSearch.ts';
import { noTurnNotes, type TurnNotes, verdictChanges } from './turnNotes.ts';
import { useJudging } from './useJudging.ts';
import { VerdictButtons } from './VerdictButtons.tsx';

export interface FirstBadTurnProps {
  run: string;
  graph: RunGraph;
  notes: ReadonlyMap<string, TurnNotes>;
  /** The turn that is looked at. */
  shown: string | null;
  onTurn: (turn: string) => void;
  /** Prepares a rewind to a turn, or a fork from it. */
  onMove: (turn: string, act: 'rewind' | 'fork') => void;
}

/** Leads to the first bad turn by halves: what to look at next, what to say of it, and in the end which it is. */
export function FirstBadTurn({ run, graph, notes, shown, onTurn, onMove }: FirstBadTurnProps) {
  const { line, bisection } = useMemo(() => firstBadSearch(graph, notes, shown), [graph, notes, shown]);
  const { judge, problem } = useJudging(run, graph, shown, onTurn);
  const changing = useChangeNotes(run);
  const numberOf = (turn: string) => String(graph.turns.get(turn)?.turn ?? '');
  const judged = line.flatMap((turn): NoteChange[] =>
    verdictChanges(notes.get(turn) ?? noTurnNotes, turn, null),
  );
  return (
    <section className={styles.search} aria-label={words('notes.searchTitle')}>
      <h3 className={styles.title}>{words('notes.searchTitle')}</h3>
      {judged.length === 0 && <p className={styles.about}>{words('notes.searchAbout')}</p>}
      <p className={styles.state} role="status">
        {wordsOfBisection(bisection, shown, numberOf)}
      </p>
      <Steps bisection={bisection} shown={shown} graph={graph} onTurn={onTurn} onMove={onMove} />
      {shown !== null && (
        <div className={styles.row}>
          <span className={styles.label}>{words('notes.markShown', { turn: numberOf(shown) })}</span>
          <VerdictButtons
            label={words('notes.markShown', { turn: numberOf(shown) })}
            value={notes.get(shown)?.verdict ?? null}
            verdicts={['good', 'bad', 'skip']}
            onChange={judge}
          />
        </div>
      )}
      {problem && <ProblemNote problem={problem} />}
      {judged.length > 0 && (
        <Button look="quiet" className={styles.over} onClick={() => changing.mutate(judged)}>
          {words('notes.startOver')}
        </Button>
      )}
    </section>
  );
}

function wordsOfBisection(
  bisection: Bisection,
  shown: string | null,
  numberOf: (turn: string) => string,
): string {
  switch (bisection.kind) {
    case 'needs':
      return words(bisection.verdict === 'bad' ? 'notes.needsBad' : 'notes.needsGood');
    case 'look': {
      const place = { turn: numberOf(bisection.turn), count: bisection.looksLeft };
      return words(bisection.turn === shown ? 'notes.lookHere' : 'notes.look', place);
    }
    case 'found': {
      const turn = numberOf(bisection.bad);
      const skipped = bisection.skipped.map(numberOf).join(', ');
      const found =
        skipped === '' ? words('notes.found', { turn }) : words('notes.foundBetween', { turn, skipped });
      return `${found} ${words('notes.lastGood', { turn: numberOf(bisection.good) })}`;
    }
    case 'contradiction':
      return words('notes.contradiction', { good: numberOf(bisection.good), bad: numberOf(bisection.bad) });
  }
}

type StepsProps = Pick<FirstBadTurnProps, 'shown' | 'graph' | 'onTurn' | 'onMove'> & { bisection: Bisection };

/** The turns that are spoken of, as far as they are not looked at, and at the end the ways back from them. */
function Steps({ bisection, shown, graph, onTurn, onMove }: StepsProps) {
  const numberOf = (turn: string) => String(graph.turns.get(turn)?.turn ?? '');
  const turns = turnsOf(bisection).filter(turn => turn !== shown);
  const before = bisection.kind === 'found' ? graph.turns.get(bisection.good) : undefined;
  const canGoBack = before && sceneOfTurn(before, null)?.problem === null;
  if (turns.length === 0 && !canGoBack) return null;
  return (
    <div className={styles.row}>
      {turns.map(turn => (
        <Button
          key={turn}
          look={bisection.kind === 'look' ? 'primary' : 'plain'}
          onClick={() => onTurn(turn)}
        >
          {words('notes.goTo', { turn: numberOf(turn) })}
        </Button>
      ))}
      {canGoBack && (
        <>
          <Button look="primary" onClick={() => onMove(before.id, 'rewind')}>
            {words('notes.rewindTo', { turn: numberOf(before.id) })}
          </Button>
          <Button onClick={() => onMove(before.id, 'fork')}>
            {words('notes.forkFrom', { turn: numberOf(before.id) })}
          </Button>
        </>
      )}
    </div>
  );
}

function turnsOf(bisection: Bisection): string[] {
  if (bisection.kind === 'look') return [bisection.turn];
  if (bisection.kind === 'found') return [bisection.bad];
  return bisection.kind === 'contradiction' ? [bisection.bad, bisection.good] : [];
}

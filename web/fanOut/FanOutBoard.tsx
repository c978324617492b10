import { Columns2, Play, Square, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { formatAddress } from '../../shared/address.ts';
import { problemFromError } from '../../shared/errors.ts';
import { type FanOut, type FanOutReceipt, fanOutsOf, restOf } from '../../shared/fanOut.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { useStartRest, useStopFanOut } from '../api/commands.ts';
import { useWaitingBranches } from '../api/fanOuts.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { BoardTable } from './BoardTable.tsx';
import { type BoardRow, boardRows, countRows } from './boardRows.ts';
import styles from './FanOutBoard.module.css';
import { useReceipt, welcomesReceipt } from './keptReceipts.ts';
import { MadeNote } from './MadeNote.tsx';

interface FanOutBoardProps {
  state: RunState;
  graph: RunGraph;
  /** Its id, as the URL names it. */
  fanOut: string;
  colourOf: (branch: string) => string | null;
}

/** The branches of a fan-out as they come in, and what can be done with all of them. */
export function FanOutBoard({ state, graph, fanOut, colourOf }: FanOutBoardProps) {
  const groups = useMemo(() => fanOutsOf(state.branches), [state.branches]);
  const group = groups.find(entry => entry.id === fanOut);
  if (!group) return <Frame head={<p className={styles.about}>{words('fanOut.gone')}</p>} />;
  return <Board state={state} graph={graph} group={group} groups={groups} colourOf={colourOf} />;
}

interface FrameProps {
  /** It takes the focus once for each. */
  receipt?: FanOutReceipt | null;
  head: ReactNode;
  children?: ReactNode;
}

function Frame({ receipt = null, head, children }: FrameProps) {
  const { select } = useSelection();
  const titleId = useId();
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    // The panel that had the focus made these branches, and is gone.
    if (receipt && welcomesReceipt(receipt)) element.current?.focus();
  }, [receipt]);
  return (
    <section ref={element} className={styles.board} tabIndex={-1} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {words('fanOut.board')}
        </h2>
        {head}
        <IconButton
          className={styles.close}
          label={words('fanOut.boardClose')}
          onClick={() => select({ fanOut: null })}
        >
          <X aria-hidden />
        </IconButton>
      </header>
      {children}
    </section>
  );
}

interface BoardProps extends Omit<FanOutBoardProps, 'fanOut'> {
  group: FanOut;
  /** All fan-outs of the run. */
  groups: readonly FanOut[];
}

function Board({ state, graph, group, groups, colourOf }: BoardProps) {
  const { select, scene } = useSelection();
  const run = state.run.id;
  const waiting = useWaitingBranches(run);
  const rows = useMemo(() => boardRows(state, graph, group, waiting), [state, graph, group, waiting]);
  const rest = restOf(state, group).filter(row => !waiting.includes(row.name)).length;
  const missing = group.of - group.branches.length;
  const receipt = useReceipt(run, group.id);
  return (
    <Frame
      receipt={receipt}
      head={
        <>
          <Which graph={graph} group={group} groups={groups} />
          <p className={styles.about}>{words('fanOut.boardAtOnce', { count: group.atOnce })}</p>
          <p className={styles.about} role="status">
            {nowText(rows)}
          </p>
          <Actions run={run} fanOut={group.id} rows={rows} rest={rest} />
        </>
      }
    >
      <div className={styles.body}>
        <MadeNote run={run} fanOut={group.id} />
        {missing > 0 && (
          <p className={styles.missing}>
            {words('fanOut.missing', { count: missing, of: String(group.of) })}
          </p>
        )}
        <BoardTable
          rows={rows}
          selected={scene}
          colourOf={colourOf}
          onGo={address => select({ scene: address, diff: null, act: null })}
        />
      </div>
    </Frame>
  );
}

/** `2 of 4 have ended · 1 waits for you` */
function nowText(rows: readonly BoardRow[]): string {
  const { ended, waiting } = countRows(rows);
  const text = words('fanOut.boardNow', { ended: String(ended), count: String(rows.length) });
  return waiting === 0 ? text : `${text} · ${words('fanOut.effectsWaiting', { count: waiting })}`;
}

/** From where it was forked; where there are several, the choice between them. */
function Which({ graph, group, groups }: Pick<BoardProps, 'graph' | 'group' | 'groups'>) {
  const { select } = useSelection();
  const textOf = (entry: FanOut) => ({ count: entry.branches.length, place: placeOf(graph, entry) });
  if (groups.length === 1) return <p className={styles.about}>{words('fanOut.boardTitle', textOf(group))}</p>;
  return (
    <Select
      aria-label={words('fanOut.which')}
      value={group.id}
      onChange={event => select({ fanOut: event.currentTarget.value }, { replace: true })}
    >
      {groups.map(entry => (
        <option key={entry.id} value={entry.id}>
          {words('fanOut.whichOne', textOf(entry))}
        </option>
      ))}
    </Select>
  );
}

interface ActionsProps {
  run: string;
  fanOut: string;
  rows: readonly BoardRow[];
  /** How many can be started and do not wait for their turn. */
  rest: number;
}

function Actions({ run, fanOut, rows, rest }: ActionsProps) {
  const { select } = useSelection();
  const stop = useStopFanOut(run);
  const start = useStartRest(run);
  const failed = stop.error ?? start.error;
  const isBusy = rows.some(row => row.state === 'running' || row.state === 'queued');
  const names = rows.map(row => row.branch.name);
  return (
    <div className={styles.actions}>
      {failed && <ProblemNote problem={problemFromError(failed)} />}
      {isBusy && (
        <Button disabled={stop.isPending} onClick={() => stop.mutate(fanOut)}>
          <Square size={11} aria-hidden />
          {words(stop.isPending ? 'fanOut.stopping' : 'fanOut.stopAll')}
        </Button>
      )}
      {rest > 0 && (
        <Button look="primary" disabled={start.isPending} onClick={() => start.mutate(fanOut)}>
          <Play size={11} aria-hidden />
          {start.isPending ? words('fanOut.starting') : words('fanOut.startRest', { count: rest })}
        </Button>
      )}
      {names.length > 1 && (
        <Button
          title={names.map(visibleText).join(', ')}
          onClick={() => select({ compare: names, view: null, columns: null, act: null, diff: null })}
        >
          <Columns2 size={12} aria-hidden />
          {words('fanOut.compare')}
        </Button>
      )}
    </div>
  );
}

/** `main:14-B`; nothing where the scene is not there any more. */
function placeOf(graph: RunGraph, { branches }: FanOut): string {
  const origin = graph.scenes.get(branches[0]?.origin ?? '');
  return origin ? visibleText(formatAddress(addressOf(graph, origin))) : '';
}

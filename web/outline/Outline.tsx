import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, sceneOfTurn } from '../../shared/runGraph.ts';
import type { TurnFilter } from '../../shared/turnFilter.ts';
import type { Lane } from '../graph/layout/lanes.ts';
import { words } from '../i18n/words.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useSize } from '../ui/useSize.ts';
import styles from './Outline.module.css';
import { OutlineLine } from './OutlineLine.tsx';
import { type OutlineAct, outlineActOf } from './outlineKeys.ts';
import type { OutlineRow } from './outlineRows.ts';
import { TypedWords } from './TypedWords.tsx';
import { useOutlineRows } from './useOutlineRows.ts';
import { useTypedRow } from './useTypedRow.ts';

export interface OutlineProps {
  run: string;
  graph: RunGraph;
  filter: TurnFilter;
  /** The scene that is looked at. */
  scene: SceneRow | null;
  /** Take the focus when it is opened. */
  takesFocus: boolean;
  onScene: (scene: SceneRow) => void;
  /** On to what the turn holds. */
  onEnter: () => void;
}

/** Height of a row in pixels, as the style sheet has it: rows are placed without being measured. */
const ROW_HEIGHT = 46;

/**
 * The tree of the graph as a tree grid: one row per turn and per lane, of which only those in view are in the page.
 * A row that the arrow keys lead to is looked at, as on the graph.
 */
export function Outline({ run, graph, filter, scene, takesFocus, onScene, onEnter }: OutlineProps) {
  const shownTurn = graph.turnOfScene.get(scene?.id ?? '') ?? null;
  const { rows, toggle } = useOutlineRows(run, graph, shownTurn);
  const box = useRef<HTMLDivElement>(null);
  const { height } = useSize(box);
  const [active, setActive] = useActiveRow(rows, shownTurn);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: index => rows[index]?.id ?? index,
    overscan: 6,
    // The row with the focus stays in the page, however far it is scrolled away.
    rangeExtractor: range => withRow(range, active),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is the same object throughout
  useEffect(() => virtualizer.scrollToIndex(active, { align: 'auto' }), [active, shownTurn, height]);
  const wantsFocus = useFocusedRow(box, active, takesFocus);

  const choose = (index: number) => {
    const row = rows[index];
    setActive(index);
    wantsFocus.current = true;
    const chosen = row?.kind === 'turn' ? sceneOfTurn(row.node, null) : null;
    if (chosen && row?.id !== shownTurn) onScene(chosen);
  };
  const toggleLane = (lane: Lane, isOpen: boolean) => {
    const before = graph.turns.get(lane.from ?? '');
    const chosen = before && sceneOfTurn(before, null);
    // What is looked at is never hidden: with its lane closed, one looks at the turn on which that hangs.
    if (isOpen && chosen && shownTurn !== null && isBehind(rows, lane, shownTurn)) onScene(chosen);
    toggle(lane);
  };
  const act = (wanted: OutlineAct) => {
    if (wanted.kind === 'go') return choose(wanted.to);
    const row = rows[wanted.row];
    if (row?.kind === 'lane') {
      wantsFocus.current = true;
      setActive(wanted.row);
      toggleLane(row.lane, row.isOpen);
    } else if (row) {
      choose(wanted.row);
      wantsFocus.current = false;
      onEnter();
    }
  };
  const press = (row: OutlineRow, index: number) =>
    act(row.kind === 'lane' ? { kind: 'toggle', row: index } : { kind: 'go', to: index });
  const typed = useTypedRow(rows, active);
  const pressKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    if (typed.words && event.key === 'Escape') {
      typed.end();
      event.stopPropagation();
      return;
    }
    const found = typed.press(event.key);
    const wanted: OutlineAct | null = found ? null : outlineActOf(rows, { key: event.key, at: active, page });
    if (!found && !wanted) return;
    event.preventDefault();
    if (wanted) act(wanted);
    else if (found && found.to !== null) choose(found.to);
  };
  if (rows.length === 0) return <EmptyState title={words('outline.empty')} />;
  return (
    <div ref={box} className={styles.box}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as the pattern of ARIA's own guide has it
        role="treegrid"
        aria-label={words('outline.panel')}
        aria-rowcount={rows.length + 1}
        className={styles.grid}
        onKeyDown={pressKey}
      >
        <ColumnNames />
        <tbody className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(item => {
            const row = rows[item.index];
            return (
              row && (
                <OutlineLine
                  key={item.key}
                  row={row}
                  index={item.index}
                  top={item.start}
                  graph={graph}
                  filter={filter}
                  isShown={row.id === shownTurn}
                  isActive={item.index === active}
                  onPress={() => press(row, item.index)}
                />
              )
            );
          })}
        </tbody>
      </table>
      <TypedWords words={typed.words} />
    </div>
  );
}

/** The names of the columns, for those who do not see how the rows are laid out. */
function ColumnNames() {
  return (
    <thead className={styles.names}>
      <tr aria-rowindex={1}>
        <th scope="col">{words('outline.turn')}</th>
        <th scope="col">{words('outline.words')}</th>
        <th scope="col">{words('outline.calls')}</th>
        <th scope="col">{words('outline.tokens')}</th>
        <th scope="col">{words('outline.marks')}</th>
      </tr>
    </thead>
  );
}

/** The row that Tab leads to: that of the turn that is looked at, until another one is gone to. */
function useActiveRow(rows: readonly OutlineRow[], shown: string | null): [number, (index: number) => void] {
  const [chosen, setChosen] = useState({ id: shown, shown });
  const id = chosen.shown === shown || chosen.id === shown ? chosen.id : shown;
  const at = useMemo(() => rows.findIndex(row => row.id === id), [rows, id]);
  const ofShown = useMemo(() => rows.findIndex(row => row.id === shown), [rows, shown]);
  return [Math.max(0, at === -1 ? ofShown : at), index => setChosen({ id: rows[index]?.id ?? null, shown })];
}

/** Puts the focus on the active row where it was asked for. */
function useFocusedRow(box: RefObject<HTMLElement | null>, active: number, takesFocus: boolean) {
  const wanted = useRef(takesFocus);
  useEffect(() => {
    const row = wanted.current && box.current?.querySelector<HTMLElement>(`[aria-rowindex="${active + 2}"]`);
    if (!row) return;
    wanted.current = false;
    row.focus({ preventScroll: true });
  });
  return wanted;
}

function withRow(range: Range, index: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (shown.includes(index) || index >= range.count) return shown;
  return [...shown, index].sort((x, y) => x - y);
}

/** Whether a turn stands below the row of a lane, however deep. */
function isBehind(rows: readonly OutlineRow[], lane: Lane, turn: string): boolean {
  let row = rows.find(({ id }) => id === turn);
  while (row && row.parent !== null) {
    row = rows[row.parent];
    if (row?.id === lane.id) return true;
  }
  return false;
}

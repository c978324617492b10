import { Bot, ChevronRight, GitBranch, Undo2, Unlink } from 'lucide-react';
import type { CSSProperties } from 'react';
import { type RunGraph, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import { markKindsOf, type TurnFilter, turnMatches } from '../../shared/turnFilter.ts';
import { laneLabelOf } from '../graph/laneLabel.ts';
import type { Lane } from '../graph/layout/lanes.ts';
import { titleOfTurn, tokensOfTurn, wordsOfTurn } from '../graph/turnSummary.ts';
import { formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './Outline.module.css';
import type { OutlineRow } from './outlineRows.ts';

interface OutlineLineProps {
  row: OutlineRow;
  index: number;
  /** Pixels from the top of the list. */
  top: number;
  graph: RunGraph;
  filter: TurnFilter;
  /** Its turn is the one that is looked at. */
  isShown: boolean;
  /** Tab leads to it. */
  isActive: boolean;
  onPress: () => void;
}

/** A row of the outline in the place where it stands. */
export function OutlineLine({
  row,
  index,
  top,
  graph,
  filter,
  isShown,
  isActive,
  onPress,
}: OutlineLineProps) {
  const isDimmed = row.kind === 'turn' && !turnMatches(row.node, filter);
  const isFaint = row.kind === 'turn' && row.node.state !== 'line';
  const place = { top, '--level': row.level } as CSSProperties;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-expanded={row.kind === 'lane' ? row.isOpen : undefined}
      aria-selected={row.kind === 'turn' ? isShown : undefined}
      tabIndex={isActive ? 0 : -1}
      className={classNames(
        styles.row,
        row.kind === 'lane' ? styles.lane : styles.turnRow,
        isShown && styles.shown,
        isDimmed && styles.dimmed,
        isFaint && styles.faint,
      )}
      style={place}
      onClick={onPress}
    >
      {row.kind === 'turn' ? (
        <TurnCells node={row.node} graph={graph} />
      ) : (
        <LaneCell {...row} graph={graph} />
      )}
    </tr>
  );
}

/** The columns of a turn, in the order in which a screen reader goes through them. */
export function TurnCells({ node, graph }: { node: TurnNode; graph: RunGraph }) {
  const last = sceneOfTurn(node, null);
  const tokens = tokensOfTurn(node, graph);
  const marks = markKindsOf(node).filter(mark => mark !== 'left-behind');
  return (
    <>
      <td className={styles.turn}>{node.turn}</td>
      <td className={styles.words}>
        <SafeText text={last ? wordsOfTurn(last) : ''} />
      </td>
      <td className={styles.calls}>
        <SafeText text={titleOfTurn(node)} />
      </td>
      <td className={styles.tokens}>{tokens !== null && formatTokens(tokens)}</td>
      <td className={styles.marks}>
        {marks.map(mark => (
          <Mark key={mark} mark={mark} />
        ))}
        <HeadSign node={node} />
      </td>
    </>
  );
}

function HeadSign({ node }: { node: TurnNode }) {
  const [first] = node.headOf;
  if (first === undefined) return null;
  const isOwn = node.headOf.length === 1 && first === node.branch;
  return (
    <span className={styles.head}>
      {isOwn ? words('outline.head') : words('outline.headOf', { branches: node.headOf.join(', ') })}
    </span>
  );
}

function LaneCell({ lane, isOpen, graph }: { lane: Lane; isOpen: boolean; graph: RunGraph }) {
  const { name, about } = laneLabelOf(lane, graph);
  const Icon = iconOf(lane, graph);
  return (
    <td colSpan={5} className={styles.laneCell}>
      <ChevronRight aria-hidden size={14} className={classNames(styles.chevron, isOpen && styles.open)} />
      <Icon aria-hidden size={14} className={styles.icon} />
      <span className={styles.laneWords}>
        <span className={styles.laneName}>
          <SafeText text={name} />
        </span>
        <span className={styles.laneAbout}>
          <PhraseText text={laneAbout(lane, about)} />
        </span>
      </span>
    </td>
  );
}

/** What was left behind says how many turns it has by itself. */
function laneAbout(lane: Lane, about: string): string {
  if (lane.kind !== 'branch' || lane.turns.length === 0) return about;
  const count = words('outline.turnCount', { count: lane.turns.length });
  return about === '' ? count : `${count} · ${about}`;
}

function iconOf({ kind, branch }: Lane, graph: RunGraph) {
  if (kind === 'left-behind') return Undo2;
  if (kind === 'orphaned') return Unlink;
  return graph.branches.get(branch)?.kind === 'subagent' ? Bot : GitBranch;
}

import type { NodeProps } from 'reactflow';
import type { Point } from '../../shared/checkpoint.ts';
import { type Mark as MarkName, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import { formatDuration, formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { visibleText } from '../ui/visibleText.ts';
import type { ComparedSide } from './comparedSide.ts';
import type { TurnFlowNode } from './flowNodes.ts';
import { PassivePorts } from './PassivePorts.tsx';
import styles from './TurnCard.module.css';
import { titleOfTurn, wordsOfTurn } from './turnSummary.ts';

/** One turn on the graph. Its left edge holds the save points: A above, B below. */
export function TurnCard({ id, data }: NodeProps<TurnFlowNode>) {
  const { node, marks, selected, dimmed, live, tabbable, heads, colour, faint, side, tokens } = data;
  const row = sceneOfTurn(node, null);
  const title = titleOfTurn(node);
  const said = row ? wordsOfTurn(row) : '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element may not hold the two save points
    <div
      role="button"
      aria-label={data.name}
      aria-current={selected !== null}
      tabIndex={tabbable ? 0 : -1}
      data-turn={id}
      className={classNames(
        styles.card,
        faint && styles.faint,
        selected !== null && styles.selected,
        dimmed && styles.dimmed,
        live && styles.live,
        side !== null && styles[sideLooks[side]],
      )}
      title={visibleText(said === '' ? title : `${title}\n${said}`)}
    >
      <PassivePorts />
      {side !== null && <SideBadge side={side} />}
      {heads !== '' && <HeadBadge node={node} heads={heads} colour={colour} />}
      <SavePoint node={node} point="A" selected={selected} />
      <SavePoint node={node} point="B" selected={selected} />
      <div className={styles.top}>
        <span className={styles.turn}>{node.turn}</span>
        <span className={styles.title}>
          <SafeText text={title} />
        </span>
        <span className={styles.marks}>
          {marks !== '' && marks.split(' ').map(mark => <Mark key={mark} mark={mark as MarkName} />)}
        </span>
      </div>
      <div className={styles.words}>
        <SafeText text={said} />
      </div>
      <div className={styles.bottom}>
        <span>{tokens === null ? '' : formatTokens(tokens)}</span>
        <span>
          {live ? words('graph.running') : data.durationMs !== null && formatDuration(data.durationMs)}
        </span>
      </div>
    </div>
  );
}

const sideLooks = { from: 'comparedFrom', to: 'comparedTo', both: 'comparedTo' } as const;
const sideWords = {
  from: ['graph.diffFrom'],
  to: ['graph.diffTo'],
  both: ['graph.diffFrom', 'graph.diffTo'],
} as const;

/** Says which side of the diff the turn is. */
function SideBadge({ side }: { side: ComparedSide }) {
  return (
    <span className={classNames(styles.side, styles[sideLooks[side]])}>
      {sideWords[side].map(key => words(key)).join(' · ')}
    </span>
  );
}

/** A half of the left edge. Missing where the turn has no such scene. */
function SavePoint({ node, point, selected }: { node: TurnNode; point: Point; selected: Point | null }) {
  const scene = point === 'A' ? node.a : node.b;
  if (!scene) return null;
  const failed = point === 'B' && scene.calls.some(call => call.state === 'error');
  return (
    <span
      data-point={point}
      title={words(point === 'A' ? 'ui.pointA' : 'ui.pointB')}
      className={classNames(
        styles.point,
        point === 'A' ? styles.pointA : styles.pointB,
        (failed || scene.problem) && styles.failed,
        node.a === null && styles.whole,
        selected === point && styles.pointSelected,
      )}
    />
  );
}

function HeadBadge({ node, heads, colour }: { node: TurnNode; heads: string; colour: number }) {
  const isOwn = heads === node.branch;
  return (
    <span
      className={styles.head}
      style={{ background: `var(--lane-${colour})` }}
      title={words('graph.headOfOthers', { branches: heads })}
    >
      {words('graph.head')}
      {!isOwn && <span className={styles.headNames}>{heads}</span>}
    </span>
  );
}

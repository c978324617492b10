import type { NodeProps } from 'reactflow';
import { sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { formatDuration, formatTokens } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { classNames } from '../ui/classNames.ts';
import { Mark } from '../ui/Mark.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { CompactionSign } from './CompactionSign.tsx';
import type { DiffedSide } from './diffedSide.ts';
import { marksOfData, type TurnData, type TurnFlowNode } from './flowNodes.ts';
import { InsideBadge } from './InsideBadge.tsx';
import { PassivePorts } from './PassivePorts.tsx';
import { SavePoint } from './SavePoint.tsx';
import styles from './TurnCard.module.css';
import { TurnChip } from './TurnChip.tsx';
import { titleOfTurn, wordsOfTurn } from './turnSummary.ts';

/** One turn on the graph: as a card, or farther away as a chip. Its left edge holds the save points: A above, B below. */
export function TurnCard({ id, data }: NodeProps<TurnFlowNode>) {
  const { node, selected, side, heads, tabbable } = data;
  const row = sceneOfTurn(node, null);
  const title = titleOfTurn(node);
  const said = row ? wordsOfTurn(row) : '';
  const isChip = data.level === 'chips';
  return (
    <div data-turn={id} className={classNames(styles.turnBox, isChip && styles.chips)}>
      <PassivePorts />
      {data.compaction && <CompactionSign compaction={data.compaction} />}
      <button
        type="button"
        aria-label={data.name}
        aria-current={selected !== null}
        tabIndex={tabbable ? 0 : -1}
        data-card=""
        className={classNames(
          styles.card,
          data.faint && styles.faint,
          data.isInside && styles.inside,
          selected !== null && styles.selected,
          data.dimmed && styles.dimmed,
          side !== null && styles[sideLooks[side]],
        )}
        title={visibleText(said === '' ? title : `${title}\n${said}`)}
      >
        {isChip ? <TurnChip data={data} /> : <CardWords data={data} title={title} said={said} />}
      </button>
      <SavePoint data={data} point="A" />
      <SavePoint data={data} point="B" />
      {side !== null && <SideBadge side={side} />}
      {heads !== '' && <HeadBadge node={node} heads={heads} colour={data.colour} />}
      {data.inside && <InsideBadge inside={data.inside} tabbable={tabbable} isChip={isChip} />}
    </div>
  );
}

/** What a card has room for: turn, tools, marks; first words; tokens and duration. */
function CardWords({ data, title, said }: { data: TurnData; title: string; said: string }) {
  const { node, tokens, durationMs, live } = data;
  return (
    <>
      <span className={styles.top}>
        <span className={styles.turn}>{node.turn}</span>
        <span className={styles.title}>
          <SafeText text={title} />
        </span>
        {data.marks !== '' && (
          <span className={styles.marks}>
            {marksOfData(data).map(mark => (
              <Mark key={mark} mark={mark} />
            ))}
          </span>
        )}
      </span>
      <span className={styles.words}>
        <SafeText text={said} />
      </span>
      <span className={styles.bottom}>
        <span>{tokens === null ? '' : formatTokens(tokens)}</span>
        <span>{live ? words('graph.running') : durationMs !== null && formatDuration(durationMs)}</span>
      </span>
    </>
  );
}

const sideLooks = { from: 'diffedFrom', to: 'diffedTo', both: 'diffedTo' } as const;
const sideWords = {
  from: ['graph.diffFrom'],
  to: ['graph.diffTo'],
  both: ['graph.diffFrom', 'graph.diffTo'],
} as const;

/** Says which side of the diff the turn is. */
function SideBadge({ side }: { side: DiffedSide }) {
  return (
    <span className={classNames(styles.side, styles[sideLooks[side]])}>
      {sideWords[side].map(key => words(key)).join(' · ')}
    </span>
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

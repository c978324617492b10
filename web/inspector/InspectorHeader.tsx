import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Address, formatAddress } from '../../shared/address.ts';
import type { Point } from '../../shared/checkpoint.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph, sceneAt, type TurnNode } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { classNames } from '../ui/classNames.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { DiffPicker } from './DiffPicker.tsx';
import styles from './InspectorHeader.module.css';

interface InspectorHeaderProps {
  /** The branch that is meant; the scene may be one that it shares with the branch it was forked from. */
  branch: string;
  graph: RunGraph;
  node: TurnNode;
  scene: SceneRow;
}

/** Which scene this is, and the ways from it to another. */
export function InspectorHeader({
  branch,
  graph,
  node,
  scene,
  actions,
}: InspectorHeaderProps & { actions: ReactNode }) {
  const { scene: chosen, select } = useSelection();
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>{words('inspector.turn', { turn: String(node.turn) })}</h2>
      <span className={styles.branch}>
        <SafeText text={branch} />
        {branch !== scene.branch && (
          <span className={styles.written}>
            {' '}
            <PhraseText text={words('inspector.writtenOn', { branch: scene.branch })} />
          </span>
        )}
      </span>
      {node.state !== 'line' && <span className={styles.state}>{wordsOfState(node)}</span>}
      <PointSwitch branch={branch} graph={graph} node={node} scene={scene} />
      <span className={styles.actions}>
        {actions}
        <DiffPicker graph={graph} scene={scene} />
        {chosen !== null && (
          <IconButton
            className={styles.close}
            label={words('inspector.close')}
            onClick={() => select({ scene: null, diff: null })}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </span>
    </header>
  );
}

function wordsOfState({ state, move }: TurnNode): string {
  return state === 'superseded' && move !== null
    ? words('inspector.superseded', { move })
    : words('inspector.orphaned');
}

const titles = {
  A: { there: 'ui.pointA', missing: 'inspector.noPointA' },
  B: { there: 'ui.pointB', missing: 'inspector.noPointB' },
} as const;

/** Goes between the two save points of a turn. */
function PointSwitch({ branch, graph, node, scene }: InspectorHeaderProps) {
  const { select } = useSelection();
  const pointButton = (point: Point, row: SceneRow | null) => (
    <button
      type="button"
      className={classNames(styles.point, scene.point === point && styles.chosen)}
      aria-pressed={scene.point === point}
      disabled={row === null}
      title={words(titles[point][row ? 'there' : 'missing'])}
      onClick={() => row && select({ scene: formatAddress(addressOnBranch(graph, row, branch)) })}
    >
      {point}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn and read as part of a form
    <div className={styles.points} role="group" aria-label={words('inspector.points')}>
      {pointButton('A', node.a)}
      {pointButton('B', node.b)}
    </div>
  );
}

/** The address of a scene on the branch that is meant, where it is on its line. */
function addressOnBranch(graph: RunGraph, { id, ...row }: SceneRow, branch: string): Address {
  const { turn, point } = row;
  const address: Address = { kind: 'turn', branch, turn, point, move: null };
  return sceneAt(graph, address)?.id === id ? address : addressOf(graph, { id, ...row });
}

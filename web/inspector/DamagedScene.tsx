import { formatAddress } from '../../shared/address.ts';
import type { SceneReply } from '../../shared/api.ts';
import { addressOf, type RunGraph, type TurnNode } from '../../shared/runGraph.ts';
import { LongText } from '../content/LongText.tsx';
import { words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './DamagedScene.module.css';

interface DamagedSceneProps {
  graph: RunGraph;
  node: TurnNode;
  reply: SceneReply;
}

/** A scene whose file cannot be read: why, what still works, and what the file begins with. */
export function DamagedScene({ graph, node, reply: { row, raw } }: DamagedSceneProps) {
  const { select } = useSelection();
  const other = row.point === 'A' ? node.b : node.a;
  return (
    <div className={styles.damaged}>
      <h3 className={styles.title}>{words('inspector.damaged')}</h3>
      {row.problem && <ProblemNote problem={row.problem} />}
      <p className={styles.help}>{words('inspector.damagedHelp')}</p>
      <p className={styles.file}>
        <SafeText text={row.file} />
      </p>
      {other && !other.problem && (
        <Button onClick={() => select({ scene: formatAddress(addressOf(graph, other)) })}>
          {words('inspector.damagedOther', { point: other.point })}
        </Button>
      )}
      {raw !== null && raw !== '' && (
        <>
          <h4 className={styles.label}>{words('inspector.damagedStart')}</h4>
          <div className={styles.raw}>
            <LongText text={raw} />
          </div>
        </>
      )}
    </div>
  );
}

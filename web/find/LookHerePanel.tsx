import { useState } from 'react';
import type { Remark } from '../../shared/lookHere/remark.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, sceneOfTurn } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { useRemarks } from '../api/searches.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import type { FindColumnProps } from './FindColumn.tsx';
import { wordsOfTurnId } from './hitWords.ts';
import styles from './LookHerePanel.module.css';
import { keyOfRemark, wordsOfRemark, wordsOfRule } from './remarkWords.ts';
import { useDismissed } from './useDismissed.ts';

/** What plain rules have to say about the run: which turns are worth a look. */
export function LookHerePanel({ run, graph, version, scene, onScene }: FindColumnProps) {
  const [isWhole, setWhole] = useState(false);
  const looked = useRemarks(run, isWhole, version);
  return (
    <div className={styles.panel}>
      <p className={styles.about}>{words('lookHere.about')}</p>
      {looked.status === 'loading' && <Spinner label={words('lookHere.looking')} />}
      {looked.status === 'problem' && <ProblemNote problem={looked.problem} onRetry={looked.retry} />}
      {looked.status === 'ready' && (
        <>
          <Remarks run={run} graph={graph} remarks={looked.value.remarks} scene={scene} onScene={onScene} />
          {looked.value.looked < looked.value.turns && (
            <div className={styles.partly}>
              <p>{words('lookHere.partly', { looked: looked.value.looked, count: looked.value.turns })}</p>
              {!isWhole && <Button onClick={() => setWhole(true)}>{words('lookHere.lookAtAll')}</Button>}
            </div>
          )}
        </>
      )}
    </div>
  );
}

interface RemarksProps extends Pick<FindColumnProps, 'run' | 'graph' | 'scene' | 'onScene'> {
  remarks: readonly Remark[];
}

function Remarks({ run, graph, remarks, scene, onScene }: RemarksProps) {
  const { dismissed, dismiss, restore } = useDismissed(run);
  const shown = remarks.filter(remark => !dismissed.has(keyOfRemark(remark)));
  const gone = remarks.length - shown.length;
  if (remarks.length === 0) {
    return <EmptyState title={words('lookHere.none')}>{words('lookHere.noneHint')}</EmptyState>;
  }
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState title={words('lookHere.allDismissed')} />
      ) : (
        <ul className={styles.list} aria-label={words('lookHere.list')}>
          {shown.map(remark => (
            <li key={keyOfRemark(remark)} className={styles.remark}>
              <RemarkCard
                remark={remark}
                graph={graph}
                scene={scene}
                onScene={onScene}
                onDismiss={() => dismiss(keyOfRemark(remark))}
              />
            </li>
          ))}
        </ul>
      )}
      {gone > 0 && (
        <p className={styles.about}>
          {words('lookHere.dismissed', { count: gone })}{' '}
          <Button look="quiet" onClick={restore}>
            {words('lookHere.showDismissed')}
          </Button>
        </p>
      )}
    </>
  );
}

interface RemarkCardProps {
  remark: Remark;
  graph: RunGraph;
  scene: SceneRow | null;
  onScene: (scene: SceneRow) => void;
  onDismiss: () => void;
}

function RemarkCard({ remark, graph, scene, onScene, onDismiss }: RemarkCardProps) {
  const shownTurn = scene && graph.turnOfScene.get(scene.id);
  return (
    <>
      <fieldset className={styles.turns} aria-label={words('lookHere.turnsLabel')}>
        {remark.turns.map(id => {
          const node = graph.turns.get(id);
          const row = node && sceneOfTurn(node, null);
          return (
            row && (
              <button
                key={id}
                type="button"
                className={styles.turn}
                aria-label={visibleText(wordsOfTurnId(id, graph))}
                title={visibleText(wordsOfTurnId(id, graph))}
                aria-current={id === shownTurn ? 'true' : undefined}
                onClick={() => onScene(row)}
              >
                {node.turn}
              </button>
            )
          );
        })}
      </fieldset>
      <p className={styles.words}>
        <PhraseText text={wordsOfRemark(remark)} />
      </p>
      <div className={styles.foot}>
        <details className={styles.why}>
          <summary>{words('lookHere.explain')}</summary>
          <p>{wordsOfRule(remark.rule)}</p>
        </details>
        <Button look="quiet" className={styles.dismiss} onClick={onDismiss}>
          {words('lookHere.dismiss')}
        </Button>
      </div>
    </>
  );
}

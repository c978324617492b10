import type { SoughtPlace } from '../../shared/foundPlace.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import type { FirstSeenReply } from '../../shared/search.ts';
import { useFirstSeen } from '../api/searches.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import styles from './FirstSeenAnswer.module.css';
import { wordsOfPlace } from './hitWords.ts';

interface FirstSeenAnswerProps {
  run: string;
  graph: RunGraph;
  /** Id of the scene whose line is walked. */
  scene: string;
  text: string;
  onScene: (scene: SceneRow, place: SoughtPlace) => void;
}

/** Where a text first stood on the line of a scene, with the way there. */
export function FirstSeenAnswer({ run, graph, scene, text, onScene }: FirstSeenAnswerProps) {
  const seen = useFirstSeen(run, scene, text);
  return (
    <div className={styles.answer} role="status">
      {seen.status === 'loading' && <Spinner label={words('find.firstSeenLooking')} />}
      {seen.status === 'problem' && <ProblemNote problem={seen.problem} onRetry={seen.retry} />}
      {seen.status === 'ready' && <Answer reply={seen.value} graph={graph} onScene={onScene} />}
    </div>
  );
}

interface AnswerProps extends Pick<FirstSeenAnswerProps, 'graph' | 'onScene'> {
  reply: FirstSeenReply;
}

function Answer({ reply: { hit, isWhole }, graph, onScene }: AnswerProps) {
  const turn = graph.turns.get(hit?.turn ?? '')?.turn;
  const row = graph.scenes.get(hit?.scene ?? '');
  if (!hit || !row || turn === undefined)
    return <p className={styles.words}>{words('find.firstSeenNowhere')}</p>;
  const params = { turn: String(turn), where: wordsOfPlace(hit) };
  return (
    <>
      <p className={styles.words}>
        {isWhole ? words('find.firstSeenIn', params) : words('find.firstSeenPart', params)}
      </p>
      <p className={styles.excerpt} dir="auto">
        <SafeText text={hit.excerpt.before} />
        <mark>
          <SafeText text={hit.excerpt.match} />
        </mark>
        <SafeText text={hit.excerpt.after} />
      </p>
      <Button look="primary" onClick={() => onScene(row, { hit, nth: 0 })}>
        {words('find.firstSeenJump', { turn: String(turn) })}
      </Button>
    </>
  );
}

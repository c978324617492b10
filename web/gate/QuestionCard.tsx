import { formatAddress } from '../../shared/address.ts';
import { problemFromError } from '../../shared/errors.ts';
import type { EarlierCall, Question } from '../../shared/gate.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { useAnswer } from '../api/commands.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { useSelection } from '../selection/useSelection.ts';
import { Mark } from '../ui/Mark.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { ExactInput } from './ExactInput.tsx';
import { isLate, type LateAnswer } from './lateAnswer.ts';
import styles from './QuestionCard.module.css';

interface QuestionCardProps {
  run: string;
  graph: RunGraph;
  question: Question;
  onLate: (late: LateAnswer) => void;
}

const reasons = {
  mode: 'gate.whyMode',
  destructive: 'gate.whyDestructive',
  repeat: 'gate.whyRepeat',
  'unknown-end': 'gate.whyUnknownEnd',
} as const satisfies Record<Question['why'], WordKey>;

/** A call that waits: what exactly would run, why it is asked about, what the same did before, and the answers. */
export function QuestionCard({ run, graph, question, onLate }: QuestionCardProps) {
  // The card may be gone by the time the reply is there.
  const answer = useAnswer(run, problem => isLate(problem) && onLate({ question, problem }));
  const problem = answer.isError ? problemFromError(answer.error) : null;
  return (
    <article className={styles.card} aria-labelledby="question-title">
      <header className={styles.head}>
        <Mark mark="waiting" decorative />
        <h3 id="question-title" className={styles.title}>
          <PhraseText text={words('gate.title', { tool: visibleText(question.name) })} />
        </h3>
        <SceneLink graph={graph} scene={question.scene}>
          {words('gate.place', { branch: question.branch, turn: String(question.turn) })}
        </SceneLink>
      </header>
      <p className={styles.why}>{words(reasons[question.why])}</p>
      {question.earlier && <Earlier graph={graph} earlier={question.earlier} />}
      <ExactInput question={question} />
      {problem && !isLate(problem) && <ProblemNote problem={problem} />}
      <AnswerForm
        question={question}
        isAnswering={answer.isPending || answer.isSuccess}
        onAnswer={body => answer.mutate({ question: question.id, body })}
      />
    </article>
  );
}

const states = {
  done: 'gate.earlierDone',
  running: 'gate.earlierRunning',
  unknown: 'gate.earlierUnknown',
} as const satisfies Record<EarlierCall['state'], WordKey>;

/** Where the same was done before. */
function Earlier({
  graph,
  earlier: { branch, turn, scene, at, state },
}: {
  graph: RunGraph;
  earlier: EarlierCall;
}) {
  const place =
    turn === null
      ? words('gate.earlierPlaceNoTurn', { branch })
      : words('gate.earlierPlace', { branch, turn: String(turn) });
  return (
    <p className={styles.earlier}>
      <span>
        {words(states[state])} <PhraseText text={place} />
        {at !== null && (
          <>
            {', '}
            <RelativeTime at={at} />
          </>
        )}
      </span>
      {scene !== null && (
        <SceneLink graph={graph} scene={scene}>
          {words('gate.showEarlier')}
        </SceneLink>
      )}
    </p>
  );
}

/** A way to the turn of a scene: to its B where it has one, since the results are there. */
function SceneLink({ graph, scene, children }: { graph: RunGraph; scene: string; children: string }) {
  const { select } = useSelection();
  const row = graph.scenes.get(scene);
  const node = graph.turns.get(graph.turnOfScene.get(scene) ?? '');
  if (!row) return <span className={styles.place}>{children}</span>;
  const go = () => select({ scene: formatAddress(addressOf(graph, node?.b ?? row)), diff: null });
  return (
    <button type="button" className={styles.link} onClick={go}>
      <PhraseText text={children} />
    </button>
  );
}

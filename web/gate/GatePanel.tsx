import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Question } from '../../shared/gate.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './GatePanel.module.css';
import { type LateAnswer, wordsOfLate } from './lateAnswer.ts';
import { QuestionCard } from './QuestionCard.tsx';

interface GatePanelProps {
  run: string;
  graph: RunGraph;
  /** The questions that are open. */
  questions: readonly Question[];
  /** The last answer that came too late, until it is dismissed. */
  late: LateAnswer | null;
  onLate: (late: LateAnswer | null) => void;
  /** Branch that is looked at: its question stands first. */
  branch: string | null;
}

/** The calls that wait for the person, one at a time. */
export function GatePanel({ run, graph, questions, late, onLate, branch }: GatePanelProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const found = questions.findIndex(question => question.id === chosen);
  const ofBranch = questions.findIndex(question => question.branch === branch);
  const index = Math.max(0, found < 0 ? ofBranch : found);
  const question = questions[index];
  const panel = useRef<HTMLElement>(null);
  useCommands({ gate: () => panel.current?.focus() });
  const go = (offset: number) => setChosen(questions[index + offset]?.id ?? null);
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label={words('gate.label')}>
      {late && <LateNote late={late} onDismiss={() => onLate(null)} />}
      {questions.length > 1 && (
        <div className={styles.pager}>
          <span>{words('gate.several', { position: index + 1, count: questions.length })}</span>
          <IconButton label={words('gate.previous')} disabled={index === 0} onClick={() => go(-1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton
            label={words('gate.next')}
            disabled={index === questions.length - 1}
            onClick={() => go(1)}
          >
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
      )}
      {question && (
        <QuestionCard key={question.id} run={run} graph={graph} question={question} onLate={onLate} />
      )}
    </section>
  );
}

/** Whoever answers second is told what happened, although the question is gone. */
function LateNote({ late, onDismiss }: { late: LateAnswer; onDismiss: () => void }) {
  const { name, branch, turn } = late.question;
  const place = words('gate.place', { branch, turn: String(turn) });
  return (
    <div className={styles.late} role="alert">
      <p className={styles.lateWords}>
        <strong>
          <PhraseText text={words('gate.lateTitle', { tool: visibleText(name), place })} />
        </strong>
        <br />
        {wordsOfLate(late)}
      </p>
      <IconButton label={words('gate.lateDismiss')} onClick={onDismiss}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Question } from '../../shared/gate.ts';
import type { RunGraph } from '../../shared/runGraph.ts';
import { words } from '../i18n/words.ts';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './GatePanel.module.css';
import { QuestionCard } from './QuestionCard.tsx';

interface GatePanelProps {
  run: string;
  graph: RunGraph;
  /** The questions that are open; there is at least one. */
  questions: readonly Question[];
  /** Branch that is looked at: its question stands first. */
  branch: string | null;
}

/** The calls that wait for the person, one at a time. */
export function GatePanel({ run, graph, questions, branch }: GatePanelProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const found = questions.findIndex(question => question.id === chosen);
  const ofBranch = questions.findIndex(question => question.branch === branch);
  const index = Math.max(0, found < 0 ? ofBranch : found);
  const question = questions[index];
  if (!question) return null;
  const go = (offset: number) => setChosen(questions[index + offset]?.id ?? null);
  return (
    <section className={styles.panel} aria-label={words('gate.label')}>
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
      <QuestionCard key={question.id} run={run} graph={graph} question={question} />
    </section>
  );
}

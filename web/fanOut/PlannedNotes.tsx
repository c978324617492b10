import { CircleX, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { PlannedBranch } from '../../shared/fanOut.ts';
import type { Message } from '../../shared/message.ts';
import { MessagesPreview } from '../commands/MessagesPreview.tsx';
import { formatTokenCount } from '../i18n/format.ts';
import { words, wordsOfProblem } from '../i18n/words.ts';
import { PhraseText } from '../ui/PhraseText.tsx';
import styles from './PlannedNotes.module.css';

interface PlannedNotesProps {
  planned: PlannedBranch;
  tail: readonly Message[];
  /** The person's words that the messages end with. */
  say: string;
}

/** What the plan says of one branch: why it cannot be made, what to weigh, what its first request holds. */
export function PlannedNotes({ planned: { name, problem, plan }, tail, say }: PlannedNotesProps) {
  const warnings = plan?.preflight.filter(note => note.severity === 'warning') ?? [];
  return (
    <div className={styles.notes}>
      {problem && (
        <p className={styles.error} role="status">
          <CircleX className={styles.icon} aria-hidden />
          <span>
            <strong>{words('fanOut.notMade')}</strong> <PhraseText text={wordsOfProblem(problem)} />
          </span>
        </p>
      )}
      {warnings.map(note => (
        <p key={wordsOfProblem(note.problem)} className={styles.warning}>
          <TriangleAlert className={styles.icon} aria-hidden />
          <span>
            <strong>{words('fanOut.preflight')}</strong> <PhraseText text={wordsOfProblem(note.problem)} />
          </span>
        </p>
      ))}
      {plan && <SentLine name={name} plan={plan} tail={tail} say={say} />}
    </div>
  );
}

interface SentLineProps {
  name: string;
  plan: NonNullable<PlannedBranch['plan']>;
  tail: readonly Message[];
  say: string;
}

function SentLine({ name, plan, tail, say }: SentLineProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { count, problems, isRepaired } = plan.messages;
  const sent = say === '' ? [...tail] : [...tail, { role: 'user' as const, content: say }];
  return (
    <>
      <p className={styles.sent}>
        <span>{sentText(plan)}</span>
        <button
          type="button"
          className={styles.more}
          aria-expanded={open}
          aria-controls={id}
          aria-label={words(open ? 'fanOut.hideMessages' : 'fanOut.showMessages', { branch: name })}
          onClick={() => setOpen(!open)}
        >
          {words(open ? 'commands.hide' : 'commands.show')}
        </button>
      </p>
      {open && (
        <div id={id}>
          <MessagesPreview
            plan={{
              messages: { count, problems, isRepaired, tail: sent, changes: [], repair: [], repairCount: 0 },
            }}
          />
        </div>
      )}
    </>
  );
}

function sentText({ messages, nextRequestTokens }: NonNullable<PlannedBranch['plan']>): string {
  const size = words('fanOut.rowPlan', {
    count: messages.count,
    tokens: formatTokenCount(nextRequestTokens),
  });
  if (messages.isRepaired) return `${size} · ${words('fanOut.rowRepaired')}`;
  const isBroken = messages.problems.some(problem => problem.severity === 'error');
  return isBroken ? `${size} · ${words('fanOut.rowBroken')}` : size;
}

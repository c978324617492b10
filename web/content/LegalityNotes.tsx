import { useMemo, useState } from 'react';
import { findProblems, isRepairable, type LegalityContext } from '../../shared/findProblems.ts';
import { type LegalityCode, type LegalityProblem, legalityCodeSchema } from '../../shared/legality.ts';
import type { Messages } from '../../shared/message.ts';
import { repairMessages } from '../../shared/repairMessages.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { TextButton } from '../ui/TextButton.tsx';
import styles from './LegalityNotes.module.css';
import { RepairedDiff } from './RepairedDiff.tsx';

const wordOfCode = {
  'dangling-call': 'legality.danglingCall',
  'orphan-result': 'legality.orphanResult',
  'duplicate-call-id': 'legality.duplicateCallId',
  'bad-call-id': 'legality.badCallId',
  'dangling-server-call': 'legality.danglingServerCall',
  'duplicate-result': 'legality.duplicateResult',
  'results-split': 'legality.resultsSplit',
  'results-not-first': 'legality.resultsNotFirst',
  'truncated-call': 'legality.truncatedCall',
  'input-no-object': 'legality.inputNoObject',
  'empty-content': 'legality.emptyContent',
  'empty-text': 'legality.emptyText',
  'ends-on-assistant': 'legality.endsOnAssistant',
  'starts-on-assistant': 'legality.startsOnAssistant',
  'thinking-unsigned': 'legality.thinkingUnsigned',
  'thinking-foreign': 'legality.thinkingForeign',
  'thinking-missing': 'legality.thinkingMissing',
  'lone-surrogate': 'legality.loneSurrogate',
  'image-in-error-result': 'legality.imageInErrorResult',
  'image-too-large': 'legality.imageTooLarge',
  'too-many-cache-marks': 'legality.tooManyCacheMarks',
  'tools-missing': 'legality.toolsMissing',
  'text-between-calls': 'legality.textBetweenCalls',
} as const satisfies Record<LegalityCode, WordKey>;

/** What a problem of messages is, in words; a code that this page does not know yet stays as it is. */
export function wordsOfLegality(code: string): string {
  const known = legalityCodeSchema.safeParse(code);
  return known.success ? words(wordOfCode[known.data]) : code;
}

interface LegalityNotesProps {
  messages: Messages;
  context: LegalityContext;
}

/** What the API would say if these messages were sent as they are, and the copy that would be sent instead. */
export function LegalityNotes({ messages, context }: LegalityNotesProps) {
  const [isShown, setShown] = useState(false);
  const problems = useMemo(() => findProblems(messages, context), [messages, context]);
  if (problems.length === 0) return <p className={styles.note}>{words('legality.legal')}</p>;
  const canRepair = problems.some(isRepairable);
  const isLeft = problems.some(problem => problem.severity === 'error' && !isRepairable(problem));
  return (
    <div className={styles.notes}>
      <LegalityList problems={problems} />
      {isLeft && <p className={styles.note}>{words('legality.unrepaired')}</p>}
      {canRepair && (
        <p className={styles.note}>
          {words('legality.repaired')}{' '}
          <TextButton onClick={() => setShown(!isShown)}>
            {words(isShown ? 'legality.hide' : 'legality.show')}
          </TextButton>
        </p>
      )}
      {canRepair && isShown && <RepairDiff messages={messages} context={context} />}
    </div>
  );
}

/** Problems of `messages`, each with the message it is in. */
export function LegalityList({ problems }: { problems: readonly LegalityProblem[] }) {
  return (
    <ul className={styles.list}>
      {problems.map(problem => (
        <ProblemLine
          key={`${problem.code} ${problem.messageIndex} ${problem.blockIndex}`}
          problem={problem}
        />
      ))}
    </ul>
  );
}

function ProblemLine({ problem: { code, severity, messageIndex } }: { problem: LegalityProblem }) {
  return (
    <li>
      <span className={styles.place}>{words('legality.place', { message: String(messageIndex) })}</span>
      <span className={severity === 'error' ? styles.error : undefined}>{words(wordOfCode[code])}</span>
      {severity === 'warning' && <span className={styles.warning}>{words('legality.warning')}</span>}
    </li>
  );
}

function RepairDiff({ messages, context }: LegalityNotesProps) {
  const repaired = useMemo(() => repairMessages(messages, context).messages, [messages, context]);
  return (
    <div className={styles.diff}>
      <RepairedDiff stored={messages} sent={repaired} />
    </div>
  );
}

import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Reconciliation } from '../../shared/decision.ts';
import { problemFromError } from '../../shared/errors.ts';
import type { BranchRow, RunInfo, SceneRow } from '../../shared/rows.ts';
import { useResume } from '../api/commands.ts';
import { useResumePlan } from '../api/plans.ts';
import { wordsOfReconciliation } from '../content/reconciliationWords.ts';
import { formatTokenCount } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { useCommands } from '../keys/commandHandlers.ts';
import { ariaKeysOf } from '../keys/keyNames.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextInput } from '../ui/Field.tsx';
import { PhraseText } from '../ui/PhraseText.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { SafeText } from '../ui/SafeText.tsx';
import { followImport } from './followImport.ts';
import { ImportNote } from './ImportNote.tsx';
import styles from './ResumeBar.module.css';
import { type RestState, wordsOfRest } from './resumeWords.ts';
import { useDraftWords } from './useDraft.ts';

interface ResumeBarProps {
  run: RunInfo;
  branch: BranchRow & { state: RestState };
  head: SceneRow;
  world: string;
}

type Decisions = Readonly<Record<string, 'did' | 'run'>>;

/** A branch that rests in the middle of its work: where, what going on does about each open call, and the button. */
export function ResumeBar({ run, branch, head, world }: ResumeBarProps) {
  const loaded = useResumePlan(run.id, branch.name, world);
  const [say, setSay] = useDraftWords(`${run.id} ${branch.name} ${head.id} resume`);
  const [decide, setDecide] = useState<Decisions>({});
  const resume = useResume(run.id);
  const button = useRef<HTMLButtonElement>(null);
  useCommands({ resume: () => button.current?.focus() });
  const plan = loaded.status === 'ready' ? loaded.value : null;
  const submit = () => {
    const text = say.trim();
    const isAny = Object.keys(decide).length > 0;
    resume.mutate(
      {
        branch: branch.name,
        body: { ...(text !== '' && { say: text }), ...(isAny && { decide: { ...decide } }) },
      },
      {
        onSuccess: reply => {
          setSay('');
          followImport(run.id, reply.run);
        },
      },
    );
  };
  return (
    <section className={styles.bar} aria-label={wordsOfRest(branch, head)}>
      <form
        className={styles.head}
        onSubmit={event => {
          event.preventDefault();
          submit();
        }}
      >
        <p className={styles.title}>
          <PhraseText text={`${wordsOfRest(branch, head)}: ${plan ? callsText(plan.calls.length) : '…'}`} />
        </p>
        <TextInput
          className={styles.say}
          aria-label={words('commands.resumeSayLabel')}
          placeholder={words('commands.resumeSay')}
          maxLength={100_000}
          value={say}
          onChange={event => setSay(event.currentTarget.value)}
        />
        <Button
          ref={button}
          type="submit"
          look="primary"
          aria-keyshortcuts={ariaKeysOf('resume')}
          disabled={resume.isPending || plan === null || plan.refused !== null}
          title={costText(plan?.nextRequestTokens ?? 0)}
        >
          <Play size={12} aria-hidden />
          {words(resume.isPending ? 'commands.resuming' : 'commands.resume')}
        </Button>
      </form>
      <ImportNote run={run} />
      {loaded.status === 'problem' && <ProblemNote problem={loaded.problem} onRetry={loaded.retry} />}
      {plan?.refused && <ProblemNote problem={plan.refused} />}
      {plan && plan.calls.length > 0 && (
        <ul className={styles.calls} aria-label={words('commands.resumeDetails')}>
          {plan.calls.map(call => (
            <CallLine
              key={call.position}
              call={call}
              decision={decide[call.callId] ?? null}
              onDecide={decision => setDecide(withDecision(decide, call.callId, decision))}
            />
          ))}
        </ul>
      )}
      {resume.isError && <ProblemNote problem={problemFromError(resume.error)} />}
    </section>
  );
}

function callsText(count: number): string {
  return count === 0 ? words('commands.restNothing') : words('commands.restCalls', { count });
}

function costText(tokens: number): string | undefined {
  return tokens > 0 ? words('commands.resumeCost', { tokens: formatTokenCount(tokens) }) : undefined;
}

function withDecision(decide: Decisions, callId: string, decision: 'did' | 'run' | null): Decisions {
  const { [callId]: _, ...others } = decide;
  return decision === null ? others : { ...others, [callId]: decision };
}

const decided = { did: 'commands.decidedDid', run: 'commands.decidedRun' } as const;

interface CallLineProps {
  call: Reconciliation;
  decision: 'did' | 'run' | null;
  onDecide: (decision: 'did' | 'run' | null) => void;
}

/** One call; of one whose end is unknown the person may know more than the journal. */
function CallLine({ call, decision, onDecide }: CallLineProps) {
  const isUnknown = call.outcome === 'tell-unknown' || (call.outcome === 'ask' && call.why !== 'decided');
  return (
    <li className={styles.call}>
      <span className={styles.name}>
        <SafeText text={call.name} />
      </span>
      <span className={styles.detail} title={call.detail}>
        <SafeText text={call.detail} />
      </span>
      <span className={styles.outcome}>
        {decision === null ? wordsOfReconciliation(call) : words(decided[decision])}
      </span>
      {isUnknown && (
        <Select
          aria-label={words('commands.whatHappened', { tool: call.name })}
          value={decision ?? ''}
          onChange={event => {
            const { value } = event.currentTarget;
            onDecide(value === 'did' || value === 'run' ? value : null);
          }}
        >
          <option value="">{words('commands.tellIt')}</option>
          <option value="did">{words('commands.itDid')}</option>
          <option value="run">{words('commands.runIt')}</option>
        </Select>
      )}
    </li>
  );
}

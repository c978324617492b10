import { Send } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { problemFromError } from '../../shared/errors.ts';
import type { RunInfo } from '../../shared/rows.ts';
import { useResume } from '../api/commands.ts';
import { useResumePlan } from '../api/plans.ts';
import { formatTokenCount } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { followImport } from './followImport.ts';
import styles from './GoOnForm.module.css';
import { ImportNote } from './ImportNote.tsx';
import { useDraftWords } from './useDraft.ts';

interface GoOnFormProps {
  run: RunInfo;
  branch: string;
  world: string;
}

/** Goes on with a branch that has finished, with words of the person's. */
export function GoOnForm({ run, branch, world }: GoOnFormProps) {
  const [say, setSay] = useDraftWords(`${run.id} ${branch} go on`);
  const resume = useResume(run.id);
  const plan = useResumePlan(run.id, branch, world);
  const tokens = plan.status === 'ready' ? plan.value.nextRequestTokens : 0;
  const text = say.trim();
  const send = () => {
    if (text === '') return;
    const finish = (reply: { run: string }) => {
      setSay('');
      followImport(run.id, reply.run);
    };
    resume.mutate({ branch, body: { say: text } }, { onSuccess: finish });
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={styles.form}
      aria-label={words('commands.goOnLabel')}
      onSubmit={event => {
        event.preventDefault();
        send();
      }}
    >
      {resume.isError && <ProblemNote problem={problemFromError(resume.error)} />}
      <ImportNote run={run} />
      {text !== '' && tokens > 0 && (
        <p className={styles.cost}>{words('commands.resumeCost', { tokens: formatTokenCount(tokens) })}</p>
      )}
      <div className={styles.line}>
        <TextArea
          className={styles.say}
          aria-label={words('commands.goOnSay')}
          placeholder={words('commands.goOnSay')}
          rows={say.includes('\n') ? 4 : 1}
          maxLength={100_000}
          value={say}
          onChange={event => setSay(event.currentTarget.value)}
          onKeyDown={pressKey}
        />
        <Button type="submit" disabled={text === '' || resume.isPending}>
          <Send size={12} aria-hidden />
          {words(resume.isPending ? 'commands.sending' : 'commands.goOn')}
        </Button>
      </div>
    </form>
  );
}

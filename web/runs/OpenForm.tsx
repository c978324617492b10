import { type FormEvent, useState } from 'react';
import { problemFromError } from '../../shared/errors.ts';
import { useImportPath, useOpenPath } from '../api/commands.ts';
import { words } from '../i18n/words.ts';
import { openRun } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import styles from './RunForm.module.css';

/** Opens what lies on this machine in place, or imports a copy of it. */
export function OpenForm() {
  const [path, setPath] = useState('');
  const open = useOpenPath();
  const importing = useImportPath();
  const isPending = open.isPending || importing.isPending;
  const failed = [open, importing].find(command => command.isError);
  const act = (command: typeof open, other: typeof open) => {
    other.reset();
    if (path.trim() !== '' && !isPending) {
      command.mutate(path.trim(), { onSuccess: ({ run }) => openRun(run) });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act(open, importing);
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-labelledby="open-title">
      <h2 id="open-title" className={styles.title}>
        {words('runs.openTitle')}
      </h2>
      <label className={styles.field}>
        <span>{words('runs.path')}</span>
        <input
          value={path}
          onChange={event => setPath(event.currentTarget.value)}
          maxLength={4096}
          required
          spellCheck={false}
          autoComplete="off"
        />
      </label>
      <p className={styles.hint}>{words('runs.pathHint')}</p>
      {failed && <ProblemNote problem={problemFromError(failed.error)} />}
      <div className={styles.buttons}>
        <Button type="submit" disabled={isPending} title={words('runs.openHint')}>
          {words('runs.open')}
        </Button>
        <Button look="quiet" disabled={isPending || path.trim() === ''} onClick={() => act(importing, open)}>
          {words('runs.import')}
        </Button>
      </div>
    </form>
  );
}

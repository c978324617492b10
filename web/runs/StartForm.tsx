import { type FormEvent, useState } from 'react';
import type { About, StartBody } from '../../shared/api.ts';
import { effectsModeSchema } from '../../shared/branch.ts';
import { problemFromError } from '../../shared/errors.ts';
import { useStartRun } from '../api/commands.ts';
import { words } from '../i18n/words.ts';
import { openRun } from '../selection/useSelection.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemNote } from '../ui/ProblemNote.tsx';
import { Segments } from '../ui/Segments.tsx';
import { EffectsModeField } from './EffectsModeField.tsx';
import styles from './RunForm.module.css';
import { ScenarioFields, TaskFields } from './StartFields.tsx';

type Way = 'scenario' | 'task';

/** Starts a run: a scenario, or a task for a model where there is a key. */
export function StartForm({ about }: { about: About }) {
  const [way, setWay] = useState<Way>('scenario');
  const start = useStartRun();
  const isPossible = way === 'scenario' ? about.scenarios.length > 0 : about.hasKey;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = startBodyFrom(way, new FormData(event.currentTarget));
    if (!start.isPending) start.mutate(body, { onSuccess: ({ run }) => openRun(run) });
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-labelledby="start-title">
      <h2 id="start-title" className={styles.title}>
        {words('runs.startTitle')}
      </h2>
      <Segments
        label={words('runs.startTitle')}
        value={way}
        onChange={setWay}
        options={[
          { value: 'scenario', label: words('runs.fromScenario') },
          { value: 'task', label: words('runs.fromTask') },
        ]}
      />
      {way === 'scenario' ? <ScenarioFields about={about} /> : <TaskFields about={about} />}
      {isPossible && <EffectsModeField key={way} initial={way === 'scenario' ? 'live' : 'ask'} />}
      {start.isError && <ProblemNote problem={problemFromError(start.error)} />}
      <Button type="submit" look="primary" disabled={!isPossible || start.isPending}>
        {words(start.isPending ? 'runs.starting' : 'runs.start')}
      </Button>
    </form>
  );
}

function startBodyFrom(way: Way, form: FormData): StartBody {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const effects = effectsModeSchema.options.find(mode => mode === text('effects'));
  const common = effects === undefined ? {} : { effects };
  if (way === 'scenario') return { ...common, scenario: text('scenario'), paceMs: Number(text('paceMs')) };
  const checks = text('checks')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
  return {
    ...common,
    task: text('task'),
    ...(text('model') !== '' && { model: text('model') }),
    ...(text('workspace') !== '' && { workspace: text('workspace') }),
    ...(checks.length > 0 && { checks }),
  };
}

import { useState } from 'react';
import type { About } from '../../shared/api.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { words } from '../i18n/words.ts';
import { SafeText } from '../ui/SafeText.tsx';
import styles from './RunForm.module.css';

const paces = [
  { paceMs: 0, word: 'runs.paceNone' },
  { paceMs: 500, word: 'runs.paceShort' },
  { paceMs: 2000, word: 'runs.paceLong' },
] as const;

/** Which scenario, and how fast it plays. */
export function ScenarioFields({ about }: { about: About }) {
  const [chosen, setChosen] = useState(about.scenarios[0]?.id ?? '');
  const scenario = about.scenarios.find(entry => entry.id === chosen);
  if (!scenario) return <p className={styles.hint}>{words('runs.noScenarios')}</p>;
  return (
    <>
      <label className={styles.field}>
        <span>{words('runs.scenario')}</span>
        <select name="scenario" value={chosen} onChange={event => setChosen(event.currentTarget.value)}>
          {about.scenarios.map(entry => (
            <option key={entry.id} value={entry.id}>
              {entry.title}
            </option>
          ))}
        </select>
      </label>
      <p className={styles.quote} title={visibleText(scenario.task)}>
        <span>
          <SafeText text={scenario.task} />
        </span>
      </p>
      <label className={styles.field}>
        <span>{words('runs.pace')}</span>
        <select name="paceMs" defaultValue={500}>
          {paces.map(({ paceMs, word }) => (
            <option key={paceMs} value={paceMs}>
              {words(word)}
            </option>
          ))}
        </select>
      </label>
      <p className={styles.hint}>{words('runs.scenarioHint')}</p>
    </>
  );
}

/** What the agent should do, and with which model. Without a key it says how to get further. */
export function TaskFields({ about }: { about: About }) {
  if (!about.hasKey) {
    return (
      <p className={styles.missing} role="note">
        {words('runs.noKey')}
      </p>
    );
  }
  return (
    <>
      <label className={styles.field}>
        <span>{words('runs.task')}</span>
        <textarea name="task" rows={4} required maxLength={100_000} />
      </label>
      <label className={styles.field}>
        <span>{words('runs.model')}</span>
        <input name="model" placeholder={about.defaultModel} maxLength={200} spellCheck={false} />
      </label>
      <label className={styles.field}>
        <span>{words('runs.workspace')}</span>
        <input
          name="workspace"
          placeholder={words('runs.workspaceNew')}
          maxLength={4096}
          spellCheck={false}
          autoComplete="off"
        />
      </label>
      <p className={styles.hint}>{words('runs.workspaceHint')}</p>
      <label className={styles.field}>
        <span>{words('runs.checks')}</span>
        <textarea name="checks" rows={2} spellCheck={false} placeholder="npm test" />
      </label>
      <p className={styles.hint}>{words('runs.checksHint')}</p>
    </>
  );
}

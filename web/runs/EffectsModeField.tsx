import { useState } from 'react';
import { type EffectsMode, effectsModeSchema } from '../../shared/branch.ts';
import { type WordKey, words } from '../i18n/words.ts';
import styles from './RunForm.module.css';

const modes = {
  live: { word: 'runs.effectsLive', hint: 'runs.effectsLiveHint' },
  ask: { word: 'runs.effectsAsk', hint: 'runs.effectsAskHint' },
  'dry-run': { word: 'runs.effectsDryRun', hint: 'runs.effectsDryRunHint' },
} as const satisfies Record<EffectsMode, { word: WordKey; hint: WordKey }>;

/** What becomes of calls that reach outside the workspace, with what each choice means. */
export function EffectsModeField({ initial }: { initial: EffectsMode }) {
  const [mode, setMode] = useState(initial);
  const choose = (value: string) => {
    const chosen = effectsModeSchema.options.find(option => option === value);
    if (chosen) setMode(chosen);
  };
  return (
    <>
      <label className={styles.field}>
        <span>{words('runs.effects')}</span>
        <select name="effects" value={mode} onChange={event => choose(event.currentTarget.value)}>
          {effectsModeSchema.options.map(option => (
            <option key={option} value={option}>
              {words(modes[option].word)}
            </option>
          ))}
        </select>
      </label>
      <p className={styles.hint}>{words(modes[mode].hint)}</p>
    </>
  );
}

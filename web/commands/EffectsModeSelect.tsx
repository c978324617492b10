import { type EffectsMode, effectsModeSchema } from '../../shared/branch.ts';
import { type WordKey, words } from '../i18n/words.ts';
import { Select } from '../ui/Field.tsx';

const modes = {
  live: { word: 'commands.modeLive', hint: 'commands.modeLiveHint' },
  ask: { word: 'commands.modeAsk', hint: 'commands.modeAskHint' },
  'dry-run': { word: 'commands.modeDryRun', hint: 'commands.modeDryRunHint' },
} as const satisfies Record<EffectsMode, { word: WordKey; hint: WordKey }>;

/** What a mode means, in a sentence or two. */
export function hintOfMode(mode: EffectsMode): string {
  return words(modes[mode].hint);
}

interface EffectsModeSelectProps {
  value: EffectsMode;
  onChange: (mode: EffectsMode) => void;
}

/** How the branch treats calls that reach outside: live, ask, dry run. */
export function EffectsModeSelect({ value, onChange }: EffectsModeSelectProps) {
  return (
    <Select
      aria-label={words('commands.effectsMode')}
      title={hintOfMode(value)}
      value={value}
      onChange={event => {
        const chosen = effectsModeSchema.options.find(mode => mode === event.currentTarget.value);
        if (chosen) onChange(chosen);
      }}
    >
      {effectsModeSchema.options.map(mode => (
        <option key={mode} value={mode}>
          {words(modes[mode].word)}
        </option>
      ))}
    </Select>
  );
}

import type { EffectsMode } from '../branch.ts';
import type { RequestSettings } from '../checkpoint.ts';
import { canonicalJson } from '../digest.ts';
import { firstWords } from '../message.ts';
import type { SettingDifference } from './comparison.ts';

/** What a side asks of its model. */
export interface SideSettings {
  request: RequestSettings | null;
  model: string | null;
  effects: EffectsMode | null;
}

/** A system prompt is long; its beginning tells which it is. */
const valueShown = 200;

/** The settings that are not the same on all sides, of those that say how they asked. */
export function settingDifferences(sides: readonly SideSettings[]): SettingDifference[] {
  const asked = (settingOf: (request: RequestSettings) => unknown) => (side: SideSettings) =>
    side.request === null ? undefined : (settingOf(side.request) ?? null);
  const found = [
    differenceOf('model', sides, ({ model }) => model ?? undefined),
    differenceOf(
      'system',
      sides,
      asked(({ system }) => system),
    ),
    differenceOf(
      'thinking',
      sides,
      asked(({ thinking }) => (thinking === null ? 'off' : thinking)),
    ),
    differenceOf(
      'maxTokens',
      sides,
      asked(({ maxTokens }) => maxTokens),
    ),
    differenceOf(
      'tools',
      sides,
      asked(({ tools }) => tools?.map(tool => tool.name).join(', ')),
    ),
    differenceOf('effects', sides, ({ effects }) => effects ?? undefined),
  ];
  return found.flatMap(difference => difference ?? []);
}

/** @param settingOf null where nothing is set, undefined where the side does not tell: it is no other than the rest then */
function differenceOf(
  setting: SettingDifference['setting'],
  sides: readonly SideSettings[],
  settingOf: (side: SideSettings) => unknown,
): SettingDifference | null {
  const values = sides.map(settingOf);
  const known = new Set(values.flatMap(value => (value === undefined ? [] : canonicalJson(value))));
  return known.size < 2 ? null : { setting, values: values.map(shown) };
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return firstWords(typeof value === 'string' ? value : canonicalJson(value), valueShown);
}

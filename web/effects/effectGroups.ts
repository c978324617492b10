import type { EffectRow } from '../../shared/rows.ts';

/** Effects that did the same thing to the same target, the first of them first. */
export interface EffectGroup {
  key: string;
  name: string;
  what: string;
  effects: EffectRow[];
}

/** Whether an effect left the workspace: no rewind can take it back. */
export function isOfTheWorld(effect: EffectRow): boolean {
  return effect.toolClass === 'external';
}

/** Whether an effect may have left the workspace: a shell command reaches as far as it likes. */
export function mayBeOfTheWorld(effect: EffectRow): boolean {
  return effect.toolClass === 'command';
}

/**
 * Effects with repeats tied together: those of one tool on one target (where none is declared, with the same argument).
 * Groups stand in the order of their first effect.
 */
export function effectGroupsOf(effects: readonly EffectRow[]): EffectGroup[] {
  const groups = new Map<string, EffectGroup>();
  for (const effect of effects.toSorted(byTime)) {
    const what = effect.target ?? effect.detail;
    const key = JSON.stringify([effect.name, what]);
    const group = groups.get(key) ?? { key, name: effect.name, what, effects: [] };
    group.effects.push(effect);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Rows without a time keep their places after the others: the sort is stable. */
function byTime(x: EffectRow, y: EffectRow): number {
  if (x.at === null || y.at === null) return Number(x.at === null) - Number(y.at === null);
  return x.at < y.at ? -1 : Number(x.at > y.at);
}

import type { EffectRow, SceneRow } from '../../shared/rows.ts';
import type { TurnNode } from '../../shared/runGraph.ts';

/**
 * The effects of a turn at one of its save points. At A no call of the turn has run yet: they are those of B. Where
 * the turn never came to its B, its A is the only place left for them.
 */
export function effectsAt({ point }: Pick<SceneRow, 'point'>, { b, effects }: TurnNode): EffectRow[] {
  return point === 'A' && b !== null ? [] : effects;
}

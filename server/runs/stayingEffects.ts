import { lineOf } from '../../shared/lineOf.ts';
import type { EffectRow } from '../../shared/rows.ts';
import type { RunGraph } from '../../shared/runGraph.ts';

/** What decides which effects stay. */
export interface EffectsOfMove {
  graph: RunGraph;
  /** All ledger rows of the run, superseded turns and other branches included. */
  effects: readonly EffectRow[];
  /** The scene that the conversation goes to. */
  target: string;
  /** The branch whose own files stay as they are, or null where they are put back or are not this branch's. */
  keepsFilesOf: string | null;
  /** Command lines that are declared harmless. */
  checks: readonly string[];
}

/**
 * The effects that stay in the world and that the conversation, at its target, knows nothing of. Changes of files count
 * only where the files stay as they are.
 */
export function stayingEffects(move: EffectsOfMove): EffectRow[] {
  const known = effectsOnLine(move.graph, move.target);
  return move.effects.filter(effect => !known.has(effect.id) && staysInWorld(effect, move));
}

/** The effects of all turns that are over at a scene. A turn at its A has only begun. */
function effectsOnLine(graph: RunGraph, target: string): Set<string> {
  const line = new Set(lineOf(graph.scenes, target));
  const over = [...graph.turns.values()].filter(turn => turn.b !== null && line.has(turn.b.id));
  return new Set(over.flatMap(turn => turn.effects.map(effect => effect.id)));
}

function staysInWorld(effect: EffectRow, { keepsFilesOf, checks }: EffectsOfMove): boolean {
  if (effect.toolClass === 'read') return false;
  if (effect.toolClass === 'workspace') return effect.branch === keepsFilesOf;
  return effect.toolClass === 'external' || !checks.includes(effect.detail);
}

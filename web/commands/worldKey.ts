import type { RunState } from '../../shared/runEvent.ts';

/**
 * Changes with whatever a plan for a branch depends on: its head and moves, and what the run has done anywhere. Other
 * branches may be at work meanwhile: their turns alone change no plan.
 */
export function worldKeyOf(state: RunState, name: string): string {
  const branch = state.branches.find(row => row.name === name);
  const effects = state.effects.filter(row => row.branch === name || row.toolClass === 'external');
  return JSON.stringify([
    branch?.head,
    branch?.moves.length,
    branch?.effects,
    branch?.state,
    effects.length,
    state.branches.length,
  ]);
}

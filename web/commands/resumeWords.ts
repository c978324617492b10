import { MAIN } from '../../shared/branch.ts';
import type { BranchRow, SceneRow } from '../../shared/rows.ts';
import { words } from '../i18n/words.ts';

const rests = {
  interrupted: 'commands.restInterrupted',
  stopped: 'commands.restStopped',
  failed: 'commands.restFailed',
  limit: 'commands.restLimit',
} as const;

/** The states from which a branch is resumed as it stands. */
export type RestState = keyof typeof rests;

/** Whether a branch rests in the middle of its work. Subagents and dead sides are never gone on with. */
export function isResting(branch: BranchRow): branch is BranchRow & { state: RestState } {
  return (branch.kind === 'main' || branch.kind === 'fork') && branch.state in rests;
}

/** `Interrupted at 16-A`; of a fork with its name: `Interrupted at plan-b:16-A`. */
export function wordsOfRest({ name, state }: BranchRow & { state: RestState }, head: SceneRow): string {
  const place = `${head.turn}-${head.point}`;
  return words(rests[state], { place: name === MAIN ? place : `${name}:${place}` });
}

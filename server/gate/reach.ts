import type { EffectsMode } from '../../shared/branch.ts';
import type { Question } from '../../shared/gate.ts';
import type { Tool } from '../tools/tool.ts';

/** What the gate has to know of a run's tools and checks about one call. */
export interface Reach {
  tool: Pick<Tool, 'toolClass' | 'destructive'>;
  /** What the tool says that the call acts on; of a command its command line. */
  target: string | null;
  /** Command lines that the person declared harmless. */
  checks: readonly string[];
}

/** Whether a call is a command whose line, apart from blanks around it, the person declared harmless. */
export function isCheck({ tool, target, checks }: Reach): boolean {
  if (tool.toolClass !== 'command' || target === null) return false;
  return checks.some(check => check.trim() === target.trim());
}

/** Whether a call may change something outside of the files that are captured. */
export function reachesOut(reach: Reach): boolean {
  const { toolClass } = reach.tool;
  return toolClass === 'external' || (toolClass === 'command' && !isCheck(reach));
}

/** Whether a dry run only says what the call would have done. Files of the branch's own copy may change. */
export function isSimulated(mode: EffectsMode, reach: Reach): boolean {
  return mode === 'dry-run' && reachesOut(reach);
}

/** Why a call needs a yes on a branch of this mode, whatever was done before; null where it needs none. */
export function modeAsks(mode: EffectsMode, reach: Reach): Question['why'] | null {
  if (mode !== 'ask') return null;
  if (reachesOut(reach)) return 'mode';
  return reach.tool.destructive === true ? 'destructive' : null;
}

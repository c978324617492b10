import type { PlanBody } from '../../shared/api.ts';
import type { EffectsMode } from '../../shared/branch.ts';
import type { CallDecision } from '../../shared/decision.ts';
import { problemOfName } from '../../shared/name.ts';
import type { PendingChoice, RestoreChoice, RewindBody } from '../../shared/plan.ts';
import { objectFromText } from '../content/jsonObject.ts';
import type { Act } from '../selection/selection.ts';

/** What a person fills in about a call that waits. Texts are kept while another choice is looked at. */
export interface CallForm {
  /** `leave`: as a resume would do it. */
  kind: 'leave' | 'run' | 'edit' | 'skip' | 'supply';
  input: string;
  why: string;
  result: string;
  isError: boolean;
}

/** What a person fills in about a rewind or a fork. Null leaves the choice to the plan. */
export interface MoveForm {
  /** Branch that is rewound, or that the fork is taken from. */
  branch: string;
  name: string;
  say: string;
  restore: RestoreChoice | null;
  effects: EffectsMode | null;
  model: string;
  /** The reply that named the waiting calls is thrown away. */
  isDropped: boolean;
  /** By call id; a call that nobody touched is not in it. */
  calls: Record<string, CallForm>;
  /** By call id; only what was changed. */
  editedResults: Record<string, string>;
}

/** A form in which nothing was chosen yet. */
export function emptyMoveForm(branch: string, name: string): MoveForm {
  return {
    branch,
    name,
    say: '',
    restore: null,
    effects: null,
    model: '',
    isDropped: false,
    calls: {},
    editedResults: {},
  };
}

/** What keeps a form from being asked about. */
export type FormProblem = 'name-missing' | 'name-bad' | 'name-taken' | 'bad-input';

/** The problem of a form, or null. Names of branches are compared without regard to case, as the store does. */
export function problemOfForm(form: MoveForm, act: Act, takenNames: readonly string[]): FormProblem | null {
  if (act === 'fork') {
    const name = form.name.trim();
    if (name === '') return 'name-missing';
    if (problemOfName(name) !== null) return 'name-bad';
    if (takenNames.some(taken => taken.toLowerCase() === name.toLowerCase())) return 'name-taken';
  }
  const isBad = Object.values(form.calls).some(
    call => call.kind === 'edit' && 'problem' in objectFromText(call.input),
  );
  return isBad && !form.isDropped ? 'bad-input' : null;
}

/** The body that asks for what a form says, without digest. The form must have no problem. */
export function planBodyFrom(form: MoveForm, act: Act, to: string): PlanBody {
  const say = form.say.trim();
  const model = form.model.trim();
  const pending = pendingFrom(form);
  const body: RewindBody = {
    to,
    ...(say !== '' && { say }),
    ...(model !== '' && { model }),
    ...(form.effects !== null && { effects: form.effects }),
    ...(form.restore !== null && { restore: form.restore }),
    ...(pending !== null && { pending }),
    ...(Object.keys(form.editedResults).length > 0 && { editedResults: form.editedResults }),
  };
  return act === 'rewind'
    ? { action: 'rewind', branch: form.branch, ...body }
    : { action: 'fork', branch: form.branch, ...body, name: form.name.trim() };
}

function pendingFrom({ isDropped, calls }: MoveForm): PendingChoice | null {
  if (isDropped) return 'drop';
  const decisions = Object.entries(calls).flatMap(([id, call]) => {
    const decision = decisionFrom(call);
    return decision === null ? [] : [[id, decision] as const];
  });
  return decisions.length === 0 ? null : Object.fromEntries(decisions);
}

function decisionFrom(call: CallForm): CallDecision | null {
  switch (call.kind) {
    case 'leave':
      return null;
    case 'run':
      return { kind: 'run' };
    case 'edit': {
      const written = objectFromText(call.input);
      return 'value' in written ? { kind: 'edit', input: written.value } : null;
    }
    case 'skip':
      return { kind: 'skip', why: call.why };
    case 'supply':
      return { kind: 'supply', result: call.result, isError: call.isError };
  }
}

/** `plan-b`, or the next letter that is free. */
export function freeBranchName(taken: readonly string[]): string {
  const names = new Set(taken.map(name => name.toLowerCase()));
  for (let code = 'b'.charCodeAt(0); code <= 'z'.charCodeAt(0); code++) {
    const name = `plan-${String.fromCharCode(code)}`;
    if (!names.has(name)) return name;
  }
  for (let number = 1; ; number++) if (!names.has(`plan-${number}`)) return `plan-${number}`;
}

import { z } from 'zod';
import type { PlanBody } from '../../shared/api.ts';
import { effectsModeSchema } from '../../shared/branch.ts';
import type { CallDecision } from '../../shared/decision.ts';
import { problemOfName } from '../../shared/name.ts';
import { type PendingChoice, type RewindBody, restoreChoiceSchema } from '../../shared/plan.ts';
import { objectFromText } from '../content/jsonObject.ts';
import type { Act } from '../selection/selection.ts';

const callFormSchema = z.object({
  /** `leave`: as a resume would do it. */
  kind: z.enum(['leave', 'run', 'edit', 'skip', 'supply']),
  input: z.string(),
  why: z.string(),
  result: z.string(),
  isError: z.boolean(),
});
/** What a person fills in about a call that waits. Texts are kept while another choice is looked at. */
export type CallForm = z.infer<typeof callFormSchema>;

/** What a person has filled in so far about a rewind or a fork; the rest is as it is offered. */
export const moveDraftSchema = z.object({
  /** Branch that is rewound, or that the fork is taken from. */
  branch: z.string().exactOptional(),
  name: z.string().exactOptional(),
  say: z.string().exactOptional(),
  restore: restoreChoiceSchema.nullable().exactOptional(),
  effects: effectsModeSchema.nullable().exactOptional(),
  model: z.string().exactOptional(),
  thinking: z.enum(['off', 'adaptive', 'budget']).nullable().exactOptional(),
  /** Tokens, as they are typed. Empty is as before. */
  thinkingBudget: z.string().exactOptional(),
  maxTokens: z.string().exactOptional(),
  system: z.string().nullable().exactOptional(),
  tools: z.array(z.string()).nullable().exactOptional(),
  /** The reply that named the waiting calls is thrown away. */
  isDropped: z.boolean().exactOptional(),
  /** By call id; a call that nobody touched is not in it. */
  calls: z.record(z.string(), callFormSchema).exactOptional(),
  /** By call id; only what was changed. */
  editedResults: z.record(z.string(), z.string()).exactOptional(),
  /** Paths of files that the person says the run changed. */
  claimed: z.array(z.string()).exactOptional(),
});
export type MoveDraft = z.infer<typeof moveDraftSchema>;

/** A rewind or a fork as it is filled in. Null leaves the choice to the plan. */
export type MoveForm = Required<MoveDraft>;

/** A form in which nothing was chosen yet. */
export function emptyMoveForm(branch: string, name: string): MoveForm {
  return {
    branch,
    name,
    say: '',
    restore: null,
    effects: null,
    model: '',
    thinking: null,
    thinkingBudget: '4096',
    maxTokens: '',
    system: null,
    tools: null,
    isDropped: false,
    calls: {},
    editedResults: {},
    claimed: [],
  };
}

/** What a draft for a scene is kept under. Not by the act: what was filled in stays when the other one is looked at. */
export function moveDraftKey(run: string, branch: string, scene: string): string {
  return `${run} ${branch} ${scene} move`;
}

/**
 * A draft taken to a scene further back, with what was said since. What was decided about calls and results stays
 * behind: they are not there yet.
 * @param branch the branch that is meant: the earlier scene may be one of its ancestors'
 */
export function draftForEarlier(branch: string, draft: MoveDraft | null, said: string | null): MoveDraft {
  const { calls: _calls, editedResults: _results, isDropped: _dropped, say = '', ...rest } = draft ?? {};
  const words = [said ?? '', say].filter(text => text.trim() !== '');
  return { ...rest, branch, say: words.join('\n\n') };
}

/** What keeps a form from being asked about. */
export type FormProblem =
  | 'name-missing'
  | 'name-bad'
  | 'name-taken'
  | 'bad-input'
  | 'bad-budget'
  | 'bad-max-tokens';

/** The API refuses a smaller budget for thinking. */
const LEAST_BUDGET = 1024;
const MOST_TOKENS = 1_000_000;

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
  if (isBad && !form.isDropped) return 'bad-input';
  if (form.thinking === 'budget' && !isTokens(form.thinkingBudget, LEAST_BUDGET)) return 'bad-budget';
  return form.maxTokens.trim() === '' || isTokens(form.maxTokens, 1) ? null : 'bad-max-tokens';
}

function isTokens(text: string, least: number): boolean {
  const tokens = Number(text);
  return text.trim() !== '' && Number.isInteger(tokens) && tokens >= least && tokens <= MOST_TOKENS;
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
    ...settingsFrom(form),
    ...(form.effects !== null && { effects: form.effects }),
    ...(form.restore !== null && { restore: form.restore }),
    ...(pending !== null && { pending }),
    ...(Object.keys(form.editedResults).length > 0 && { editedResults: form.editedResults }),
  };
  return act === 'rewind'
    ? { action: 'rewind', branch: form.branch, ...body, ...claimsFrom(form) }
    : { action: 'fork', branch: form.branch, ...body, name: form.name.trim() };
}

function claimsFrom({ claimed }: MoveForm): Pick<RewindBody, 'claimed'> {
  return claimed.length === 0 ? {} : { claimed };
}

function settingsFrom({
  thinking,
  thinkingBudget,
  maxTokens,
  system,
  tools,
}: MoveForm): Pick<RewindBody, 'thinking' | 'maxTokens' | 'system' | 'tools'> {
  return {
    ...(thinking === 'off' && { thinking: null }),
    ...(thinking === 'adaptive' && { thinking }),
    ...(thinking === 'budget' && { thinking: { budgetTokens: Number(thinkingBudget) } }),
    ...(maxTokens.trim() !== '' && { maxTokens: Number(maxTokens) }),
    ...(system !== null && { system }),
    ...(tools !== null && { tools }),
  };
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

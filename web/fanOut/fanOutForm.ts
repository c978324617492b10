import { z } from 'zod';
import {
  DEFAULT_AT_ONCE,
  type FanOutBody,
  FEWEST_BRANCHES,
  fanOutBranchSchema,
  MOST_BRANCHES,
  numberedNames,
  USUAL_STEM,
} from '../../shared/fanOut.ts';
import {
  emptyMoveForm,
  type FormProblem,
  freeBranchName,
  type MoveForm,
  moveDraftSchema,
  planBodyFrom,
  problemOfForm,
} from '../commands/moveForm.ts';

const rowDraftSchema = moveDraftSchema.pick({
  name: true,
  say: true,
  model: true,
  thinking: true,
  thinkingBudget: true,
  maxTokens: true,
  system: true,
  tools: true,
});
export type RowDraft = z.infer<typeof rowDraftSchema>;

const countSchema = z.int().min(FEWEST_BRANCHES).max(MOST_BRANCHES);

/** What a person has filled in so far about a fan-out; the rest is as it is offered. */
export const fanOutDraftSchema = z.object({
  /** `own`: each branch has its own words and settings. `same`: all begin alike. */
  kind: z.enum(['own', 'same']).exactOptional(),
  rows: z.array(rowDraftSchema).min(FEWEST_BRANCHES).max(MOST_BRANCHES).exactOptional(),
  /** Of `same`; its name is the beginning of all names. */
  same: rowDraftSchema.exactOptional(),
  count: countSchema.exactOptional(),
  atOnce: z.int().min(1).max(MOST_BRANCHES).exactOptional(),
  effects: z.enum(['ask', 'dry-run']).exactOptional(),
});
export type FanOutDraft = z.infer<typeof fanOutDraftSchema>;

/** A fan-out as it is filled in. */
export interface FanOutForm extends Required<Omit<FanOutDraft, 'rows' | 'same'>> {
  /** What was filled in of each row, which another change keeps. */
  drafts: readonly RowDraft[];
  rows: readonly MoveForm[];
  same: MoveForm;
}

/** What a draft for a scene is kept under. */
export function fanOutDraftKey(run: string, branch: string, scene: string): string {
  return `${run} ${branch} ${scene} fan-out`;
}

/** What was filled in, over what is offered: names that are still free. */
export function fanOutForm(draft: FanOutDraft | null, branch: string, taken: readonly string[]): FanOutForm {
  const drafts: RowDraft[] = draft?.rows ?? Array.from({ length: FEWEST_BRANCHES }, () => ({}));
  const used = [...taken, ...drafts.flatMap(row => row.name ?? [])];
  const rows = drafts.map(row => {
    const name = freeBranchName(used);
    if (row.name === undefined) used.push(name);
    return { ...emptyMoveForm(branch, name), ...row };
  });
  return {
    kind: draft?.kind ?? 'own',
    drafts,
    rows,
    same: { ...emptyMoveForm(branch, USUAL_STEM), ...draft?.same },
    count: draft?.count ?? 3,
    atOnce: draft?.atOnce ?? DEFAULT_AT_ONCE,
    effects: draft?.effects ?? 'ask',
  };
}

/** The branches that a form makes, each as the fork that it is. */
export function branchesOfForm(form: FanOutForm, taken: readonly string[]): MoveForm[] {
  if (form.kind === 'own') return [...form.rows];
  const stem = form.same.name.trim();
  // Without one they have no names either, and the form says so.
  const names = stem === '' ? Array<string>(form.count).fill('') : numberedNames(stem, form.count, taken);
  return names.map(name => ({ ...form.same, name }));
}

/** What keeps each branch from being asked about, or null; a name may stand there once. */
export function problemsOfBranches(
  branches: readonly MoveForm[],
  taken: readonly string[],
): (FormProblem | null)[] {
  return branches.map((branch, index) => {
    const before = branches.slice(0, index).map(other => other.name.trim());
    return problemOfForm(branch, 'fork', [...taken, ...before]);
  });
}

/** The body that asks for what a form says, without digest. No branch may have a problem. */
export function fanOutBodyFrom(form: FanOutForm, branches: readonly MoveForm[], to: string): FanOutBody {
  return {
    to,
    branches: branches.map(branch => fanOutBranchSchema.parse(planBodyFrom(branch, 'fork', to))),
    atOnce: form.atOnce,
    effects: form.effects,
  };
}

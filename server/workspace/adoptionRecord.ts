import { z } from 'zod';
import { type Adoption, adoptionSchema, leftPaths } from '../../shared/adoption.ts';

/** An adoption as it is kept with the workspace that it went into. */
export const adoptionRecordSchema = adoptionSchema.omit({ into: true, isUnfinished: true }).extend({
  before: z.string(),
  after: z.string(),
  /** Every path that it changed, for the undo: `entries` are without folders that came or went with what is in them. */
  changed: z.array(z.string()),
});
export type AdoptionRecord = z.infer<typeof adoptionRecordSchema>;

/** Who does it, and when. */
const actSchema = adoptionSchema.pick({ at: true, by: true });
export type AdoptionAct = z.infer<typeof actSchema>;

/** What the restore that is under way does: one adoption, or the undo of one. */
export const adoptionStepSchema = z.discriminatedUnion('kind', [
  actSchema.extend({
    kind: z.literal('adopt'),
    id: adoptionSchema.shape.id,
    from: adoptionSchema.shape.from,
  }),
  actSchema.extend({ kind: z.literal('undo'), id: adoptionSchema.shape.id }),
]);
export type AdoptionStep = z.infer<typeof adoptionStepSchema>;

/** What the restore did. */
type StepReport = Pick<AdoptionRecord, 'before' | 'after' | 'changed' | 'entries' | 'verified'>;

/** The adoptions of a workspace with one more step; a step that was recorded and then cut short is there once. */
export function withAdoption(
  adoptions: readonly AdoptionRecord[],
  step: AdoptionStep,
  report: StepReport,
): AdoptionRecord[] {
  const { at, by } = step;
  if (step.kind === 'adopt') {
    const others = adoptions.filter(({ id }) => id !== step.id);
    return [...others, { id: step.id, from: step.from, at, by, ...report, undone: null }];
  }
  const undone = { at, by, verified: report.verified };
  return adoptions.map(record =>
    record.id === step.id
      ? { ...record, undone: { ...undone, entries: afterUndo(record, report.entries) } }
      : record,
  );
}

/** What became of each path by all undos: what an earlier one left and this one did not look at again is as it was. */
function afterUndo({ undone }: AdoptionRecord, entries: StepReport['entries']): StepReport['entries'] {
  const earlier = undone?.entries ?? [];
  const settled = new Set([...leftPaths(earlier), ...entries.map(({ path }) => path)]);
  return [...earlier.filter(({ path }) => !settled.has(path)), ...entries].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
}

/** Paths that an undo would put back: all of them, or those that the last one left. */
export function pathsToTakeBack({ changed, undone }: AdoptionRecord): string[] {
  if (undone === null) return changed;
  const left = new Set(leftPaths(undone.entries));
  return changed.filter(path => left.has(path));
}

/** An adoption that is under way, as far as its step tells. */
export function adoptionUnderWay({
  id,
  from,
  at,
  by,
}: Extract<AdoptionStep, { kind: 'adopt' }>): Omit<Adoption, 'into'> {
  return { id, from, at, by, entries: [], verified: false, undone: null, isUnfinished: true };
}

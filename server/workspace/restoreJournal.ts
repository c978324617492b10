import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { nameSchema } from '../../shared/name.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { syncFolder, writeFileAtomic } from '../disk/writeFileAtomic.ts';
import { adoptionStepSchema } from './adoptionRecord.ts';
import type { CaptureStore } from './captureStore.ts';
import { pathStateSchema, workspacePathSchema } from './entry.ts';
import { presentState } from './presentState.ts';

/** A restore that is under way: written before the first path is touched, removed when all is recorded. */
const restoreJournalSchema = z.object({
  version: z.literal(1),
  branch: nameSchema,
  /** The capture of the files before it. */
  before: z.string(),
  temporaryName: z.string().regex(/^\.forkpoint-[0-9a-f]+\.tmp$/),
  plan: z.array(
    z.object({
      path: workspacePathSchema,
      action: z.enum(['write', 'delete', 'mode', 'conflict', 'keep']),
      why: z
        .enum([
          'changed-by-others',
          'not-known-by-whom',
          'not-captured-then',
          'not-captured-now',
          'not-empty',
        ])
        .nullable(),
      present: pathStateSchema,
      desired: pathStateSchema,
    }),
  ),
  /** Which adoption it is the doing or the undoing of; recorded together with it. */
  adoption: adoptionStepSchema.optional(),
});
export type RestoreJournal = z.infer<typeof restoreJournalSchema>;

/** The restore of a branch that was cut short, or null. @throws ForkpointError where it cannot be read */
export async function readJournal(store: CaptureStore, branch: string): Promise<RestoreJournal | null> {
  const path = journalPath(store, branch);
  const bytes = await readIfThere(path);
  return bytes && checked(restoreJournalSchema, parseJson(bytes.toString('utf8'), path), path);
}

export async function writeJournal(store: CaptureStore, journal: RestoreJournal): Promise<void> {
  await store.makeFolder('restores');
  await writeFileAtomic(journalPath(store, journal.branch), JSON.stringify(journal));
}

export async function removeJournal(store: CaptureStore, branch: string): Promise<void> {
  const path = journalPath(store, branch);
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}

/** Removes the half-written file that a killed restore may have left beside one of its paths. */
export function removeTemporaries(root: string, journal: RestoreJournal): void {
  const folders = new Set(journal.plan.map(({ path }) => dirname(path)));
  for (const folder of folders) {
    const path = folder === '.' ? journal.temporaryName : `${folder}/${journal.temporaryName}`;
    if (presentState(root, path, Number.POSITIVE_INFINITY).kind === 'absent') continue;
    try {
      if (lstatSync(join(root, path)).isDirectory()) rmdirSync(join(root, path));
      else unlinkSync(join(root, path));
    } catch (error) {
      // It stays where it cannot be removed, under a name that says whose it is.
      if (systemCode(error) === null) throw error;
    }
  }
}

function journalPath(store: CaptureStore, branch: string): string {
  return join(store.folder, 'restores', `${branch}.json`);
}

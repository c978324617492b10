import type { Attribution, RestCapture } from '../../shared/branch.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { filesSoFar, openedOf, restEntry } from '../harness/unseenWork.ts';
import type { BranchStore } from '../store/runStore.ts';
import type { RunFiles, UnseenRange } from '../workspace/runFiles.ts';
import type { ActingRun } from './actingRun.ts';

/** An attribution with what a person says on top of it. */
export function withClaims(attribution: Attribution, claimed: readonly string[]): Attribution {
  return { ...attribution, known: [...new Set([...attribution.known, ...claimed])] };
}

/** What a turn that was cut off at a branch's head made of the files, or null. Writes nothing. */
export async function unseenAt(
  branch: BranchStore,
  head: SceneRow,
  files: Pick<RunFiles, 'folderOf'>,
): Promise<UnseenRange | null> {
  if (head.point !== 'A') return null;
  const { from, hasUnseenWork, whose } = await filesSoFar(branch, head, files.folderOf(branch.name));
  return hasUnseenWork && from !== null ? { before: from, whose } : null;
}

/**
 * Keeps what a turn that was cut off made of the files, before the head leaves it: afterwards nobody could tell. For the
 * holder of the branch's lock.
 * @param taken the scene that the head moves to: what its calls did earlier is over
 * @param claimed what the person says of paths that changed not known by whom
 */
export async function settleFiles(
  run: Pick<ActingRun, 'store' | 'files'>,
  branch: string,
  taken: SceneRow,
  claimed: readonly string[] = [],
): Promise<void> {
  const store = run.store.branch(branch);
  const { restCaptures = [] } = await store.record();
  const found = [...(await restOfCutTurn(run, store)), ...(await restBefore(store, taken, restCaptures))];
  const settled = [...restCaptures, ...found].map(rest => claimedRest(rest, claimed));
  if (found.length > 0 || claimed.length > 0) await store.update({ restCaptures: settled });
}

async function restOfCutTurn(
  { files }: Pick<ActingRun, 'files'>,
  store: BranchStore,
): Promise<RestCapture[]> {
  const head = (await store.loadLatest())?.row;
  if (head?.point !== 'A') return [];
  const { from, hasUnseenWork, ...rest } = await filesSoFar(store, head, files.folderOf(store.name));
  if (!hasUnseenWork || from === null) return [];
  const { id } = await files.capture(store.name);
  return id === null ? [] : [restEntry(head.id, from, id, rest)];
}

/** Calls of the scene that were opened before the head comes back to it have been accounted for. */
async function restBefore(
  store: BranchStore,
  { id, point, capture }: SceneRow,
  known: readonly RestCapture[],
): Promise<RestCapture[]> {
  if (point !== 'A' || !capture?.id) return [];
  const opened = await openedOf(store, id);
  const last = known.findLast(rest => rest.scene === id)?.opened ?? 0;
  return opened === last ? [] : [restEntry(id, capture.id, capture.id, { opened })];
}

function claimedRest(rest: RestCapture, claimed: readonly string[]): RestCapture {
  const { attribution } = rest;
  return attribution === undefined ? rest : { ...rest, attribution: withClaims(attribution, claimed) };
}

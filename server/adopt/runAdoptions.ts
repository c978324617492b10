import { userInfo } from 'node:os';
import type {
  AdoptBody,
  Adoption,
  AdoptionPlan,
  AdoptionsReply,
  AdoptionTarget,
  PatchReply,
  UndoAdoptionBody,
  UndoAdoptionPlan,
} from '../../shared/adoption.ts';
import { MAIN } from '../../shared/branch.ts';
import { digestOf } from '../../shared/digest.ts';
import { ForkpointError, isForkpointError, type Problem } from '../../shared/errors.ts';
import { slugFromTitle } from '../../shared/name.ts';
import { buildRunGraph, type RunGraph } from '../../shared/runGraph.ts';
import { systemCode } from '../disk/diskCalls.ts';
import { atHome } from '../disk/realPath.ts';
import type { ActingRun } from '../runs/actingRun.ts';
import { orDead } from '../runs/commands.ts';
import { rangesOf } from '../runs/filesOfMove.ts';
import { realPathOrWritten } from '../runs/freeFolder.ts';
import { branchIn } from '../runs/movePlace.ts';
import { unseenAt } from '../runs/settleFiles.ts';
import type { FilesToAdopt } from '../workspace/adoptFiles.ts';
import {
  type AdoptedScene,
  adoptedScene,
  cannotAdopt,
  type SharedScene,
  sharedScene,
} from './adoptedScene.ts';
import { type FilesPlace, placeFor, placeOfBranch, placeOfFolder } from './adoptionPlace.ts';
import { boundedEntries } from './boundedEntries.ts';
import { runOfSide } from './runOfSide.ts';

export interface RunAdoptionsParts {
  /** Absolute, links resolved. */
  dataFolder: string;
  /** A run with everything that acts on it. @throws ForkpointError `no-such-run`, `read-only` */
  acting(run: string): Promise<ActingRun>;
}

/** Brings the files of branches elsewhere, and takes that back. All errors are those of the functions that do the work. */
export class RunAdoptions {
  private readonly parts: RunAdoptionsParts;

  constructor(parts: RunAdoptionsParts) {
    this.parts = parts;
  }

  /** What adopting would do. Writes nothing. */
  async plan(runId: string, { side: text, into, take = [] }: AdoptBody): Promise<AdoptionPlan> {
    const { run: own, side } = runOfSide(runId, text, into);
    const run = await this.parts.acting(own);
    const { scene, since, place, files, graph } = await this.wanted(run, { side, into, take });
    refuseRunning(graph, side, scene, place);
    const { entries, digest } = await place.files.planAdoption(place.name, files);
    return {
      digest: digestFor(digest, scene, place),
      from: fromOf(scene),
      into: place.shown,
      since: since?.address ?? null,
      entries: boundedEntries(entries),
      notComing: await run.files.notCaptured(scene.capture),
      changedAfter: scene.isHead ? await changedAfter(run, scene) : [],
    };
  }

  /** Adopts files as planned. @throws ForkpointError `adoption-changed` where the world is another by now */
  async adopt(runId: string, { side: text, into, take = [], digest }: AdoptBody): Promise<Adoption> {
    const { run: own, side } = runOfSide(runId, text, into);
    const run = await this.parts.acting(own);
    const { place, scene: found, graph } = await this.wanted(run, { side, into, take });
    refuseRunning(graph, side, found, place);
    return await done(place, async () => {
      // Looked at once more: nobody else writes there from here on.
      const { scene, files } = await this.wanted(run, { side, into, take });
      const seen = digest === undefined ? null : seenDigest(digest, scene, place);
      const act = { ...actNow(), from: fromOf(scene) };
      const { id } = await place.files.adopt(place.name, files, act, seen);
      return await adoptionIn(place, id);
    });
  }

  /** All adoptions of a run, wherever they went, the newest first; what cannot be read hides no other. Writes nothing. */
  async list(runId: string): Promise<AdoptionsReply> {
    const run = await this.readable(runId);
    if (run === null) return { adoptions: [], problems: [], ownFolder: null };
    const { adoptions, problems } = await keptIn(run);
    return { adoptions, problems, ownFolder: (await run.store.record()).workspace };
  }

  /** What an undo would do. Writes nothing. @throws ForkpointError `no-such-adoption`, `adoption-undone`, `cut-off-turn` */
  async planUndo(runId: string, id: string, { take = [] }: UndoAdoptionBody): Promise<UndoAdoptionPlan> {
    const run = await this.parts.acting(runId);
    const place = await this.placeOf(run, id);
    await refuseUnsettled(run, buildRunGraph(await run.store.rows()), place);
    const { entries, digest } = await place.files.planUndoAdoption(place.name, id, take);
    return { entries: boundedEntries(entries), digest };
  }

  /** Puts back what was there before an adoption; of what an earlier undo left, what is taken. */
  async undo(runId: string, id: string, { take = [], digest }: UndoAdoptionBody): Promise<Adoption> {
    const run = await this.parts.acting(runId);
    const place = await this.placeOf(run, id);
    return await done(place, async () => {
      await refuseUnsettled(run, buildRunGraph(await run.store.rows()), place);
      await place.files.undoAdoption(place.name, { id, take }, actNow(), digest ?? null);
      return await adoptionIn(place, id);
    });
  }

  /** Finishes what was cut short where files were to go: an adoption, its undo, or the restore of a rewind. */
  async finish(runId: string, into: AdoptionTarget): Promise<void> {
    const run = await this.parts.acting(runId);
    const graph = buildRunGraph(await run.store.rows());
    const place =
      'branch' in into
        ? placeOfBranch(run, graph, into.branch)
        : await placeOfFolder(
            run,
            graph,
            this.parts.dataFolder,
            await realPathOrWritten(atHome(into.folder)),
          );
    await done(place, () => place.files.finish(place.name));
  }

  /**
   * What a side changed since the scene that it and a branch come from, as a patch.
   * @param against that branch; null for where the run began
   */
  async patch(runId: string, text: string, against: string | null): Promise<PatchReply> {
    const { run: own, side } = runOfSide(
      runId,
      text,
      against === null ? { folder: '' } : { branch: against },
    );
    const run = await this.parts.acting(own);
    const graph = buildRunGraph(await run.store.rows());
    if (against !== null) branchIn(graph, run.id, against);
    const scene = adoptedScene(graph, run.id, side);
    const since = sharedScene(graph, scene.row.id, against);
    const patch = await run.files.patch(since?.capture ?? null, scene.capture);
    return {
      text: patch.text === '' ? null : patch.text,
      name: `${slugFromTitle(`${run.id} ${side}`, 'files')}.patch`,
      since: since?.address ?? null,
      from: fromOf(scene),
      files: patch.files,
      leftOut: patch.leftOut,
    };
  }

  private async wanted(run: ActingRun, { side, into, take }: Wish): Promise<Wanted> {
    const rows = await run.store.rows();
    const graph = buildRunGraph(rows);
    const scene = adoptedScene(graph, run.id, side);
    const place = await placeFor(run, graph, this.parts.dataFolder, into);
    const { branch } = place.shown;
    await refuseUnsettled(run, graph, place);
    const since = sharedScene(graph, scene.row.id, branch);
    const ranges = branch === null ? [] : rangesOf(rows, graph, branch);
    const files = { capture: scene.capture, since: since?.capture ?? null, ranges, take };
    return { scene, since, place, files, graph };
  }

  private async placeOf(run: ActingRun, id: string): Promise<FilesPlace> {
    const { adoptions, problems } = await keptIn(run);
    const into = adoptions.find(entry => entry.id === id)?.into;
    const [problem = { code: 'no-such-adoption' as const, params: { adoption: id } }] = problems;
    if (!into) throw ForkpointError.from(problem);
    const graph = buildRunGraph(await run.store.rows());
    return into.branch === null
      ? await placeOfFolder(run, graph, this.parts.dataFolder, into.folder)
      : placeOfBranch(run, graph, into.branch);
  }

  /** Null for what is only read: nothing was adopted in it. */
  private async readable(run: string): Promise<ActingRun | null> {
    try {
      return await this.parts.acting(run);
    } catch (error) {
      if (!isForkpointError(error, 'read-only')) throw error;
      return null;
    }
  }
}

interface Wish {
  side: string;
  into: AdoptionTarget;
  take: readonly string[];
}

interface Wanted {
  scene: AdoptedScene;
  since: SharedScene | null;
  place: FilesPlace;
  files: FilesToAdopt;
  graph: RunGraph;
}

/** Looked at before the lock is taken, which makes this process the owner. @throws ForkpointError `cannot-adopt` */
function refuseRunning(graph: RunGraph, side: string, scene: AdoptedScene, { shown }: FilesPlace): void {
  const isRunning = (branch: string | null) => (graph.branches.get(branch ?? '')?.owner ?? null) !== null;
  if (scene.isHead && isRunning(scene.branch))
    throw cannotAdopt(side, 'the branch runs; wait for it, or stop it');
  if (isRunning(shown.branch)) throw cannotAdopt(side, `“${shown.branch}” runs; wait for it, or stop it`);
}

/** A resume judges the calls of a turn that was cut off by the files: until then these stay. @throws `cut-off-turn` */
async function refuseUnsettled(run: ActingRun, graph: RunGraph, { shown }: FilesPlace): Promise<void> {
  const { branch } = shown;
  const head = graph.scenes.get(graph.branches.get(branch ?? '')?.head ?? '');
  if (branch === null || !head) return;
  if ((await unseenAt(run.store.branch(branch), head, run.files)) === null) return;
  throw new ForkpointError('cut-off-turn', { branch });
}

/** The adoptions of a run, the newest first, and why those of some places cannot be read. */
async function keptIn(run: ActingRun): Promise<Pick<AdoptionsReply, 'adoptions'> & { problems: Problem[] }> {
  const graph = buildRunGraph(await run.store.rows());
  const { folders, problems } = await run.files.outsideFolders();
  const places = [
    ...[...graph.branches.keys()].map(branch => async () => {
      const into = { branch, folder: run.files.folderOf(branch) };
      return withPlace(await run.files.adoptions(branch), into);
    }),
    ...folders.map(folder => async () => {
      return withPlace(await run.files.outside(folder).adoptions(MAIN), { branch: null, folder });
    }),
  ];
  const found = await Promise.all(places.map(adoptionsOr));
  const adoptions = found.flatMap(of => (Array.isArray(of) ? of : []));
  adoptions.sort((a, b) => (a.at < b.at ? 1 : -1));
  return { adoptions, problems: [...problems, ...found.flatMap(of => (Array.isArray(of) ? [] : of))] };
}

async function adoptionsOr(read: () => Promise<Adoption[]>): Promise<Adoption[] | Problem> {
  try {
    return await read();
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return error.toProblem();
  }
}

/** Nothing can be said where the branch's workspace is gone, or is another folder. */
async function changedAfter(run: ActingRun, { branch, capture }: AdoptedScene): Promise<string[]> {
  try {
    return await run.files.changedSince(branch, capture);
  } catch (error) {
    if (!isForkpointError(error, 'foreign-root')) throw error;
    return [];
  }
}

/** An act alone in its place; one that was told to die says so. @throws ForkpointError `branch-locked`, `simulated-crash` */
async function done<T>(place: FilesPlace, work: () => Promise<T>): Promise<T> {
  return await orDead(place.locked(work));
}

async function adoptionIn(place: FilesPlace, id: string): Promise<Adoption> {
  const adoption = (await place.files.adoptions(place.name)).find(entry => entry.id === id);
  if (!adoption) throw new ForkpointError('no-such-adoption', { adoption: id });
  return { ...adoption, into: place.shown };
}

function withPlace(adoptions: readonly Omit<Adoption, 'into'>[], into: Adoption['into']): Adoption[] {
  return adoptions.map(adoption => ({ ...adoption, into }));
}

function fromOf({ branch, address, row }: AdoptedScene): Adoption['from'] {
  return { branch, address, scene: row.id };
}

/** The digest of the files' plan, tied to where from and where to. */
function digestFor(digest: string, scene: AdoptedScene, place: FilesPlace): string {
  return [digest, scene.row.id, digestOf(place.shown.folder)].join(' ');
}

/** The part of a digest that `digestFor` made which is of the files' plan. @throws ForkpointError `adoption-changed` */
function seenDigest(digest: string, scene: AdoptedScene, place: FilesPlace): string {
  const [ofFiles = ''] = digest.split(' ');
  if (digest !== digestFor(ofFiles, scene, place)) throw new ForkpointError('adoption-changed', {});
  return ofFiles;
}

/** Who does it: the user that this process runs as, where the system has a name for it. */
function actNow(): { at: string; by: string | null } {
  return { at: new Date().toISOString(), by: userName() };
}

function userName(): string | null {
  try {
    return userInfo().username;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

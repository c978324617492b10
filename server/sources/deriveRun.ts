import type { BranchRecord } from '../../shared/branch.ts';
import { idsOfDamagedScenes } from '../../shared/damagedScenes.ts';
import { digestOf } from '../../shared/digest.ts';
import type { Problem } from '../../shared/errors.ts';
import { bySavePoint, headOf, type SceneLink } from '../../shared/head.ts';
import { type LineageScene, lineageOf } from '../../shared/lineage.ts';
import { ancestorNames, parentNames, parentsFirst } from './branchParents.ts';
import type { CheckpointEntry } from './checkpointEntry.ts';
import { type ForkScene, forkPointOf, type MessageComparison } from './forkPoint.ts';
import type { FoundCheckpoint } from './readBranchFolder.ts';

/** A branch folder as it was read. */
export interface BranchScan {
  name: string;
  /** `branch.json`, or null where there is none that can be read. */
  record: BranchRecord | null;
  /** Why `branch.json` cannot be read. */
  recordProblem: Problem | null;
  checkpoints: readonly FoundCheckpoint[];
}

/** A checkpoint with its place in the run. */
interface DerivedScene extends ForkScene {
  checkpoint: FoundCheckpoint;
  /** It should follow something that could not be found. */
  isLoose: boolean;
}

export interface DerivedBranch<S extends BranchScan = BranchScan> {
  name: string;
  scan: S;
  parent: string | null;
  origin: string | null;
  head: string | null;
  problem: Problem | null;
  scenes: DerivedScene[];
}

export interface DerivedRun<S extends BranchScan = BranchScan> {
  branches: DerivedBranch<S>[];
  problems: Problem[];
}

/**
 * Makes a run out of what lies in its branch folders: ids, parents, fork points and heads. Pure; opens nothing.
 * @param scans in any order, names unique
 */
export function deriveRun<S extends BranchScan>(
  scans: readonly S[],
  compare: MessageComparison<CheckpointEntry>,
): DerivedRun<S> {
  const parents = parentNames(scans);
  const drafts = new Map(scans.map(scan => [scan.name, draftScenes(scan)]));
  const known = new Set(
    [...drafts.values()]
      .flat()
      .filter(scene => scene.isReadable)
      .map(scene => scene.id),
  );
  const derived = new Map<string, DerivedBranch<S>>();
  for (const scan of parentsFirst(scans, parents)) {
    const ancestors = ancestorNames(scan.name, parents).flatMap(name => derived.get(name) ?? []);
    const scenes = drafts.get(scan.name) ?? [];
    derived.set(scan.name, deriveBranch(scan, scenes, ancestors, known, compare));
  }
  const branches = scans.flatMap(scan => derived.get(scan.name) ?? []);
  return { branches, problems: problemsOf(branches) };
}

/** Ids by what each file says. Of two files with one id the second gets a suffix. */
function draftScenes(scan: BranchScan): DerivedScene[] {
  const used = new Set<string>();
  return scan.checkpoints.map(checkpoint => {
    const { entry, file } = checkpoint;
    const base = entry.id ?? `damaged-${digestOf(file, 20)}`;
    let id = base;
    for (let n = 2; used.has(id); n++) id = `${base}-${n}`;
    used.add(id);
    const { turn, point, problem } = entry.content;
    const parent = entry.isOwn ? entry.parent : null;
    return {
      id,
      turn,
      point,
      parent,
      isOwn: entry.isOwn,
      isReadable: problem === null,
      checkpoint,
      isLoose: false,
    };
  });
}

function deriveBranch<S extends BranchScan>(
  scan: S,
  drafts: readonly DerivedScene[],
  ancestors: readonly DerivedBranch[],
  known: ReadonlySet<string>,
  compare: MessageComparison<CheckpointEntry>,
): DerivedBranch<S> {
  const inherited = ancestors.flatMap(branch => branch.scenes);
  const fork = forkPointOf(
    drafts.filter(scene => scene.isReadable && scene.checkpoint.folderOfMove === null).toSorted(bySavePoint),
    inherited,
    {
      areEqual: (x, y) => compare.areEqual(x.checkpoint.entry, y.checkpoint.entry),
      isBeginning: (x, y) => compare.isBeginning(x.checkpoint.entry, y.checkpoint.entry),
    },
  );
  const named = drafts.map(scene => asCopy(scene, fork.copies));
  const linked = linkScenes(scan, named, fork, ancestors.length > 0, known, compare);
  const head = headOfBranch(scan, linked, inherited);
  const isHeadMissing = head === null && linked.length > 0;
  return {
    name: scan.name,
    scan,
    parent: ancestors[0]?.name ?? null,
    origin: scan.record === null ? fork.origin : scan.record.origin,
    head,
    problem: scan.recordProblem ?? (isHeadMissing ? missingHead(scan) : null),
    scenes: linked,
  };
}

/** A copy is the scene that it is a copy of: same id, same parent. */
function asCopy(scene: DerivedScene, copies: ReadonlyMap<string, ForkScene>): DerivedScene {
  const original = copies.get(scene.id);
  return original ? { ...scene, id: original.id, parent: original.parent, isOwn: true } : scene;
}

function linkScenes(
  scan: BranchScan,
  named: readonly DerivedScene[],
  fork: { origin: string | null },
  isFork: boolean,
  known: ReadonlySet<string>,
  compare: MessageComparison<CheckpointEntry>,
): DerivedScene[] {
  const taken = idsOfDamagedScenes(named.map(toLineage), id => known.has(id));
  const scenes = named.map(scene => ({ ...scene, id: taken.get(scene.id) ?? scene.id }));
  const entries = new Map(scenes.map(scene => [scene.id, scene.checkpoint.entry]));
  const isContinuation = (earlier: string, later: string) => {
    const [x, y] = [entries.get(earlier), entries.get(later)];
    return x !== undefined && y !== undefined && compare.isBeginning(x, y);
  };
  const { head = null, moves = [] } = scan.record ?? {};
  const seeds = [head, ...moves.flatMap(move => [move.left, move.taken])].flatMap(id => id ?? []);
  const lineage = lineageOf(scenes.map(toLineage), isContinuation, seeds);
  const first = scenes.filter(isInPlace).toSorted(bySavePoint)[0];
  return scenes.map(scene => {
    if (scene === first && !scene.isOwn && scene.isReadable && isFork) {
      return { ...scene, parent: fork.origin, isLoose: fork.origin === null };
    }
    const { link, loose = false } = lineage.get(scene.id) ?? {};
    return { ...scene, parent: link?.parent ?? null, isLoose: loose };
  });
}

function toLineage({ id, turn, point, parent, isOwn, isReadable, checkpoint }: DerivedScene): LineageScene {
  const kind = !isReadable ? 'damaged' : isOwn ? 'own' : 'foreign';
  return { id, turn, point, parent, folderOfMove: checkpoint.folderOfMove, kind };
}

/**
 * The head by its rule. Damaged scenes count where a line goes on through them, but never become the head. Without
 * a record nothing says which superseded turns were taken back, so only the branch's folder itself counts.
 */
function headOfBranch(
  scan: BranchScan,
  scenes: readonly DerivedScene[],
  ancestors: readonly SceneLink[],
): string | null {
  const byId = new Map(scenes.map(scene => [scene.id, scene]));
  const passable = scenesOnReadableLines(scenes, byId);
  const counted = scenes.filter(
    scene => passable.has(scene.id) && (scan.record !== null || isInPlace(scene)),
  );
  const head = byId.get(headOf(scan.record, counted, ancestors) ?? '');
  return head?.isReadable ? head.id : null;
}

/** The readable scenes and everything that they descend from. */
function scenesOnReadableLines(
  scenes: readonly DerivedScene[],
  byId: ReadonlyMap<string, DerivedScene>,
): Set<string> {
  const passable = new Set<string>();
  for (const scene of scenes) {
    if (!scene.isReadable) continue;
    for (
      let at: DerivedScene | undefined = scene;
      at && !passable.has(at.id);
      at = byId.get(at.parent ?? '')
    ) {
      passable.add(at.id);
    }
  }
  return passable;
}

function missingHead(scan: BranchScan): Problem {
  return { code: 'missing-head', params: { branch: scan.name, id: scan.record?.head ?? '?' } };
}

/** A line that breaks is said once, where it breaks. */
function problemsOf(branches: readonly DerivedBranch[]): Problem[] {
  const known = new Set(branches.flatMap(branch => branch.scenes.map(scene => scene.id)));
  const problems: Problem[] = [];
  for (const { parent, origin, scan, problem, scenes } of branches) {
    if (problem) problems.push(problem);
    const first = scenes.filter(isInPlace).toSorted(bySavePoint)[0];
    for (const scene of scenes) {
      const { turn, point, checkpoint, isOwn, isLoose } = scene;
      const isMissing = isOwn && scene.parent !== null && !known.has(scene.parent);
      // A fork that was opened by itself: what it was forked from lies elsewhere.
      const isElsewhere = scene === first && parent === null && (scan.record?.parent ?? null) !== null;
      // One of an orphan: of the original it is said already.
      const isOfOrphan = scene === first && parent !== null && known.has(origin ?? '');
      if (isLoose || (isMissing && !isElsewhere && !isOfOrphan)) {
        problems.push({ code: 'no-parent', params: { where: checkpoint.file, turn, point } });
      }
    }
  }
  return problems;
}

function isInPlace(scene: DerivedScene): boolean {
  return scene.checkpoint.folderOfMove === null;
}

import type { SceneLink } from './head.ts';
import { type PlacedScene, ScenePlaces } from './scenePlaces.ts';

/**
 * The parents of a branch's scenes. Where a scene's own id holds, so does its `parent`. Scenes that other programs
 * wrote name none: they follow the save point before them if their `messages` begin with its `messages`. Where
 * that breaks, the rest is loose: an orphaned tail that is shown and never resumed silently.
 */
export interface LineageScene extends PlacedScene {
  id: string;
  /** `own`: `parent` holds. `foreign`: to be found. `damaged`: its content is unknown. */
  kind: 'own' | 'foreign' | 'damaged';
  parent: string | null;
}

/** A scene with its parent. `loose`: it should follow something that is not here. */
export interface Lineage {
  link: SceneLink;
  loose: boolean;
}

/** Whether the messages of `later` begin with those of `earlier` (scene ids). */
export type IsContinuation = (earlier: string, later: string) => boolean;

/**
 * Finds the parents of one branch's scenes.
 * @param scenes in any order, ids unique; of two at one save point of one folder the first is taken for the line
 * @param seeds scenes that `branch.json` names (head, heads left and taken): a foreign scene in `superseded/` is
 *   linked to another folder only on their lines, so that a tail which was tidied away never joins a line
 */
export function lineageOf(
  scenes: readonly LineageScene[],
  isContinuation: IsContinuation,
  seeds: readonly string[] = [],
): Map<string, Lineage> {
  const places = new ScenePlaces(scenes);
  const found = new Map<string, Lineage>();
  const across = new Set<string>();
  for (const scene of scenes) {
    const parent = parentOf(scene, places, isContinuation);
    const link = { id: scene.id, parent: parent.id, turn: scene.turn, point: scene.point };
    found.set(scene.id, { link, loose: parent.loose });
    if (parent.across) across.add(scene.id);
  }
  const claimed = linesOf(found, seeds);
  for (const id of across) {
    const entry = found.get(id);
    if (entry && !claimed.has(id)) found.set(id, { link: { ...entry.link, parent: null }, loose: true });
  }
  return found;
}

type Places = ScenePlaces<LineageScene>;

interface FoundParent {
  id: string | null;
  loose: boolean;
  /** It lies in another folder of the branch, and was not named but found. */
  across: boolean;
}

const none: FoundParent = { id: null, loose: false, across: false };
const loose: FoundParent = { id: null, loose: true, across: false };
const found = (scene: LineageScene): FoundParent => ({ id: scene.id, loose: false, across: false });

function parentOf(scene: LineageScene, places: Places, isContinuation: IsContinuation): FoundParent {
  if (scene.kind === 'own') return { id: scene.parent, loose: false, across: false };
  if (scene.kind === 'damaged') {
    const before = places.before(scene) ?? places.beforeInBranchFolder(scene);
    return before ? found(before) : none;
  }
  const before = places.before(scene);
  if (before === null && scene.folderOfMove === null) return none;
  const follow = (from: LineageScene | null) => followed(scene, from, places, isContinuation);
  const nearest = turnsApart(before, scene) <= 1 ? inTurn(scene, before, places, isContinuation) : null;
  return nearest ?? acrossFolders(scene, places, isContinuation) ?? follow(before) ?? loose;
}

/**
 * The parent within a turn and the turn before it. A rewind of theirs can leave an A beside a B of another time:
 * if the next turn goes on from the B, the B and what follows are the old tail; else the A is what was left over.
 */
function inTurn(
  scene: LineageScene,
  before: LineageScene | null,
  places: Places,
  isContinuation: IsContinuation,
): FoundParent | null {
  const { a, b } = places.turn(scene);
  const beforeTurn = places.lastBeforeTurn(scene);
  const isSplit = a?.kind === 'foreign' && b?.kind === 'foreign' && !isContinuation(a.id, b.id);
  if (isSplit && (scene === a || scene === b)) {
    const next = places.firstAfterTurn(scene);
    const isTail = next?.kind === 'foreign' && isContinuation(b.id, next.id);
    const isBOnLine = !isTail && followed(b, beforeTurn, places, isContinuation) !== null;
    if (scene === b) return isBOnLine ? followed(b, beforeTurn, places, isContinuation) : loose;
    if (isBOnLine) return loose;
  }
  return followed(scene, before, places, isContinuation);
}

/** `from` as the parent, seen through damaged files: the nearest readable scene before must be a beginning. */
function followed(
  scene: LineageScene,
  from: LineageScene | null,
  places: Places,
  isContinuation: IsContinuation,
): FoundParent | null {
  let readable = from;
  while (readable?.kind === 'damaged') readable = places.before(readable);
  if (from === null || (readable !== null && !isContinuation(readable.id, scene.id))) return null;
  return found(from);
}

function acrossFolders(
  scene: LineageScene,
  places: Places,
  isContinuation: IsContinuation,
): FoundParent | null {
  const before = places
    .rightBeforeElsewhere(scene)
    .find(other => other.kind !== 'damaged' && isContinuation(other.id, scene.id));
  return before ? { id: before.id, loose: false, across: true } : null;
}

function linesOf(links: ReadonlyMap<string, Lineage>, seeds: readonly string[]): Set<string> {
  const claimed = new Set<string>();
  for (const seed of seeds) {
    for (
      let at: string | null = seed;
      at !== null && !claimed.has(at);
      at = links.get(at)?.link.parent ?? null
    ) {
      claimed.add(at);
    }
  }
  return claimed;
}

function turnsApart(before: LineageScene | null, scene: LineageScene): number {
  return before === null ? Number.POSITIVE_INFINITY : scene.turn - before.turn;
}

import { formatAddress } from '../../shared/address.ts';
import { parseSide } from '../../shared/compare/side.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { addressOf, type RunGraph } from '../../shared/runGraph.ts';
import { branchIn, readableRowAt } from '../runs/movePlace.ts';

/** The scene whose files are to be adopted, with the capture that holds them. */
export interface AdoptedScene {
  row: SceneRow;
  branch: string;
  address: string;
  capture: string;
  /** The branch was asked for, and not one of its scenes: its files are those of its head. */
  isHead: boolean;
}

/**
 * Finds what a person wants to adopt.
 * @param text a side of this very run (`shared/compare/side`)
 * @throws ForkpointError `bad-address`, `bad-name`, `no-such-branch`, `no-such-scene`, `damaged-scene`, and `cannot-adopt`
 *   for a branch that has no scene, and for a scene without captured files
 */
export function adoptedScene(graph: RunGraph, run: string, text: string): AdoptedScene {
  const side = parseSide(text);
  if (side.place.kind !== 'branch') {
    const row = readableRowAt(graph, run, text);
    return found(graph, { row, branch: row.branch, text, isHead: false });
  }
  const { branch } = side.place;
  const { head } = branchIn(graph, run, branch);
  const row = graph.scenes.get(head ?? '');
  if (!row) throw cannotAdopt(text, 'the branch has no scene yet');
  return found(graph, { row, branch, text, isHead: true });
}

function found(
  graph: RunGraph,
  { row, branch, text, isHead }: Pick<AdoptedScene, 'row' | 'branch' | 'isHead'> & { text: string },
): AdoptedScene {
  const rest = isHead ? lastRest(graph, branch, row.id) : null;
  const capture = rest ?? captureOf(row);
  if (capture === null) throw cannotAdopt(text, 'its files were not captured at this save point');
  return { row, branch, address: formatAddress(addressOf(graph, row)), capture, isHead };
}

/** What a turn that came to rest in its middle made of the files until then. */
function lastRest(graph: RunGraph, branch: string, scene: string): string | null {
  const rests = graph.branches.get(branch)?.restCaptures ?? [];
  return rests.findLast(rest => rest.scene === scene)?.capture ?? null;
}

/** The scene with known files that two lines both come from last. */
export interface SharedScene {
  capture: string;
  address: string;
}

/**
 * Where the files of a scene and those of a branch come from; for a folder in which no branch works, where the run began.
 * Null where they share nothing that was captured.
 */
export function sharedScene(graph: RunGraph, scene: string, branch: string | null): SharedScene | null {
  const line = lineOf(graph.scenes, scene).flatMap(id => graph.scenes.get(id) ?? []);
  const known = line.filter(row => captureOf(row) !== null);
  const row = branch === null ? known[0] : lastOn(graph, known, branch);
  const capture = row && captureOf(row);
  return row && capture ? { capture, address: formatAddress(addressOf(graph, row)) } : null;
}

function lastOn(graph: RunGraph, line: readonly SceneRow[], branch: string): SceneRow | undefined {
  const others = new Set(lineOf(graph.scenes, graph.branches.get(branch)?.head ?? ''));
  return line.findLast(row => others.has(row.id));
}

function captureOf({ capture }: SceneRow): string | null {
  return capture === null || capture.state === 'failed' ? null : capture.id;
}

export function cannotAdopt(side: string, why: string): ForkpointError {
  return new ForkpointError('cannot-adopt', { side, why });
}

import type { PlanBody } from '../../shared/api.ts';
import type { RestCapture } from '../../shared/branch.ts';
import type { CaptureNote } from '../../shared/capture.ts';
import { isForkpointError } from '../../shared/errors.ts';
import type { Plan } from '../../shared/plan.ts';
import type { RunRows, SceneRow } from '../../shared/rows.ts';
import { branchWithAncestors, type RunGraph } from '../../shared/runGraph.ts';
import { type FileNote, noteFiles } from '../harness/noteFiles.ts';
import type { CaptureRange, RunFiles, UnseenRange } from '../workspace/runFiles.ts';
import { inheritedScenes } from './inheritedScenes.ts';
import { withClaims } from './settleFiles.ts';

/** The files that a move would put back. */
export interface FilesToRestore extends Pick<Plan['files'], 'refused' | 'entries' | 'copiedBytes' | 'git'> {
  /** Those files as they are now: digests, since texts are shown of some only. */
  present: FileNote[];
}

interface MoveOfFiles {
  rows: RunRows;
  graph: RunGraph;
  body: Pick<PlanBody, 'action' | 'branch' | 'claimed'>;
  target: SceneRow;
  /** What a turn that was cut off made of the files. */
  unseen: UnseenRange | null;
}

/** What a plan asks of the files of a run. */
export type FilesOfMove = Pick<RunFiles, 'planRestore' | 'folderOf' | 'forkSize' | 'gitSince'>;

/** What can be put back of a scene's files, or why nothing can. A fork takes all of them, into a folder of its own. */
export async function filesToRestore(
  files: FilesOfMove,
  { rows, graph, body, target, unseen }: MoveOfFiles,
): Promise<FilesToRestore> {
  const capture = target.capture?.id ?? null;
  const refused = whyNoFiles(target.capture);
  if (capture === null || refused !== null) return nothing(refused);
  try {
    if (body.action === 'fork') return { ...nothing(null), copiedBytes: await copiedBytesOf(files, capture) };
    const { branch, claimed = [] } = body;
    const whose = unseen?.whose ? withClaims(unseen.whose, claimed) : null;
    const entries = await files.planRestore(
      branch,
      capture,
      rangesOf(rows, graph, branch, claimed),
      unseen && { ...unseen, whose },
    );
    const paths = entries.map(entry => entry.path);
    const present = await noteFiles(files.folderOf(body.branch), paths, null);
    const was = target.capture?.git;
    const git = was && (await files.gitSince(branch, was));
    return { refused: null, entries, present, copiedBytes: null, ...(git && { git }) };
  } catch (error) {
    if (isForkpointError(error, 'foreign-root')) return nothing('foreign-root');
    const isLost = isForkpointError(error, 'no-such-capture') || isForkpointError(error, 'capture-damaged');
    if (!isLost) throw error;
    return nothing('capture-failed');
  }
}

function nothing(refused: FilesToRestore['refused']): FilesToRestore {
  return { refused, entries: [], present: [], copiedBytes: null };
}

async function copiedBytesOf(files: FilesOfMove, capture: string): Promise<number> {
  const size = await files.forkSize(capture);
  return size.capturedBytes + size.copiedBytes;
}

/** Why the files of a scene cannot be put back, or null. */
function whyNoFiles(note: CaptureNote | null): Plan['files']['refused'] {
  if (note === null) return 'not-captured';
  return note.state === 'failed' || note.id === null ? 'capture-failed' : null;
}

/**
 * The captures before and after the calls of every turn that worked in the workspace of a branch, and of the turns that
 * came to rest in it, or were cut off.
 * @param claimed paths that the person says the run changed, where that is not known
 */
export function rangesOf(
  rows: RunRows,
  graph: RunGraph,
  branch: string,
  claimed: readonly string[] = [],
): CaptureRange[] {
  const inherited = inheritedScenes(graph, branch);
  const own = rows.scenes.filter(row => row.branch === branch);
  const ranges = [...inherited, ...own].flatMap((row): CaptureRange[] => {
    const before = row.parent === null ? undefined : graph.scenes.get(row.parent);
    const from = row.capture?.since ?? (before?.turn === row.turn ? before.capture?.id : null);
    const to = row.capture?.id;
    return from && to ? [[from, to]] : [];
  });
  const rests = [...restsOfAncestors(graph, branch, inherited), ...restsOf(graph, branch)];
  const all = [...ranges, ...rests.map(rest => rangeOfRest(rest, claimed))];
  return [...new Map(all.map(range => [JSON.stringify(range), range])).values()];
}

function rangeOfRest({ from, capture, attribution }: RestCapture, claimed: readonly string[]): CaptureRange {
  return attribution === undefined ? [from, capture] : [from, capture, withClaims(attribution, claimed)];
}

function restsOf(graph: RunGraph, branch: string): RestCapture[] {
  return graph.branches.get(branch)?.restCaptures ?? [];
}

/** What turns of the ancestors' did before they were interrupted. */
function restsOfAncestors(graph: RunGraph, branch: string, inherited: readonly SceneRow[]): RestCapture[] {
  const scenes = new Set(inherited.map(row => row.id));
  const [, ...ancestors] = branchWithAncestors(branch, graph.branches);
  return ancestors.flatMap(name => restsOf(graph, name)).filter(rest => scenes.has(rest.scene));
}

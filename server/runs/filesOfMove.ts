import type { PlanBody } from '../../shared/api.ts';
import type { CaptureNote } from '../../shared/capture.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { lineOf } from '../../shared/lineOf.ts';
import type { Plan } from '../../shared/plan.ts';
import type { RunRows, SceneRow } from '../../shared/rows.ts';
import { branchWithAncestors, type RunGraph } from '../../shared/runGraph.ts';
import { type FileNote, noteFiles } from '../harness/noteFiles.ts';
import type { CaptureRange, RunFiles } from '../workspace/runFiles.ts';

/** The files that a move would put back. */
export interface FilesToRestore extends Pick<Plan['files'], 'refused' | 'entries' | 'copiedBytes'> {
  /** Those files as they are now: digests, since texts are shown of some only. */
  present: FileNote[];
}

interface MoveOfFiles {
  rows: RunRows;
  graph: RunGraph;
  body: Pick<PlanBody, 'action' | 'branch'>;
  target: SceneRow;
}

/** What a plan asks of the files of a run. */
export type FilesOfMove = Pick<RunFiles, 'planRestore' | 'folderOf' | 'forkSize'>;

/** What can be put back of a scene's files, or why nothing can. A fork takes all of them, into a folder of its own. */
export async function filesToRestore(
  files: FilesOfMove,
  { rows, graph, body, target }: MoveOfFiles,
): Promise<FilesToRestore> {
  const capture = target.capture?.id ?? null;
  const refused = whyNoFiles(target.capture);
  if (capture === null || refused !== null) return nothing(refused);
  try {
    if (body.action === 'fork') return { ...nothing(null), copiedBytes: await copiedBytesOf(files, capture) };
    const entries = await files.planRestore(body.branch, capture, rangesOf(rows, graph, body.branch));
    const paths = entries.map(entry => entry.path);
    const present = await noteFiles(files.folderOf(body.branch), paths, null);
    return { refused: null, entries, present, copiedBytes: null };
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
 * came to rest in it without a B.
 */
export function rangesOf(rows: RunRows, graph: RunGraph, branch: string): CaptureRange[] {
  const ranges = scenesOfWorkspace(rows, graph, branch).flatMap((row): CaptureRange[] => {
    const before = row.parent === null ? undefined : graph.scenes.get(row.parent);
    const from = before?.turn === row.turn ? before.capture?.id : null;
    const to = row.capture?.id;
    return from && to ? [[from, to]] : [];
  });
  const rests = graph.branches.get(branch)?.restCaptures ?? [];
  const all = [...ranges, ...rests.map(({ from, capture }): CaptureRange => [from, capture])];
  return [...new Map(all.map(range => [range.join('/'), range])).values()];
}

/**
 * The scenes whose turns worked in a branch's workspace: its own, superseded ones too, and its ancestors' up to where it
 * was forked from, since its copy began with what they had made.
 */
function scenesOfWorkspace(rows: RunRows, graph: RunGraph, branch: string): SceneRow[] {
  const own = rows.scenes.filter(row => row.branch === branch);
  const inherited = branchWithAncestors(branch, graph.branches).flatMap(name => {
    const origin = graph.branches.get(name)?.origin ?? null;
    return origin === null ? [] : lineOf(graph.scenes, origin).flatMap(id => graph.scenes.get(id) ?? []);
  });
  return [...inherited, ...own];
}

import type { ReplyOf } from '../../shared/api.ts';
import type { FileChange } from '../../shared/capture.ts';
import type { RunRows, SceneRow } from '../../shared/rows.ts';
import { buildRunGraph, type RunGraph } from '../../shared/runGraph.ts';
import type { RunFiles } from '../workspace/runFiles.ts';
import { readableRowAt } from './movePlace.ts';

/** What is asked of the files of a run about one scene. */
export type FilesOfScene = Pick<RunFiles, 'changes' | 'notCaptured' | 'keptBytes'>;

/**
 * The files of a scene: what its checkpoint says of them, and what the turn changed up to it. Of an A: what happened
 * since the scene before it. @throws ForkpointError `bad-address`, `no-such-scene`, `damaged-scene`
 */
export async function sceneFiles(
  rows: RunRows,
  files: FilesOfScene,
  address: string,
): Promise<ReplyOf<'getFiles'>> {
  const graph = buildRunGraph(rows);
  const row = readableRowAt(graph, rows.run.id, address);
  const before = row.parent === null ? undefined : graph.scenes.get(row.parent);
  const [from, to] = [usable(before), usable(row)];
  // Without what was before, all files would count as new.
  const all = to === null || from === null ? [] : await files.changes(from, to);
  const changes = await ofTheTurn(graph, row, files, all);
  const notCaptured = to === null ? (row.capture?.notCaptured ?? []) : await files.notCaptured(to);
  return { capture: row.capture, changes, notCaptured, capturesBytes: await files.keptBytes() };
}

function usable(row: SceneRow | undefined): string | null {
  return row?.capture && row.capture.state !== 'failed' ? row.capture.id : null;
}

/**
 * Of the changes between two scenes those that were made while calls of the turn ran. Where it was interrupted, others may
 * have worked in between.
 */
async function ofTheTurn(
  graph: RunGraph,
  { branch, capture, parent }: SceneRow,
  files: FilesOfScene,
  all: FileChange[],
): Promise<FileChange[]> {
  if (!capture?.since || capture.id === null) return all;
  const rests = graph.branches.get(branch)?.restCaptures ?? [];
  const stretches = [
    ...rests.filter(rest => rest.scene === parent),
    { from: capture.since, capture: capture.id, attribution: undefined },
  ];
  const own = new Set<string>();
  for (const { from, capture: to, attribution } of stretches) {
    const changed = (await files.changes(from, to)).map(change => change.path);
    for (const path of changed) if (attribution?.known.includes(path) ?? true) own.add(path);
  }
  return all.filter(change => own.has(change.path));
}

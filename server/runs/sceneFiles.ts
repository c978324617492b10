import type { ReplyOf } from '../../shared/api.ts';
import type { RunRows, SceneRow } from '../../shared/rows.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import type { RunFiles } from '../workspace/runFiles.ts';
import { readableRowAt } from './movePlace.ts';

/**
 * The files of a scene: what its checkpoint says of them, and what the turn changed up to it. Of an A: what happened
 * since the scene before it. @throws ForkpointError `bad-address`, `no-such-scene`, `damaged-scene`
 */
export async function sceneFiles(
  rows: RunRows,
  files: Pick<RunFiles, 'changes' | 'notCaptured'>,
  address: string,
): Promise<ReplyOf<'getFiles'>> {
  const graph = buildRunGraph(rows);
  const row = readableRowAt(graph, rows.run.id, address);
  const before = row.parent === null ? undefined : graph.scenes.get(row.parent);
  const [from, to] = [usable(before), usable(row)];
  // Without what was before, all files would count as new.
  const changes = to === null || from === null ? [] : await files.changes(from, to);
  const notCaptured = to === null ? (row.capture?.notCaptured ?? []) : await files.notCaptured(to);
  return { capture: row.capture, changes, notCaptured };
}

function usable(row: SceneRow | undefined): string | null {
  return row?.capture && row.capture.state !== 'failed' ? row.capture.id : null;
}

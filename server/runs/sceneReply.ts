import { formatAddress, parseAddress } from '../../shared/address.ts';
import type { SceneReply } from '../../shared/api.ts';
import { lastReplyIndex } from '../../shared/calls.ts';
import type { Checkpoint } from '../../shared/checkpoint.ts';
import type { Effect } from '../../shared/effect.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { sceneTooLarge, wholeSceneLimit, withoutLongParts } from '../../shared/leftOut.ts';
import type { RunRows, SceneRow } from '../../shared/rows.ts';
import { addressOf, buildRunGraph, type RunGraph, sceneAt } from '../../shared/runGraph.ts';
import type { RunSource } from '../sources/runSource.ts';

/** One scene whole, with what its turn changed. @throws ForkpointError `bad-address`, `no-such-scene` */
export async function sceneReply(rows: RunRows, source: RunSource, address: string): Promise<SceneReply> {
  const graph = buildRunGraph(rows);
  const row = rowAt(graph, rows, address);
  const scene = await source.scene(row.id);
  return {
    row,
    address: formatAddress(addressOf(graph, row)),
    checkpoint: scene.checkpoint,
    newFrom: scene.checkpoint ? newFrom(graph, row, scene.checkpoint) : 0,
    lines: scene.lines,
    effects: await effectsOf(graph, row, source),
    raw: scene.raw,
  };
}

/** A scene that is asked for whole. @throws ForkpointError `scene-too-large` */
export function wholeReply(reply: SceneReply): SceneReply {
  const { leftOut: characters = 0 } = lightReply(reply);
  if (characters <= wholeSceneLimit) return reply;
  throw ForkpointError.from(sceneTooLarge(reply.address, characters));
}

/** A scene for looking at: without the long parts of what was before its turn, where those are much. */
export function lightReply(reply: SceneReply): SceneReply {
  const { checkpoint, newFrom } = reply;
  if (checkpoint === null) return reply;
  const { messages, characters } = withoutLongParts(checkpoint.messages, newFrom);
  return characters === 0
    ? reply
    : { ...reply, checkpoint: { ...checkpoint, messages: [...messages] }, leftOut: characters };
}

function rowAt(graph: RunGraph, rows: RunRows, address: string): SceneRow {
  const row = sceneAt(graph, parseAddress(address));
  if (!row) throw new ForkpointError('no-such-scene', { run: rows.run.id, address });
  return row;
}

/** Where the turn's own messages begin: behind those of the scene before it, or at its reply where none is known. */
function newFrom(graph: RunGraph, row: SceneRow, { messages }: Checkpoint): number {
  if (row.turn === 0) return 0;
  const turn = graph.turns.get(graph.turnOfScene.get(row.id) ?? '');
  const first = turn?.a ?? row;
  const before = first.parent === null ? undefined : graph.scenes.get(first.parent);
  const count = before && before.problem === null ? before.messageCount : lastReplyIndex(messages);
  return Math.max(0, Math.min(count, messages.length));
}

/** The ledger rows of the scene's turn, results included. A row's id ends with its position in the ledger. */
async function effectsOf(graph: RunGraph, row: SceneRow, source: RunSource): Promise<Effect[]> {
  const rows = graph.turns.get(graph.turnOfScene.get(row.id) ?? '')?.effects ?? [];
  const effects: Effect[] = [];
  for (const branch of new Set(rows.map(effect => effect.branch))) {
    const positions = rows
      .filter(effect => effect.branch === branch)
      .map(({ id }) => Number(id.slice(id.lastIndexOf('/') + 1)));
    effects.push(...(await effectsAt(source, branch, positions)));
  }
  return effects;
}

async function effectsAt(source: RunSource, branch: string, positions: readonly number[]): Promise<Effect[]> {
  if (source.effectsAt) return source.effectsAt(branch, positions);
  const ledger = await source.effects(branch);
  return positions.flatMap(position => ledger[position] ?? []);
}

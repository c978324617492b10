import { digestOf } from '../../shared/digest.ts';
import { isForkpointError } from '../../shared/errors.ts';
import type { Message } from '../../shared/message.ts';
import type { SceneRow } from '../../shared/rows.ts';
import { type RunGraph, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import type { RunSource } from '../sources/runSource.ts';

/** What a turn added to `messages`, its results included. */
export interface TurnRead {
  node: TurnNode;
  messages: Message[];
  /** The system prompt of its request where it is another than on the turns before it; else null. */
  system: string | null;
}

/**
 * Reads what each of the turns added, as little as the source allows and holding as little: step by step where it can,
 * else the last scene of each line once, which holds its ancestors' messages too. Turns that cannot be read are left out.
 * @param wanted ids of turns; the order in which they come is the source's
 */
export async function* readTurns(
  source: RunSource,
  graph: RunGraph,
  wanted: ReadonlySet<string>,
): AsyncGenerator<TurnRead> {
  const nodes = graph.order.flatMap(id => (wanted.has(id) ? (graph.turns.get(id) ?? []) : []));
  yield* source.addedMessages ? readSteps(source, nodes) : readLines(source, graph, nodes);
}

async function* readSteps(source: RunSource, nodes: readonly TurnNode[]): AsyncGenerator<TurnRead> {
  const steps = nodes.map(node => ({
    from: (node.a ?? node.b)?.parent ?? null,
    to: sceneOfTurn(node, null)?.id ?? '',
  }));
  let index = 0;
  for await (const messages of source.addedMessages?.(steps) ?? []) {
    const node = nodes[index++];
    if (node) yield { node, messages, system: null };
  }
}

async function* readLines(
  source: RunSource,
  graph: RunGraph,
  nodes: readonly TurnNode[],
): AsyncGenerator<TurnRead> {
  const missing = new Set(nodes.map(node => node.id));
  const systems = new Set<string>();
  const beginnings = new SeenBeginnings(graph);
  for (const last of endsFirst(nodes)) {
    if (!missing.has(last.id)) continue;
    const scene = readableOf(last);
    const read = scene && (await checkpointOf(source, scene));
    if (!read) {
      missing.delete(last.id);
      continue;
    }
    const line = lineUp(graph, last);
    const known = beginnings.add(read.messages);
    const own = line.filter(node => missing.delete(node.id));
    const system = read.request?.system;
    const isNew = system !== undefined && !systems.has(system);
    if (isNew) systems.add(system);
    for (const [index, node] of own.entries()) {
      const start = startOf(node, graph) ?? (node.turn === 0 ? 0 : known);
      const messages = read.messages.slice(start, readableOf(node)?.messageCount);
      yield { node, messages, system: isNew && index === own.length - 1 ? system : null };
    }
  }
}

/**
 * Children stand behind their parents: from the end, a turn that is still missing is the last of its line. Tails that
 * nothing leads to come last, so that what they repeat is known.
 */
function endsFirst(nodes: readonly TurnNode[]): TurnNode[] {
  const isTail = (node: TurnNode) => Number(node.state === 'orphaned');
  return nodes.toReversed().sort((x, y) => isTail(x) - isTail(y));
}

/** Tells how much of `messages` was read before on another line: matters only where a graph has several roots. */
class SeenBeginnings {
  private readonly seen = new Set<string>();
  private readonly isNeeded: boolean;

  constructor(graph: RunGraph) {
    this.isNeeded = [...graph.turns.values()].filter(node => node.parent === null).length > 1;
  }

  /** The count of messages at the start that another line had too. */
  add(messages: readonly Message[]): number {
    if (!this.isNeeded) return 0;
    let known = 0;
    let digest = '';
    for (const [index, message] of messages.entries()) {
      digest = digestOf(`${digest}${JSON.stringify(message)}`, 24);
      if (this.seen.has(digest)) known = index + 1;
      else this.seen.add(digest);
    }
    return known;
  }
}

async function checkpointOf(source: RunSource, scene: SceneRow) {
  if (scene.problem !== null) return null;
  try {
    return (await source.scene(scene.id)).checkpoint;
  } catch (error) {
    // Gone or replaced since its row was read: it will come again with the next rows.
    if (isForkpointError(error)) return null;
    throw error;
  }
}

/** The turn and its ancestors, up to the root. */
function lineUp(graph: RunGraph, last: TurnNode): TurnNode[] {
  const line: TurnNode[] = [];
  const seen = new Set<string>();
  for (
    let node: TurnNode | undefined = last;
    node && !seen.has(node.id);
    node = graph.turns.get(node.parent ?? '')
  ) {
    seen.add(node.id);
    if (readableOf(node)) line.push(node);
  }
  return line;
}

/** The last scene of a turn that can be read. */
function readableOf(node: TurnNode): SceneRow | null {
  return [node.b, node.a].find(row => row?.problem === null) ?? null;
}

/** The count of messages behind the nearest ancestor that can be read; null where there is none. */
function startOf(node: TurnNode, graph: RunGraph): number | null {
  const above = graph.scenes.get((node.a ?? node.b)?.parent ?? '');
  if (above?.problem === null) return above.messageCount;
  const before = lineUp(graph, node).find(other => other !== node);
  return (before && readableOf(before)?.messageCount) ?? null;
}

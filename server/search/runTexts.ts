import { factsOfTurn, type TurnFacts } from '../../shared/lookHere/turnFacts.ts';
import type { Message } from '../../shared/message.ts';
import { type RunGraph, sceneOfTurn, type TurnNode } from '../../shared/runGraph.ts';
import { type TurnText, textsOfMessages } from '../../shared/turnTexts.ts';
import type { RunSource } from '../sources/runSource.ts';
import { pauses } from './pauses.ts';
import { readTurns } from './readTurns.ts';
import type { TurnTextCache } from './turnTextCache.ts';

/** A run as it is looked through now. */
export interface OpenRun {
  id: string;
  source: RunSource;
  graph: RunGraph;
}

export interface TurnWithTexts {
  node: TurnNode;
  texts: readonly TurnText[];
}

/**
 * The texts and facts of turns. A turn is read once and again only when it has grown; texts are held within a bound, facts
 * are light and stay as long as the run is known.
 */
export class RunTexts {
  private readonly cache: TurnTextCache;
  private readonly facts = new Map<string, Map<string, TurnFacts>>();

  constructor(cache: TurnTextCache) {
    this.cache = cache;
  }

  /** Texts of the turns, those that are held first. Stops without a word once the signal says so. */
  async *texts(run: OpenRun, turns: readonly string[], signal: AbortSignal): AsyncGenerator<TurnWithTexts> {
    const missing = new Set<string>();
    const pause = pauses();
    for (const turn of turns) {
      const node = run.graph.turns.get(turn);
      const texts = node && this.cache.get(keyOf(run.id, node));
      if (node && texts) yield { node, texts };
      else missing.add(turn);
      await pause();
      if (signal.aborted) return;
    }
    for await (const { node, texts } of this.read(run, missing, signal)) yield { node, texts };
  }

  /**
   * Facts of the turns of a run, in the order of the graph. Those that are not known are read, up to a bound.
   * @param readCharacters at most about so many characters of texts; the rest is left out
   */
  async knownFacts(run: OpenRun, readCharacters: number, signal: AbortSignal): Promise<TurnFacts[]> {
    const known = this.factsOf(run.id);
    const nodes = run.graph.order.flatMap(turn => run.graph.turns.get(turn) ?? []);
    const missing = nodes.filter(node => !known.has(keyOf(run.id, node))).map(node => node.id);
    let characters = 0;
    for await (const { node, messages, texts } of this.read(run, new Set(missing), signal)) {
      known.set(keyOf(run.id, node), factsOfTurn(node, messages));
      characters += texts.reduce((sum, { text }) => sum + text.length, 0);
      if (characters > readCharacters) break;
    }
    this.forgetOthers(run, nodes);
    return nodes.flatMap(node => known.get(keyOf(run.id, node)) ?? []);
  }

  private async *read(
    { id, source, graph }: OpenRun,
    turns: ReadonlySet<string>,
    signal: AbortSignal,
  ): AsyncGenerator<TurnWithTexts & { messages: Message[] }> {
    if (turns.size === 0) return;
    const pause = pauses();
    for await (const { node, messages, system } of readTurns(source, graph, turns)) {
      if (signal.aborted) return;
      const texts = textsOfMessages(messages, system);
      this.cache.put(keyOf(id, node), texts);
      yield { node, texts, messages };
      await pause();
    }
  }

  forget(run: string): void {
    this.facts.delete(run);
  }

  private factsOf(run: string): Map<string, TurnFacts> {
    const known = this.facts.get(run) ?? new Map<string, TurnFacts>();
    this.facts.set(run, known);
    return known;
  }

  /** A turn that grew has facts under another key now. */
  private forgetOthers({ id }: OpenRun, nodes: readonly TurnNode[]): void {
    const keys = new Set(nodes.map(node => keyOf(id, node)));
    const known = this.factsOf(id);
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
  }
}

/** A turn has the same texts as long as it begins behind the same scene and ends with the same one. */
function keyOf(run: string, node: TurnNode): string {
  return `${run} ${(node.a ?? node.b)?.parent ?? ''} ${sceneOfTurn(node, null)?.id ?? ''} ${node.turn}`;
}

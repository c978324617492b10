import { parseAddress } from '../../shared/address.ts';
import { ForkpointError } from '../../shared/errors.ts';
import { FirstSeenSearch } from '../../shared/firstSeen.ts';
import { lineOf } from '../../shared/lineOf.ts';
import { lookHere } from '../../shared/lookHere/lookHere.ts';
import type { RemarksReply } from '../../shared/lookHere/remark.ts';
import type { RunState } from '../../shared/runEvent.ts';
import { buildRunGraph, type RunGraph, sceneAt } from '../../shared/runGraph.ts';
import type { FirstSeenReply, SearchReply } from '../../shared/search.ts';
import type { SearchQuery } from '../../shared/searchText.ts';
import type { RunSource } from '../sources/runSource.ts';
import { type OpenRun, RunTexts } from './runTexts.ts';
import { type FoundHits, hitAt, searchRun } from './searchRun.ts';
import { TurnTextCache } from './turnTextCache.ts';

const pageHits = 50;
/** Searches whose hits are held for the pages behind the first. */
const heldSearches = 3;

/** What is looked for in runs: texts, where they first stood, and what is worth a look. */
export class RunSearches {
  private readonly sourceOf: (run: string) => Promise<RunSource>;
  private readonly quickCharacters: number;
  private readonly texts = new RunTexts(new TurnTextCache());
  private readonly held = new Map<string, FoundHits>();

  /** @param quickCharacters about how much is read for remarks that nobody asked for; who does gets the whole run */
  constructor(sourceOf: (run: string) => Promise<RunSource>, quickCharacters = 16_000_000) {
    this.sourceOf = sourceOf;
    this.quickCharacters = quickCharacters;
  }

  /** Fifty hits from a position on. @throws ForkpointError `bad-pattern` */
  async search(state: RunState, query: SearchQuery, from: number, signal: AbortSignal): Promise<SearchReply> {
    const key = JSON.stringify([state.run.id, state.cursor, query]);
    const found = this.held.get(key) ?? (await searchRun(await this.open(state), query, this.texts, signal));
    if (!signal.aborted) this.hold(key, found);
    const { hits, ...rest } = found;
    return { hits: hits.slice(from, from + pageHits), from, total: hits.length, ...rest };
  }

  /** What is worth a look; of a large run only where `isWhole` asks for all of it. */
  async remarks(state: RunState, isWhole: boolean, signal: AbortSignal): Promise<RemarksReply> {
    const run = await this.open(state);
    const limit = isWhole ? Number.POSITIVE_INFINITY : this.quickCharacters;
    const facts = await this.texts.knownFacts(run, limit, signal);
    return { remarks: lookHere(facts), looked: facts.length, turns: run.graph.order.length };
  }

  /**
   * Where a text first stood on the line that leads to a scene, walking parents.
   * @throws ForkpointError `bad-address`, `no-such-scene`
   */
  async firstSeen(
    state: RunState,
    address: string,
    text: string,
    signal: AbortSignal,
  ): Promise<FirstSeenReply> {
    const run = await this.open(state);
    const { graph } = run;
    const row = sceneAt(graph, parseAddress(address));
    if (!row) throw new ForkpointError('no-such-scene', { run: run.id, address });
    const turns = turnsOfLine(graph, row.id);
    const search = new FirstSeenSearch(text);
    const positions = new Map(turns.map((id, position) => [id, position]));
    for await (const { node, texts } of this.texts.texts(run, turns, signal)) {
      search.add(positions.get(node.id) ?? 0, texts);
    }
    const { found } = search;
    const node = found && graph.turns.get(turns[found.position] ?? '');
    return { hit: node ? hitAt(node, found.text, found.match) : null, isWhole: found?.isWhole ?? true };
  }

  /** Lets go of what is known of a run that is gone. */
  forget(run: string): void {
    this.texts.forget(run);
  }

  private async open(state: RunState): Promise<OpenRun> {
    return { id: state.run.id, source: await this.sourceOf(state.run.id), graph: buildRunGraph(state) };
  }

  private hold(key: string, found: FoundHits): void {
    this.held.delete(key);
    this.held.set(key, found);
    for (const oldest of this.held.keys()) {
      if (this.held.size <= heldSearches) break;
      this.held.delete(oldest);
    }
  }
}

function turnsOfLine(graph: RunGraph, scene: string): string[] {
  const turns = lineOf(graph.scenes, scene).flatMap(id => graph.turnOfScene.get(id) ?? []);
  return [...new Set(turns)];
}

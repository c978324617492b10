import { matcherOf } from '../../shared/matcher.ts';
import type { TurnNode } from '../../shared/runGraph.ts';
import type { Hit } from '../../shared/search.ts';
import { excerptOf, type Matcher, type SearchQuery } from '../../shared/searchText.ts';
import { pointOfText, type TurnText } from '../../shared/turnTexts.ts';
import { pauses } from './pauses.ts';
import type { OpenRun, RunTexts, TurnWithTexts } from './runTexts.ts';

/** More than anyone steps through: a search that finds more stops there and says so. */
const maxHits = 5_000;

/** All that was found, in the order of the graph. */
export interface FoundHits {
  hits: Hit[];
  turns: number;
  isCut: boolean;
  /** Turns whose scenes could not be read. */
  unread: number;
}

/**
 * Looks through everything that the model saw or said, on every branch, in turns that were left behind too. A message
 * that many scenes hold is found once, in the turn that added it.
 * @throws ForkpointError `bad-pattern`, and what the source throws
 */
export async function searchRun(
  run: OpenRun,
  query: SearchQuery,
  texts: RunTexts,
  signal: AbortSignal,
): Promise<FoundHits> {
  const search = { matcher: matcherOf(query), isPattern: query.isPattern, pause: pauses(), signal };
  const found = new Map<string, Hit[]>();
  const { order } = run.graph;
  let count = 0;
  let read = 0;
  for await (const turn of texts.texts(run, order, signal)) {
    read += 1;
    const hits = await hitsOfTurn(turn, search, maxHits - count + 1);
    count += hits.length;
    if (hits.length > 0) found.set(turn.node.id, hits);
    if (count > maxHits) break;
  }
  const hits = order.flatMap(id => found.get(id) ?? []).slice(0, maxHits);
  const isCut = count > maxHits;
  return {
    hits,
    turns: new Set(hits.map(hit => hit.turn)).size,
    isCut,
    unread: isCut ? 0 : order.length - read,
  };
}

interface Search {
  matcher: Matcher;
  isPattern: boolean;
  pause: () => Promise<void>;
  signal: AbortSignal;
}

async function hitsOfTurn({ node, texts }: TurnWithTexts, search: Search, limit: number): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const text of texts) {
    for (const [offset, piece] of search.isPattern ? piecesOf(text.text) : [[0, text.text] as const]) {
      for (const [start, end] of search.matcher(piece)) {
        if (hits.length >= limit) return hits;
        hits.push(hitAt(node, text, [offset + start, offset + end]));
      }
      await search.pause();
      if (search.signal.aborted) return hits;
    }
  }
  return hits;
}

/** Patterns are slow: so much text is tried at once. A longer line is tried in parts. */
const pieceLength = 100_000;

/** A text in pieces of whole lines. */
function* piecesOf(text: string): Iterable<readonly [offset: number, piece: string]> {
  for (let start = 0; start < text.length; ) {
    const limit = start + pieceLength;
    const newline = limit < text.length ? text.lastIndexOf('\n', limit) : -1;
    const end = newline > start ? newline + 1 : Math.min(limit, text.length);
    yield [start, text.slice(start, end)];
    start = end;
  }
}

/** The hit of a match in a text of a turn. */
export function hitAt(node: TurnNode, text: TurnText, match: readonly [number, number]): Hit {
  const scene = pointOfText(text) === 'A' ? (node.a ?? node.b) : (node.b ?? node.a);
  const { kind, callId, tool } = text;
  return {
    turn: node.id,
    scene: scene?.id ?? node.id,
    kind,
    callId,
    tool,
    excerpt: excerptOf(text.text, match),
  };
}

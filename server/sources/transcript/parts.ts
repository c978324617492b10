import type { Entry, PieceEntry, SaidEntry } from './entry.ts';
import { type BoundaryNode, type MessageNode, startsAnew } from './messageTree.ts';
import type { CallAt } from './pairResults.ts';

/** A stretch of `messages` that comes from the same place. Neighbouring parts of a user become one message. */
export type Part =
  | { role: 'assistant'; from: 'pieces'; entries: PieceEntry[] }
  | { role: 'assistant'; from: 'record'; entry: Entry }
  | { role: 'user'; from: 'results'; calls: CallAt[] }
  /** A record without the results in it that answer a call: those stand in a part of their own. */
  | { role: 'user'; from: 'rest'; entry: SaidEntry };

/** How much of a message a scene holds: its reply alone, the results too, or also what was said behind it. */
export type Reach = 'reply' | 'results' | 'all';

/** The parts that a message of the tree gives, in the order the API takes them, and what was kept behind it. */
export function partsOfNode(node: MessageNode, reach: Reach = 'all'): Part[] {
  return [...ownParts(node, reach), ...keptBehind(node)];
}

/** What a message gives by itself, without what a compaction kept behind it. */
export function ownParts(node: MessageNode, reach: Reach): Part[] {
  const extras = reach === 'all' ? node.extras.map(restOf) : [];
  switch (node.kind) {
    case 'reply':
      return [...partsOfReply(node.pieces, reach === 'reply' ? [] : node.calls), ...extras];
    case 'said':
      return [restOf(node.entry), ...extras];
    case 'synthetic':
      // An API error was shown to the person and never sent to the model.
      return node.entry.isApiError
        ? extras
        : [{ role: 'assistant', from: 'record', entry: node.entry }, ...extras];
    case 'boundary':
      return extras;
  }
}

function partsOfReply(pieces: PieceEntry[], calls: readonly CallAt[]): Part[] {
  const answered = calls.filter(call => call.result !== null);
  const reply: Part = { role: 'assistant', from: 'pieces', entries: pieces };
  return answered.length > 0 ? [reply, { role: 'user', from: 'results', calls: answered }] : [reply];
}

function restOf(entry: SaidEntry): Part {
  return { role: 'user', from: 'rest', entry };
}

/** What outlived a compaction stands behind its boundary or its summary. */
function keptBehind(node: MessageNode): Part[] {
  const boundary: BoundaryNode | null =
    node.kind === 'boundary' ? node : node.parent?.kind === 'boundary' ? node.parent : null;
  return boundary?.keptAfter === node ? boundary.kept.flatMap(kept => ownParts(kept, 'all')) : [];
}

/** All parts of a scene, from where its messages start (the run, or the last compaction) to its end. */
export function partsOfScene(node: MessageNode, reach: Reach): Part[] {
  const path: MessageNode[] = [];
  for (let at: MessageNode | null = node; at; at = startsAnew(at) ? null : at.parent) path.push(at);
  return path.reverse().flatMap(at => partsOfNode(at, at === node ? reach : 'all'));
}

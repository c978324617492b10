import type { Problem } from '../../../shared/errors.ts';
import type { BoundaryEntry, Entry, PieceEntry, SaidEntry, SyntheticEntry } from './entry.ts';
import { keepMessages } from './keptMessages.ts';
import { type LinkedEntries, linkEntries } from './linkEntries.ts';
import { type CallAt, type Pairing, pairResults } from './pairResults.ts';

interface NodeBase {
  /** Uuid of its first record. */
  id: string;
  parent: MessageNode | null;
  children: MessageNode[];
  isSidechain: boolean;
  /** Words that came in while it ran or just after: they stand behind it in the same user message. */
  extras: SaidEntry[];
}

/** A reply of the model, all its pieces together, with its calls. */
export interface ReplyNode extends NodeBase {
  kind: 'reply';
  messageId: string;
  pieces: PieceEntry[];
  calls: CallAt[];
  /** Written again after a compaction: context, not a turn of its own. */
  isReplayed: boolean;
}
interface SaidNode extends NodeBase {
  kind: 'said';
  entry: SaidEntry;
}
interface SyntheticNode extends NodeBase {
  kind: 'synthetic';
  entry: SyntheticEntry;
}
/** A compaction. `kept` outlived it and stands after `keptAfter` (this node or its summary). */
export interface BoundaryNode extends NodeBase {
  kind: 'boundary';
  entry: BoundaryEntry;
  kept: MessageNode[];
  keptAfter: MessageNode | null;
}
export type MessageNode = ReplyNode | SaidNode | SyntheticNode | BoundaryNode;

export interface MessageTree {
  /** Parents before children. */
  nodes: MessageNode[];
  roots: MessageNode[];
  /** The node that a record belongs to or hangs on. */
  nodeOf: ReadonlyMap<string, MessageNode>;
  linked: LinkedEntries;
  pairing: Pairing;
  problems: Problem[];
}

/**
 * Makes messages of records: pieces with one `message.id` become a reply, results go to the calls they answer, what
 * carries no message drops out, and what the recording wrote twice is folded. Only then does a message with several
 * children mean that the run went on from it more than once.
 */
export function buildMessageTree(entries: readonly Entry[]): MessageTree {
  const linked = linkEntries(entries);
  const pairing = pairResults(linked.ordered);
  const builder = new TreeBuilder(linked, pairing);
  for (const entry of linked.ordered) builder.add(entry);
  const { nodes, nodeOf } = builder.finish();
  const roots = nodes.filter(node => node.parent === null);
  return { nodes, roots, nodeOf, linked, pairing, problems: [...linked.problems, ...pairing.problems] };
}

class TreeBuilder {
  private readonly nodes: MessageNode[] = [];
  /** Where what hangs on a record goes on from; null above the first message. */
  private readonly at = new Map<Entry, MessageNode | null>();
  private readonly replies = new Map<string, ReplyNode[]>();
  private readonly gone = new Map<MessageNode, MessageNode>();
  private readonly replyOfPiece = new Map<PieceEntry, ReplyNode>();
  /** Pieces by reply and by what makes two of them copies. */
  private readonly piecesKnown = new Map<ReplyNode, Set<string>>();
  /** By the record they hang on and their time. */
  private readonly saidBehind = new Map<Entry, Map<string, SaidNode[]>>();
  private readonly linked: LinkedEntries;
  private readonly pairing: Pairing;

  constructor(linked: LinkedEntries, pairing: Pairing) {
    this.linked = linked;
    this.pairing = pairing;
  }

  add(entry: Entry): void {
    const parent = this.positionOf(entry);
    this.at.set(entry, this.place(entry, parent));
  }

  private place(entry: Entry, parent: MessageNode | null): MessageNode | null {
    switch (entry.kind) {
      case 'piece':
        return this.placePiece(entry, parent);
      case 'said':
        return this.placeSaid(entry, parent);
      case 'boundary':
        return this.added({ ...newNode(entry, parent), kind: 'boundary', entry, kept: [], keptAfter: null });
      case 'synthetic':
        return this.added({ ...newNode(entry, parent), kind: 'synthetic', entry });
      case 'aside':
        return parent;
    }
  }

  private positionOf(entry: Entry): MessageNode | null {
    const parent = this.linked.parentOf.get(entry);
    const node = parent ? (this.at.get(parent) ?? null) : null;
    return node && this.resolved(node);
  }

  private resolved(node: MessageNode): MessageNode {
    let found = node;
    for (let next = this.gone.get(found); next; next = this.gone.get(found)) found = next;
    return found;
  }

  private placePiece(entry: PieceEntry, parent: MessageNode | null): MessageNode {
    const known = this.replies.get(entry.messageId) ?? [];
    const isAlone = this.linked.broken.has(entry);
    for (const reply of known) {
      if (reply.isSidechain !== entry.isSidechain) continue;
      const isBelow = isOnSameStretch(parent, reply);
      if (isBelow || isAlone || parent === reply.parent) {
        this.addPiece(reply, entry);
        return isBelow && parent ? this.absorbed(parent, reply) : reply;
      }
    }
    const reply: ReplyNode = {
      ...newNode(entry, parent),
      kind: 'reply',
      messageId: entry.messageId,
      pieces: [],
      calls: [],
      isReplayed: known.some(other => isAbove(parent, other)),
    };
    this.addPiece(reply, entry);
    this.replies.set(entry.messageId, [...known, reply]);
    return this.added(reply);
  }

  private addPiece(reply: ReplyNode, entry: PieceEntry): void {
    const known = this.piecesKnown.get(reply) ?? new Set();
    this.piecesKnown.set(reply, known);
    const key = JSON.stringify([entry.digest, entry.timestamp, entry.parent]);
    if (known.has(key)) return;
    known.add(key);
    this.replyOfPiece.set(entry, reply);
    reply.pieces.push(entry);
    reply.calls.push(...(this.pairing.callsOf.get(entry) ?? []));
  }

  /** Words that came between two pieces of a reply stand behind it; another reply between them stays where it is. */
  private absorbed(from: MessageNode, reply: ReplyNode): MessageNode {
    const between: SaidNode[] = [];
    for (let node = from; node !== reply; ) {
      if (node.kind !== 'said' || node.parent === null) return from;
      between.push(node);
      node = this.resolved(node.parent);
    }
    for (const node of between.reverse()) {
      reply.extras.push(node.entry, ...node.extras);
      this.gone.set(node, reply);
    }
    return reply;
  }

  private placeSaid(entry: SaidEntry, parent: MessageNode | null): MessageNode | null {
    const answered = this.pairing.answeredBy.get(entry) ?? [];
    const isRest = entry.hasMore || answered.length < entry.results.length;
    if (answered.length > 0) {
      const owner = this.replyOf(answered[0]) ?? parent;
      if (isRest) owner?.extras.push(entry);
      return isAbove(parent, owner) ? parent : owner;
    }
    if (entry.role === 'queued' && parent) {
      parent.extras.push(entry);
      return parent;
    }
    const twin = this.twinOf(entry, parent);
    if (twin && twin.entry.digest !== entry.digest) twin.extras.push(entry);
    return twin ?? this.added({ ...newNode(entry, parent), kind: 'said', entry });
  }

  private replyOf(call: CallAt | undefined): MessageNode | null {
    const node = call && this.at.get(call.entry);
    if (!call || !node) return null;
    return this.replyOfPiece.get(call.entry) ?? this.resolved(node);
  }

  /** Two records that hang on the same one and bear the same time are one place, written twice. */
  private twinOf(entry: SaidEntry, parent: MessageNode | null): SaidNode | null {
    const raw = this.linked.parentOf.get(entry);
    if (entry.timestamp === null || !raw) return null;
    const twins = this.saidBehind.get(raw)?.get(entry.timestamp) ?? [];
    return twins.find(node => node.parent === parent) ?? null;
  }

  private added(node: MessageNode): MessageNode {
    this.nodes.push(node);
    if (node.kind === 'said') this.noteSaid(node, node.entry);
    return node;
  }

  private noteSaid(node: SaidNode, entry: SaidEntry): void {
    const raw = this.linked.parentOf.get(entry);
    if (!raw || entry.timestamp === null) return;
    const byTime = this.saidBehind.get(raw) ?? new Map<string, SaidNode[]>();
    this.saidBehind.set(raw, byTime);
    const twins = byTime.get(entry.timestamp);
    if (twins) twins.push(node);
    else byTime.set(entry.timestamp, [node]);
  }

  finish() {
    const nodes = this.nodes.filter(node => !this.gone.has(node));
    for (const node of nodes) {
      node.parent = node.parent && this.resolved(node.parent);
      node.parent?.children.push(node);
    }
    const nodeOf = new Map<string, MessageNode>();
    for (const [entry, node] of this.at) if (node) nodeOf.set(entry.uuid, this.resolved(node));
    for (const node of nodes) if (node.kind === 'boundary') keepMessages(node, nodeOf, this.linked);
    return { nodes, nodeOf };
  }
}

/** Whether `messages` start anew here: a compaction, or its summary where the boundary is lost. */
export function startsAnew(node: MessageNode): boolean {
  if (node.kind === 'boundary') return true;
  return node.kind === 'said' && node.entry.role === 'summary' && node.parent?.kind !== 'boundary';
}

/** Words of a person that a model is meant to answer: a prompt or a command, not what the program adds by itself. */
export function isPrompt(node: MessageNode): node is SaidNode {
  if (node.kind !== 'said' || node.entry.results.length > 0) return false;
  return node.entry.role === 'prompt' || node.entry.role === 'command' || node.entry.role === 'queued';
}

function newNode(entry: Entry, parent: MessageNode | null): NodeBase {
  return { id: entry.uuid, parent, children: [], isSidechain: entry.isSidechain, extras: [] };
}

/** Whether `node` stands at or above `from`. */
export function isAbove(from: MessageNode | null, node: MessageNode | null): boolean {
  for (let at = from; at !== null && node !== null; at = at.parent) if (at === node) return true;
  return false;
}

/** Whether `node` stands at or above `from` with no compaction between them. */
function isOnSameStretch(from: MessageNode | null, node: MessageNode): boolean {
  for (let at = from; at !== null; at = at.parent) {
    if (at === node) return true;
    if (startsAnew(at)) return false;
  }
  return false;
}

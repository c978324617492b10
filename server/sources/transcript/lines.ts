import { isPrompt, type MessageNode, type MessageTree } from './messageTree.ts';

/** One line of a run: the messages that are its own, from where it leaves its parent to its last one. */
export interface Line {
  kind: 'main' | 'fork' | 'discarded' | 'subagent';
  /** The line it leaves; null for main and for subagents. */
  parent: Line | null;
  nodes: MessageNode[];
}

export interface Lines {
  /** Main first, then by the record they begin with. */
  lines: Line[];
  /** Messages from which a person let the run go on more than once. */
  branchCount: number;
}

const noResponse = 'No response requested.';

/**
 * Cuts the tree into lines. Main is the line that leads to the live end: the newest one below the last leaf that the
 * file names, else the newest of all. A line that leaves it is a fork where two prompts follow the same message at
 * different times, otherwise what a resume or a broken try left dead.
 * @param leafUuid the last leaf that the file names, or null
 */
export function linesOfTree(tree: MessageTree, leafUuid: string | null): Lines {
  const cutter = new LineCutter(tree, leafUuid);
  cutter.cutRoots(tree.roots);
  return { lines: cutter.lines, branchCount: cutter.branchCount };
}

class LineCutter {
  readonly lines: Line[] = [];
  branchCount = 0;
  private readonly newest: ReadonlyMap<MessageNode, string>;
  private readonly live = new Set<MessageNode>();

  constructor(tree: MessageTree, leafUuid: string | null) {
    this.newest = newestBelow(tree.nodes);
    for (let at = tree.nodeOf.get(leafUuid ?? '') ?? null; at; at = at.parent) this.live.add(at);
  }

  /** The live root begins main; the others are lines that leave it before its first message. */
  cutRoots(roots: readonly MessageNode[]): void {
    const own = roots.filter(root => !root.isSidechain);
    const live = this.liveOf(own);
    const main = live ? this.begin(live, 'main', null) : null;
    if (main && live) this.beginOthers(own, live, main);
    for (const root of roots) if (root.isSidechain) this.begin(root, 'subagent', null);
    // Lines are added while they are gone through: those that leave each one come behind it.
    for (const line of this.lines) {
      for (let at = line.nodes[0]; at; ) {
        const next = this.liveOf(at.children);
        if (next) line.nodes.push(next);
        if (next) this.beginOthers(at.children, next, line);
        at = next;
      }
    }
  }

  private begin(first: MessageNode, kind: Line['kind'], parent: Line | null): Line {
    const line: Line = { kind, parent, nodes: [first] };
    this.lines.push(line);
    return line;
  }

  private beginOthers(siblings: readonly MessageNode[], live: MessageNode, origin: Line): void {
    const isForked = isFork(siblings);
    if (isForked && !live.isSidechain) this.branchCount += 1;
    for (const node of siblings) {
      if (node === live) continue;
      if (node.isSidechain && !live.isSidechain) this.begin(node, 'subagent', null);
      else this.begin(node, isPrompt(node) && isForked ? 'fork' : 'discarded', origin);
    }
  }

  private liveOf(siblings: readonly MessageNode[]): MessageNode | undefined {
    const marked = siblings.find(node => this.live.has(node));
    if (marked) return marked;
    const own = siblings.filter(node => !node.isSidechain);
    const candidates = own.length > 0 ? own : siblings;
    let best = candidates[0];
    for (const node of candidates) {
      if (best && (this.newest.get(node) ?? '') >= (this.newest.get(best) ?? '')) best = node;
    }
    return best;
  }
}

/** Two prompts at different times after the same message, unless a resume made them. */
function isFork(siblings: readonly MessageNode[]): boolean {
  if (siblings.some(isNoResponse)) return false;
  const times = siblings.filter(isPrompt).map(node => node.entry.timestamp);
  return new Set(times).size > 1;
}

function isNoResponse(node: MessageNode): boolean {
  return node.kind === 'synthetic' && !node.entry.isApiError && node.entry.words === noResponse;
}

/** The time of the newest message at or below each one, as a text that sorts; the line decides between equal times. */
function newestBelow(nodes: readonly MessageNode[]): Map<MessageNode, string> {
  const newest = new Map<MessageNode, string>();
  for (const node of nodes.toReversed()) {
    let best = ownTime(node);
    for (const child of node.children) {
      const time = newest.get(child) ?? '';
      if (time > best) best = time;
    }
    newest.set(node, best);
  }
  return newest;
}

function ownTime(node: MessageNode): string {
  const entries =
    node.kind === 'reply'
      ? [...node.pieces, ...node.calls.flatMap(call => call.result?.entry ?? [])]
      : [node.entry];
  const times = [...entries, ...node.extras].map(
    entry => `${entry.timestamp ?? ''} ${String(entry.line).padStart(9, '0')}`,
  );
  return times.sort().at(-1) ?? '';
}

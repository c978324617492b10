import type { Point } from '../../../shared/checkpoint.ts';
import { totalTokensOf, type Usage } from '../../../shared/message.ts';
import type { SceneFlag } from '../../../shared/rows.ts';
import { flagsOfReply } from '../../../shared/sceneRow.ts';
import type { SaidEntry } from './entry.ts';
import type { Line } from './lines.ts';
import { type MessageNode, type ReplyNode, startsAnew } from './messageTree.ts';
import { type Part, partsOfNode, type Reach } from './parts.ts';

/** A scene of a transcript: where in the tree it stands, and what its row says besides its calls. */
export interface SceneAt {
  id: string;
  node: MessageNode;
  reach: Reach;
  turn: number;
  point: Point;
  parent: SceneAt | null;
  /** The reply of its turn; null before the first one and while a prompt waits. */
  reply: ReplyNode | null;
  tokensUsed: number;
  messageCount: number;
  flags: SceneFlag[];
  /** Words of the person that came in since the scene before its turn. */
  input: SaidEntry[];
}

/** What was said one after the other. Each state has its own end of it, and shares what came before. */
interface Said {
  entry: SaidEntry;
  before: Said | null;
  /** Whether a person's words, or words that a model has to answer, are in it. */
  hasPrompt: boolean;
  hasQuestion: boolean;
}

/** What is known after a message, along its line from the root. */
interface State {
  turn: number;
  tokensUsed: number;
  messageCount: number;
  lastRole: 'user' | 'assistant' | null;
  scene: SceneAt | null;
  isCompacted: boolean;
  isInterrupted: boolean;
  /** Said since the last reply, and what of it no scene holds yet. */
  said: Said | null;
  unshown: Said | null;
}

const atRoot: State = {
  turn: 0,
  tokensUsed: 0,
  messageCount: 0,
  lastRole: null,
  scene: null,
  isCompacted: false,
  isInterrupted: false,
  said: null,
  unshown: null,
};

export interface ScenesOfLine {
  line: Line;
  scenes: SceneAt[];
  /** The scene it leaves its parent at. */
  origin: SceneAt | null;
  head: SceneAt | null;
}

/**
 * Lays save points along the lines. A reply with calls has an A, and a B once every call has its result or the run
 * went on regardless; a reply without calls has a B alone. Where the file ends before every call has its result, the
 * A holds those that are there, so that none is lost. Turn 0 is what came before the first reply; a prompt at
 * the end of a line that nothing answered yet is a B of the turn it waits for.
 */
export function scenesOfLines(lines: readonly Line[]): ScenesOfLine[] {
  const after = new Map<MessageNode, State>();
  return lines.map(line => {
    const first = line.nodes[0];
    const before = (first?.parent && after.get(first.parent)) || atRoot;
    const scenes: SceneAt[] = [];
    let state = before;
    for (const node of line.nodes) {
      state = walk(node, state, scenes);
      after.set(node, state);
    }
    const last = line.nodes.at(-1);
    if (last && isWaiting(state, scenes)) scenes.push(waitingScene(last, state));
    return { line, scenes, origin: before.scene, head: scenes.at(-1) ?? before.scene };
  });
}

/** Goes past one message: adds its scenes and gives what is known after it. */
function walk(node: MessageNode, before: State, scenes: SceneAt[]): State {
  const state = startsAnew(node)
    ? { ...before, messageCount: 0, lastRole: null, isCompacted: true }
    : { ...before };
  if (node.kind === 'reply' && !node.isReplayed) return walkReply(node, state, scenes);
  count(state, partsOfNode(node));
  const said = node.kind === 'said' ? [node.entry, ...node.extras] : node.extras;
  state.said = followedBy(state.said, said);
  state.unshown = followedBy(state.unshown, said);
  noteInterruptions(state, said);
  const isBeforeFirst = state.scene === null && state.messageCount > 0;
  if (isBeforeFirst && node.children.some(child => child.kind === 'reply')) {
    state.scene = sceneAfter(state, node, 'all', 'B', null);
    settle(state);
    scenes.push(state.scene);
  }
  return state;
}

function walkReply(node: ReplyNode, state: State, scenes: SceneAt[]): State {
  const usage = usageOfReply(node);
  if (state.isInterrupted && state.scene) markInterrupted(state.scene);
  state.turn += 1;
  state.tokensUsed += usage ? totalTokensOf(usage) : 0;
  const wentOn = node.children.some(child => child.isSidechain === node.isSidechain);
  const isOver = wentOn || node.calls.every(call => call.result !== null);
  const points: [Point, Reach][] = node.calls.length === 0 || isOver ? [['B', 'results']] : [];
  if (node.calls.length > 0) points.unshift(['A', isOver ? 'reply' : 'results']);
  const { messageCount, lastRole } = state;
  for (const [point, reach] of points) {
    Object.assign(state, { messageCount, lastRole });
    count(state, partsOfNode(node, reach));
    state.scene = sceneAfter(state, node, reach, point, node);
    state.isCompacted = false;
    scenes.push(state.scene);
  }
  Object.assign(state, { messageCount, lastRole });
  count(state, partsOfNode(node));
  settle(state);
  state.said = followedBy(null, node.extras);
  state.unshown = state.said;
  noteInterruptions(state, node.extras);
  return state;
}

function followedBy(before: Said | null, entries: readonly SaidEntry[]): Said | null {
  let said = before;
  for (const entry of entries) {
    const { role } = entry;
    const hasPrompt = said?.hasPrompt || role === 'prompt' || role === 'command';
    const hasQuestion = said?.hasQuestion || role === 'prompt' || role === 'queued' || role === 'summary';
    said = { entry, before: said, hasPrompt, hasQuestion };
  }
  return said;
}

function entriesOf(said: Said | null): SaidEntry[] {
  const entries: SaidEntry[] = [];
  for (let at = said; at; at = at.before) entries.push(at.entry);
  return entries.reverse();
}

function settle(state: State): void {
  state.isCompacted = false;
  state.isInterrupted = false;
  state.unshown = null;
}

function count(state: State, parts: readonly Part[]): void {
  for (const part of parts) {
    if (part.role === 'assistant' || state.lastRole !== 'user') state.messageCount += 1;
    state.lastRole = part.role;
  }
}

/** An interruption belongs to the turn before it; where a prompt stands between, to that prompt. */
function noteInterruptions(state: State, said: readonly SaidEntry[]): void {
  if (!said.some(entry => entry.role === 'interruption')) return;
  if (state.scene && !state.unshown?.hasPrompt) markInterrupted(state.scene);
  else state.isInterrupted = true;
}

function markInterrupted(scene: SceneAt): void {
  if (!scene.flags.includes('interrupted')) scene.flags.push('interrupted');
}

function sceneAfter(
  state: State,
  node: MessageNode,
  reach: Reach,
  point: Point,
  reply: ReplyNode | null,
): SceneAt {
  const flags: SceneFlag[] = reply
    ? flagsOfReply(
        reply.pieces.some(piece => piece.hasThinking),
        stopReasonOf(reply),
      )
    : [];
  if (state.isCompacted) flags.push('compaction');
  if (reply === null && state.isInterrupted) flags.push('interrupted');
  const { turn, tokensUsed, messageCount, scene, said } = state;
  const id = `${safeId(reply?.id ?? said?.entry.uuid ?? node.id)}-${point}`;
  const input = entriesOf(said);
  return { id, node, reach, turn, point, parent: scene, reply, tokensUsed, messageCount, flags, input };
}

/** A prompt without a reply at the end of a line, or a line that would show nothing otherwise. */
function isWaiting(state: State, scenes: readonly SceneAt[]): boolean {
  if (scenes.length === 0) return state.messageCount > 0;
  return state.unshown?.hasQuestion ?? false;
}

function waitingScene(node: MessageNode, state: State): SceneAt {
  const turn = state.scene === null ? 0 : state.turn + 1;
  const said = state.unshown ?? state.said;
  return sceneAfter({ ...state, turn, said }, node, 'all', 'B', null);
}

const safeIdPattern = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,99})$/;

/** The uuid itself; what cannot stand in an address is spelled in hex. */
function safeId(uuid: string): string {
  if (safeIdPattern.test(uuid) && !uuid.includes('..')) return uuid;
  return `x${Buffer.from(uuid).toString('hex').slice(0, 100)}`;
}

/** Usage stands on every piece of a reply; old versions wrote only the last one whole. It is never summed. */
export function usageOfReply(reply: ReplyNode): Usage | null {
  let best: Usage | null = null;
  for (const { usage } of reply.pieces) {
    if (usage && (usage.output_tokens ?? 0) >= (best?.output_tokens ?? 0)) best = usage;
  }
  return best;
}

/** The last stop reason that a piece names. */
export function stopReasonOf(reply: ReplyNode): string | null {
  return reply.pieces.findLast(piece => piece.stopReason !== null)?.stopReason ?? null;
}

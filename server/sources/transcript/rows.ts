import type { Problem } from '../../../shared/errors.ts';
import { firstWords } from '../../../shared/message.ts';
import type { BranchRow, BranchState, CallRow, SceneRow } from '../../../shared/rows.ts';
import type { Entry, SaidEntry } from './entry.ts';
import type { Line } from './lines.ts';
import type { MessageNode } from './messageTree.ts';
import type { CallAt } from './pairResults.ts';
import { type SceneAt, type ScenesOfLine, stopReasonOf, usageOfReply } from './scenes.ts';

/** A line with the name its branch has on screen. */
export interface NamedLine extends ScenesOfLine {
  name: string;
  parent: string | null;
  /** The call that a subagent works for, and its scene A. */
  originCall: { id: string; scene: string } | null;
}

/** The rows of a branch's own scenes. @param illegal those whose turn the API would refuse */
export function sceneRowsOf({ name, scenes }: NamedLine, illegal: ReadonlySet<SceneAt>): SceneRow[] {
  const isOver = new Set(scenes.filter(scene => scene.point === 'B').map(scene => scene.node));
  return scenes.map(scene => {
    const { reply } = scene;
    const place = placeOf(scene);
    const input = inputWords(scene.input);
    return {
      id: scene.id,
      branch: name,
      turn: scene.turn,
      point: scene.point,
      parent: scene.parent?.id ?? null,
      file: place.file,
      folderOfMove: null,
      savedAt: savedAtOf(scene),
      model: reply?.pieces.findLast(piece => piece.model !== null)?.model ?? null,
      stopReason: reply && stopReasonOf(reply),
      usage: reply && usageOfReply(reply),
      tokensUsed: scene.tokensUsed,
      messageCount: scene.messageCount,
      words: reply ? firstWords(reply.pieces.map(piece => piece.words).join(' ')) : input,
      input: input === '' ? null : input,
      calls: reply
        ? reply.calls.map(call => callRowOf(call, scene.point === 'A' && isOver.has(scene.node)))
        : [],
      flags: illegal.has(scene) ? [...scene.flags, 'illegal'] : scene.flags,
      capture: null,
      problem: null,
      provenance: { file: place.file, line: place.line },
    };
  });
}

/** What a person said; what the program added by itself only where there is nothing else. */
function inputWords(said: readonly SaidEntry[]): string {
  const typed = said.filter(entry => ['prompt', 'command', 'queued'].includes(entry.role));
  return firstWords((typed.length > 0 ? typed : said).map(entry => entry.words).join(' '));
}

/**
 * At A no call has run. Where the file ends before every call has its result there is no B, and A holds the results
 * that are there.
 */
function callRowOf(call: CallAt, isOpen: boolean): CallRow {
  const { id, name, detail, toolClass } = call.head;
  const result = isOpen ? null : call.result;
  const state = result === null ? 'dangling' : result.head.isError ? 'error' : 'answered';
  return { id, name, detail, toolClass, state, result: result?.head.words ?? null };
}

/** The record a scene begins with: of the reply, of its first result, or of the words before the first reply. */
function placeOf(scene: SceneAt): Entry {
  const { reply } = scene;
  if (!reply) return scene.input[0] ?? firstEntryOf(scene.node);
  const result = scene.point === 'B' ? reply.calls.find(call => call.result)?.result : null;
  return result?.entry ?? firstEntryOf(reply);
}

export function firstEntryOf(node: MessageNode): Entry {
  const [first] = node.kind === 'reply' ? node.pieces : [node.entry];
  if (!first) throw new Error(`a reply without pieces: ${node.id}`);
  return first;
}

function savedAtOf(scene: SceneAt): string | null {
  const { reply } = scene;
  const entries: Entry[] = reply ? [...reply.pieces] : scene.input;
  if (reply && scene.point === 'B') entries.push(...reply.calls.flatMap(call => call.result?.entry ?? []));
  const times = entries.flatMap(entry => entry.timestamp ?? []);
  return times.sort().at(-1) ?? null;
}

/** The branch of a line, and how its run came to rest as far as the transcript tells. */
export function branchRowOf(named: NamedLine): BranchRow {
  const { line, name, parent, originCall, origin, head } = named;
  const { state, problem } = restOf(line, head);
  return {
    name,
    kind: line.kind,
    parent,
    origin: originCall?.scene ?? (line.kind === 'subagent' ? null : (origin?.id ?? null)),
    originCall: originCall?.id ?? null,
    head: head?.id ?? null,
    moves: [],
    effects: 'live',
    state,
    problem,
    model: head?.reply?.pieces.at(-1)?.model ?? null,
    owner: null,
  };
}

function restOf(line: Line, head: SceneAt | null): { state: BranchState; problem: Problem | null } {
  const last = line.nodes.at(-1);
  if (last?.kind === 'synthetic' && last.entry.isApiError) {
    return { state: 'failed', problem: { code: 'model-failed', params: { detail: last.entry.words } } };
  }
  return { state: stateOf(head), problem: null };
}

/** Stop reasons after which a reply without calls is not the end. */
const unfinished: (string | null)[] = ['max_tokens', 'pause_turn', 'tool_use'];

function stateOf(head: SceneAt | null): BranchState {
  if (!head) return 'interrupted';
  if (head.flags.includes('interrupted')) return 'stopped';
  if (head.flags.includes('refused')) return 'refused';
  if (head.flags.includes('context-full')) return 'context-full';
  if (head.reply === null || head.reply.calls.length > 0) return 'interrupted';
  return unfinished.includes(stopReasonOf(head.reply)) ? 'interrupted' : 'done';
}

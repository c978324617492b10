import { isAbove, type ReplyNode } from './messageTree.ts';
import type { Pairing } from './pairResults.ts';
import { type SceneAt, type ScenesOfLine, stopReasonOf } from './scenes.ts';

/**
 * The scenes whose turn brings in something that the API would refuse: a block that is wrong by itself, a result without
 * a call, an id that a call above it has. Calls without results have a mark of their own. Once over the lines.
 */
export function illegalScenes(
  lines: readonly ScenesOfLine[],
  { orphans }: Pick<Pairing, 'orphans'>,
): Set<SceneAt> {
  const illegal = new Set<SceneAt>();
  const repeating = repliesThatRepeatIds(lines);
  for (const { scenes } of lines) {
    for (const scene of scenes) {
      const { reply, input, reach } = scene;
      const results = reply && reach !== 'reply' ? reply.calls.flatMap(call => call.result?.entry ?? []) : [];
      const said = [...input, ...results];
      const isBad =
        (reply?.pieces.some(piece => piece.isIllegal) ?? false) ||
        said.some(entry => entry.isIllegal) ||
        input.some(entry => entry.results.some(result => orphans.has(result)));
      if (isBad || (reply && (repeating.has(reply) || leavesServerCall(reply)))) illegal.add(scene);
    }
  }
  return illegal;
}

/** A call of the API's own tools that has no result although the turn is over. Beside calls of ours it may come later. */
function leavesServerCall(reply: ReplyNode): boolean {
  if (reply.calls.length > 0 || stopReasonOf(reply) === 'pause_turn') return false;
  const results = new Set(reply.pieces.flatMap(piece => piece.onServer?.results ?? []));
  return reply.pieces.some(piece => piece.onServer?.calls.some(id => !results.has(id)));
}

/** Replies that name a call by an id that one above them, or they themselves, have used. */
function repliesThatRepeatIds(lines: readonly ScenesOfLine[]): Set<ReplyNode> {
  const byId = new Map<string, ReplyNode[]>();
  const repeating = new Set<ReplyNode>();
  const replies = new Set(lines.flatMap(({ scenes }) => scenes.flatMap(({ reply }) => reply ?? [])));
  for (const reply of replies) {
    for (const { head } of reply.calls) {
      const others = byId.get(head.id) ?? [];
      if (others.some(other => other === reply || isAbove(reply.parent, other))) repeating.add(reply);
      byId.set(head.id, [...others, reply]);
    }
  }
  return repeating;
}

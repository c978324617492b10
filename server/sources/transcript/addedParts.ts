import type { MessageNode } from './messageTree.ts';
import { ownParts, type Part } from './parts.ts';
import { entriesOfPart } from './sceneMessages.ts';
import type { SceneAt } from './scenes.ts';
import type { ReadTranscript } from './subagents.ts';

/**
 * The parts that a scene adds to those of an earlier one on its line (null: to nothing). What a compaction kept was
 * there before, and so was a reply that was only written again.
 */
export function addedParts(from: SceneAt | null, to: SceneAt): Part[] {
  const path: MessageNode[] = [];
  for (let at: MessageNode | null = to.node; at && at !== from?.node; at = at.parent) path.push(at);
  if (from && from.node === to.node) return restOfNode(from, to);
  const behind = from ? restOfNode(from, { ...from, reach: 'all' }) : [];
  const isNew = (node: MessageNode) => node.kind !== 'reply' || !node.isReplayed;
  const added = path
    .reverse()
    .filter(isNew)
    .flatMap(node => ownParts(node, node === to.node ? to.reach : 'all'));
  return [...behind, ...added];
}

/** What of one message a later scene holds and an earlier one does not. */
function restOfNode(from: SceneAt, to: Pick<SceneAt, 'node' | 'reach'>): Part[] {
  const before = ownParts(from.node, from.reach).length;
  return ownParts(to.node, to.reach).slice(before);
}

/** What one step of a line added, and the transcript it stands in. */
interface AddedParts {
  parts: Part[];
  transcript: ReadTranscript;
}

/** Read in one go; it is held until its messages are passed on. */
const groupBytes = 4 * 1024 * 1024;

/** Steps in groups of one transcript that are small enough to be read at once. */
export function* groupsToRead(steps: readonly AddedParts[]): Iterable<AddedParts[]> {
  let group: AddedParts[] = [];
  let bytes = 0;
  for (const step of steps) {
    const size = bytesOf(step.parts);
    const isOther = group[0] !== undefined && group[0].transcript !== step.transcript;
    if (group.length > 0 && (isOther || bytes + size > groupBytes)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(step);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

function bytesOf(parts: readonly Part[]): number {
  let bytes = 0;
  for (const part of parts) for (const { sizeBytes } of entriesOfPart(part)) bytes += sizeBytes;
  return bytes;
}

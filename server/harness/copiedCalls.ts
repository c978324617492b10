import type { BranchRecord } from '../../shared/branch.ts';
import { callsOfLastReply } from '../../shared/calls.ts';
import type { Messages, ToolResultBlock } from '../../shared/message.ts';
import type { SceneRow } from '../../shared/rows.ts';
import type { BranchStore } from '../store/runStore.ts';
import { type CallPlace, traceOfCall } from './knownEnd.ts';

/**
 * The scene of an ancestor branch that the head is a copy of (a fork at it, a rewind of a fork to it, or an edited
 * copy), or null for a scene of the branch's own: the calls of a copy are the ancestor's to make.
 */
export async function copiedFrom(
  branch: BranchStore,
  head: SceneRow,
  { parent, origin }: BranchRecord,
): Promise<string | null> {
  if (parent === null) return null;
  // A store gives a scene that lies in several branches as the one where it was first saved.
  if (head.branch !== branch.name || head.id === origin) return head.id;
  const { scenes } = await branch.run.rows();
  const own = scenes.filter(row => row.branch === branch.name);
  // A reply of the branch's own follows a scene in its folder; an edited copy follows what its original follows.
  const isReplyOfItsOwn = head.parent === null || own.some(row => row.id === head.parent);
  if (isReplyOfItsOwn) return null;
  return origin ?? head.id;
}

/** The result of a call on the line of the scene that was copied: from its B, else from what was noted of the call. */
export async function resultElsewhere(
  branch: BranchStore,
  original: string | null,
  place: CallPlace,
  messages: Messages,
): Promise<ToolResultBlock | null> {
  if (original === null) return null;
  const { scenes } = await branch.run.rows();
  const { call } = place;
  for (const row of scenes) {
    if (row.parent !== original || row.problem !== null || row.branch === branch.name) continue;
    const { checkpoint } = await branch.run.scene(row.id);
    const paired = callsOfLastReply(checkpoint?.messages ?? []);
    const result = paired.find(entry => entry.call.id === call.id)?.result;
    if (result) return result;
  }
  const home = scenes.find(row => row.id === original)?.branch;
  if (home === undefined || home === branch.name) return null;
  const ancestor = branch.run.branch(home);
  const [journal, ledger] = [await ancestor.loadJournal(), await ancestor.loadEffects()];
  const { end } = traceOfCall({ ...place, scene: original }, journal, ledger, messages);
  return end && { type: 'tool_result', tool_use_id: call.id, content: end.outcome.content };
}

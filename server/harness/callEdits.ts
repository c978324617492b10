import type { Edit } from '../../shared/decision.ts';
import { digestOfValue } from '../../shared/digest.ts';
import type { JournalOpen } from '../../shared/effect.ts';
import type { Question } from '../../shared/gate.ts';
import type { ToolUseBlock } from '../../shared/message.ts';
import type { CallDesk, PlacedCall } from './openCall.ts';

/** What the scene that takes in a call's result says of the person's part in it. */
export function editsOfOpen(call: ToolUseBlock, open: JournalOpen, question: Question | null): Edit[] {
  const callId = call.id;
  if (open.simulated === true) return [{ kind: 'simulated', callId }];
  const edits: Edit[] = [];
  const why = question?.answer?.why ?? null;
  if (open.question !== undefined) edits.push({ kind: 'answered', callId, answer: 'approved', why });
  if (open.standing === true) edits.push({ kind: 'answered', callId, answer: 'standing', why: null });
  if (open.ranInput !== undefined && question?.answer?.input) {
    edits.push({ kind: 'input', callId, before: call.input, after: open.ranInput });
  }
  return edits;
}

/** The last `open` line of a call of this scene, or null. */
export async function openLineOf(
  { call, position }: PlacedCall,
  { branch, scene }: CallDesk,
): Promise<JournalOpen | null> {
  const lines = await branch.loadJournal();
  const inputDigest = digestOfValue(call.input);
  const isOpen = (line: (typeof lines)[number]): line is JournalOpen =>
    line.event === 'open' &&
    line.scene === scene &&
    line.position === position &&
    line.callId === call.id &&
    line.inputDigest === inputDigest;
  return lines.findLast(isOpen) ?? null;
}

/** The edits of a call whose result is known from an earlier start: what the person said then holds still. */
export async function editsOfKnown(
  { call }: PlacedCall,
  open: JournalOpen | null,
  { branch }: CallDesk,
): Promise<Edit[]> {
  if (open === null) return [];
  const { questions } = await branch.run.gate.read();
  return editsOfOpen(call, open, questions.find(question => question.id === open.question) ?? null);
}

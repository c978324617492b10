import { findProblems } from '../../shared/findProblems.ts';
import type { LegalityCode } from '../../shared/legality.ts';
import type { Messages } from '../../shared/message.ts';
import type { ConversationEntry } from './conversation.ts';

/** What stands at the message already: an open call says so itself, and that a branch rests on a reply is no fault. */
const saidElsewhere: ReadonlySet<LegalityCode> = new Set<LegalityCode>([
  'dangling-call',
  'ends-on-assistant',
]);

/**
 * Why the API would refuse messages as they are stored, by the index of the entry that shows them. Results are shown with
 * their calls: what is wrong with a message of results alone stands there.
 */
export function entryProblems(
  messages: Messages,
  entries: readonly Pick<ConversationEntry, 'index'>[],
  stopReason: string | null,
): ReadonlyMap<number, LegalityCode[]> {
  const byEntry = new Map<number, LegalityCode[]>();
  for (const { code, severity, messageIndex } of findProblems(messages, { stopReason })) {
    if (severity !== 'error' || saidElsewhere.has(code)) continue;
    const { index } = entries.findLast(entry => entry.index <= messageIndex) ?? entries[0] ?? { index: -1 };
    const codes = byEntry.get(index) ?? [];
    if (!codes.includes(code)) byEntry.set(index, [...codes, code]);
  }
  return byEntry;
}

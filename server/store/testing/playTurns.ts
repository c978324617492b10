import type { Message } from '../../../shared/message.ts';
import type { RunRecord } from '../../../shared/runRecord.ts';
import type { BranchStore } from '../runStore.ts';

const task = 'Send the five reports.';

/** A run's record for tests. */
export function testRunRecord(id = 'reports'): RunRecord {
  return {
    version: 1,
    id,
    title: 'Five reports',
    task,
    created: '2026-01-01T00:00:00.000Z',
    scenario: null,
    workspace: null,
    checks: [],
    tools: ['send_email'],
    limits: { turns: null, tokens: null, seconds: null, costUsd: null },
  };
}

/**
 * Plays turns onto a branch from its head, as a run would: A, the call's effect, B. An empty branch gets turn 0 first.
 * @param label tells these turns from others with the same numbers
 * @returns the ids of the scenes that were saved, in order
 */
export async function playTurns(branch: BranchStore, last: number, label = 'first'): Promise<string[]> {
  const ids: string[] = [];
  let latest = await branch.loadLatest();
  if (latest === null) {
    const messages: Message[] = [{ role: 'user', content: task }];
    latest = await branch.saveCheckpoint({ turn: 0, point: 'B', task, messages, tokensUsed: 0 }, null);
    ids.push(latest.row.id);
  }
  let head = latest.row.id;
  let messages = latest.checkpoint?.messages ?? [];
  for (let turn = latest.row.turn + 1; turn <= last; turn++) {
    const callId = `call-${label}-${turn}`;
    const input = { to: 'team@example.org', subject: `report ${turn} (${label})` };
    messages = [
      ...messages,
      { role: 'assistant', content: [{ type: 'tool_use', id: callId, name: 'send_email', input }] },
    ];
    const a = await branch.saveCheckpoint(
      { turn, point: 'A', task, messages, tokensUsed: turn * 10 - 5 },
      head,
    );
    await branch.saveEffect({
      tool_use_id: callId,
      name: 'send_email',
      input,
      result: 'sent',
      turn,
      scene: a.row.id,
    });
    messages = [
      ...messages,
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: callId, content: 'sent' }] },
    ];
    const b = await branch.saveCheckpoint(
      { turn, point: 'B', task, messages, tokensUsed: turn * 10 },
      a.row.id,
    );
    head = b.row.id;
    ids.push(a.row.id, b.row.id);
  }
  return ids;
}

/** Turn, point and label of the head, as `3-B first`. */
export async function headWords(branch: BranchStore): Promise<string> {
  const latest = await branch.loadLatest();
  if (latest === null) return 'no scene';
  const { row, checkpoint } = latest;
  const label = /call-([^"]*)-\d+/.exec(JSON.stringify(checkpoint?.messages.at(-1)))?.[1];
  return `${row.turn}-${row.point}${label === undefined ? '' : ` ${label}`}`;
}

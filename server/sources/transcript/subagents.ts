import type { Entry } from './entry.ts';
import type { Line } from './lines.ts';
import type { MessageTree, ReplyNode } from './messageTree.ts';
import type { CallAt } from './pairResults.ts';

/** A transcript that was read: the session's own file, or one of a subagent. */
export interface ReadTranscript {
  name: string;
  tree: MessageTree;
  lines: Line[];
  /** Messages from which a person let the run go on more than once. */
  branchCount: number;
  /** For a subagent's file: whose it is, and the call where a note beside it names one. */
  agent: { id: string; callId: string | null } | null;
}

/**
 * Finds the call that each subagent works for: by the note beside its file, by the agent that a result or a progress
 * record names, else by its prompt, which is the call's own, and the order in the file.
 */
export function callsOfSubagents(transcripts: readonly ReadTranscript[]): Map<Line, string> {
  const calls = transcripts.flatMap(transcript => callsIn(transcript.tree));
  const byAgent = callsByAgent(transcripts, calls);
  const taken = new Set<string>();
  const found = new Map<Line, string>();
  for (const { lines, agent } of transcripts) {
    for (const line of lines) {
      if (line.kind !== 'subagent') continue;
      const named = agent && (agent.callId ?? byAgent.get(agent.id));
      const callId = named ?? callByPrompt(line, calls, taken);
      if (callId === null) continue;
      taken.add(callId);
      found.set(line, callId);
    }
  }
  return found;
}

function callsIn(tree: MessageTree): CallAt[] {
  return tree.nodes.filter((node): node is ReplyNode => node.kind === 'reply').flatMap(node => node.calls);
}

function callsByAgent(transcripts: readonly ReadTranscript[], calls: readonly CallAt[]): Map<string, string> {
  const byAgent = new Map<string, string>();
  for (const { tree } of transcripts) {
    for (const entry of tree.linked.ordered) {
      if (entry.kind === 'aside' && entry.agent) byAgent.set(entry.agent.id, entry.agent.callId);
    }
  }
  for (const { head, result } of calls) if (result?.head.agentId) byAgent.set(result.head.agentId, head.id);
  return byAgent;
}

function callByPrompt(line: Line, calls: readonly CallAt[], taken: ReadonlySet<string>): string | null {
  const first = line.nodes[0];
  if (first?.kind !== 'said') return null;
  const root = first.entry;
  const same = calls.filter(call => call.head.promptDigest === root.digest && !taken.has(call.head.id));
  const running = same.find(
    call => isBefore(call.entry, root) && !(call.result && isBefore(call.result.entry, root)),
  );
  return (running ?? same[0])?.head.id ?? null;
}

function isBefore(x: Entry, y: Entry): boolean {
  if (x.file === y.file) return x.line < y.line;
  return (x.timestamp ?? '') <= (y.timestamp ?? '');
}

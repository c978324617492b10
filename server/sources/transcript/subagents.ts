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
  const free = callsByPrompt(calls);
  const taken = new Set<string>();
  const found = new Map<Line, string>();
  for (const { lines, agent } of transcripts) {
    for (const line of lines) {
      if (line.kind !== 'subagent') continue;
      const named = agent && (agent.callId ?? byAgent.get(agent.id));
      const callId = named ?? callByPrompt(line, free, taken);
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

function callsByPrompt(calls: readonly CallAt[]): Map<string, CallAt[]> {
  const byPrompt = new Map<string, CallAt[]>();
  for (const call of calls) {
    const { promptDigest } = call.head;
    if (promptDigest === null) continue;
    const same = byPrompt.get(promptDigest);
    if (same) same.push(call);
    else byPrompt.set(promptDigest, [call]);
  }
  return byPrompt;
}

/** @param free calls by prompt; the one that is given is taken out */
function callByPrompt(
  line: Line,
  free: ReadonlyMap<string, CallAt[]>,
  taken: ReadonlySet<string>,
): string | null {
  const first = line.nodes[0];
  if (first?.kind !== 'said') return null;
  const root = first.entry;
  const same = free.get(root.digest) ?? [];
  const isFree = (call: CallAt) => !taken.has(call.head.id);
  const isRunning = ({ entry, result }: CallAt) =>
    isBefore(entry, root) && !(result && isBefore(result.entry, root));
  const running = same.findIndex(call => isFree(call) && isRunning(call));
  const index = running >= 0 ? running : same.findIndex(isFree);
  return index < 0 ? null : (same.splice(index, 1)[0]?.head.id ?? null);
}

function isBefore(x: Entry, y: Entry): boolean {
  if (x.file === y.file) return x.line < y.line;
  return (x.timestamp ?? '') <= (y.timestamp ?? '');
}

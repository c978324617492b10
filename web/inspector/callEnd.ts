import type { PairedCall } from '../../shared/calls.ts';
import type { JournalRow, RunInfo } from '../../shared/rows.ts';
import type { RunGraph, TurnNode } from '../../shared/runGraph.ts';
import type { ToolClass } from '../../shared/toolClass.ts';

/** What is known about how a call ended. All but the first two stand for a call without a result here. */
export type CallEnd =
  | 'answered'
  | 'error'
  /** Looked at from A, and B holds the result. */
  | 'in-b'
  | 'running'
  /** The branch is at work and has not come to it, or the call leaves no trace while it runs. */
  | 'not-yet'
  | 'waiting'
  /** The journal holds its end, the conversation does not. */
  | 'ended-unsaved'
  /** Started, and nobody wrote down how it ended. */
  | 'unknown'
  /** A journal was kept and does not name it. */
  | 'never-started'
  /** Reads leave no line in the journal, and change nothing. */
  | 'unanswered-read'
  | 'unanswered';

export interface CallKnowledge {
  end: CallEnd;
  durationMs: number | null;
}

interface KnowledgeSource {
  run: Pick<RunInfo, 'kind'>;
  journal: readonly JournalRow[];
  graph: Pick<RunGraph, 'branches'>;
  node: TurnNode;
}

/** What rows and journal know about the calls of one turn, asked call by call. */
export function callKnowledge({ run, journal: rows, graph, node }: KnowledgeSource) {
  const journal = new Map(
    rows.filter(row => row.scene === node.a?.id).map((row): [string, JournalRow] => [row.callId, row]),
  );
  const answered = new Set(
    (node.b?.calls ?? []).filter(call => call.state !== 'dangling').map(call => call.id),
  );
  const isHead = node.headOf.length > 0 && node.b === null;
  const branch = isHead ? graph.branches.get(node.headOf[0] ?? '') : undefined;
  return ({ call, result }: Pick<PairedCall, 'call' | 'result'>): CallKnowledge => {
    const row = journal.get(call.id);
    const durationMs = row?.durationMs ?? null;
    if (result) return { end: result.is_error ? 'error' : 'answered', durationMs };
    if (answered.has(call.id)) return { end: 'in-b', durationMs };
    if (branch?.state === 'running')
      return { end: row?.state === 'open' ? 'running' : 'not-yet', durationMs };
    if (branch?.state === 'waiting') return { end: 'waiting', durationMs };
    if (row) return { end: row.state === 'ended' ? 'ended-unsaved' : 'unknown', durationMs };
    if (classOf(node, call.id) === 'read') return { end: 'unanswered-read', durationMs };
    return { end: run.kind === 'run' ? 'never-started' : 'unanswered', durationMs };
  };
}

function classOf({ a, b }: TurnNode, callId: string): ToolClass | undefined {
  return (a ?? b)?.calls.find(call => call.id === callId)?.toolClass;
}

/** Whether a call stands out: it has no result, and none is on its way. */
export function isAlarming(end: CallEnd): boolean {
  return ['ended-unsaved', 'unknown', 'never-started', 'unanswered-read', 'unanswered'].includes(end);
}

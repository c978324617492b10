import type { Problem } from '../../../shared/errors.ts';
import type { CallHead, Entry, PieceEntry, ResultHead, SaidEntry } from './entry.ts';

/** A call of a record with the result that answers it, wherever in the file that stands. */
export interface CallAt {
  head: CallHead;
  entry: PieceEntry;
  result: { head: ResultHead; entry: SaidEntry } | null;
}

export interface Pairing {
  callsOf: ReadonlyMap<PieceEntry, CallAt[]>;
  /** The calls that a record of results answers, in its order; results without a call are left out. */
  answeredBy: ReadonlyMap<SaidEntry, CallAt[]>;
  /** Results whose call is not in the file. */
  orphans: ReadonlySet<ResultHead>;
  problems: Problem[];
}

/**
 * Pairs results with calls by id over the whole file. Where an id was used more than once, the record that the
 * result names or follows decides, then the latest call before it that has none. The first result of a call counts.
 */
export function pairResults(entries: readonly Entry[]): Pairing {
  const callsOf = new Map<PieceEntry, CallAt[]>();
  const byId = new Map<string, CallsOfId>();
  for (const entry of entries) {
    if (entry.kind !== 'piece' || entry.calls.length === 0) continue;
    const calls = entry.calls.map((head): CallAt => ({ head, entry, result: null }));
    callsOf.set(entry, calls);
    for (const call of calls) note(byId, call);
  }
  const answeredBy = new Map<SaidEntry, CallAt[]>();
  const orphans = new Set<ResultHead>();
  const problems: Problem[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'said' || entry.results.length === 0) continue;
    const answered: CallAt[] = [];
    for (const head of entry.results) {
      const call = answer(entry, head, byId, problems);
      if (call) answered.push(call);
      else orphans.add(head);
    }
    answeredBy.set(entry, answered);
  }
  return { callsOf, answeredBy, orphans, problems };
}

/** The calls that share an id, in the order of the file; by record the first of each. */
interface CallsOfId {
  calls: CallAt[];
  byRecord: Map<string, CallAt>;
}

function note(byId: Map<string, CallsOfId>, call: CallAt): void {
  const known: CallsOfId = byId.get(call.head.id) ?? { calls: [], byRecord: new Map() };
  byId.set(call.head.id, known);
  known.calls.push(call);
  if (!known.byRecord.has(call.entry.uuid)) known.byRecord.set(call.entry.uuid, call);
}

function answer(
  entry: SaidEntry,
  head: ResultHead,
  byId: ReadonlyMap<string, CallsOfId>,
  problems: Problem[],
): CallAt | null {
  const params = { where: entry.file, line: entry.line, id: head.callId };
  const call = callFor(entry, byId.get(head.callId));
  if (!call) {
    problems.push({ code: 'orphan-result', params });
    return null;
  }
  if (call.result === null) call.result = { head, entry };
  else problems.push({ code: 'repeated-result', params });
  return call;
}

function callFor(entry: SaidEntry, known: CallsOfId | undefined): CallAt | undefined {
  if (!known) return undefined;
  const { calls, byRecord } = known;
  if (calls.length === 1) return calls[0];
  return (
    byRecord.get(entry.sourceUuid ?? '') ??
    byRecord.get(entry.parent ?? '') ??
    calls.findLast(call => call.result === null && call.entry.line < entry.line) ??
    calls.findLast(call => call.result === null) ??
    calls.at(-1)
  );
}

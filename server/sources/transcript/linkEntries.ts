import type { Problem } from '../../../shared/errors.ts';
import type { BoundaryEntry, Entry } from './entry.ts';

/** Every record of the tree once, parents before children, each with the record it really follows. */
export interface LinkedEntries {
  ordered: Entry[];
  /** The record each one follows; absent for roots. Compactions follow what was before them. */
  parentOf: ReadonlyMap<Entry, Entry>;
  /** Records whose own parent is missing: `parentOf` is a guess from the order of lines. */
  broken: ReadonlySet<Entry>;
  byUuid: ReadonlyMap<string, Entry>;
  problems: Problem[];
}

/**
 * Links records by uuid over the whole file, whatever their order in it. Of records with the same uuid the first
 * counts. A record whose parent is not there follows the record before it in the file, and is named as a problem.
 */
export function linkEntries(entries: readonly Entry[]): LinkedEntries {
  const problems: Problem[] = [];
  const byUuid = new Map<string, Entry>();
  const unique: Entry[] = [];
  for (const entry of entries) {
    const first = byUuid.get(entry.uuid);
    if (first) {
      const params = { where: entry.file, line: entry.line, first: first.line };
      problems.push({ code: 'repeated-record', params });
      continue;
    }
    byUuid.set(entry.uuid, entry);
    unique.push(entry);
  }
  const parentOf = new Map<Entry, Entry>();
  const broken = new Set<Entry>();
  const redirect = redirectOf(unique, byUuid);
  const before = new Map<boolean, Entry>();
  for (const entry of unique) {
    const parent = ownParentOf(entry, byUuid, redirect);
    const previous = before.get(entry.isSidechain);
    if (parent) parentOf.set(entry, parent);
    else if (!isRoot(entry)) {
      broken.add(entry);
      if (previous) parentOf.set(entry, previous);
      if (typeof entry.parent === 'string') problems.push(missingParent(entry, entry.parent));
    } else if (startsAnew(entry) && previous) parentOf.set(entry, previous);
    before.set(entry.isSidechain, entry);
  }
  return { ordered: parentsFirst(unique, parentOf), parentOf, broken, byUuid, problems };
}

/** Compaction: a boundary, or its summary where the boundary is lost, follows what it summed up. */
function startsAnew(entry: Entry): boolean {
  return entry.kind === 'boundary' || (entry.kind === 'said' && entry.role === 'summary');
}

function isRoot(entry: Entry): boolean {
  return entry.parent === null || entry.kind === 'boundary';
}

function missingParent(entry: Entry, parent: string): Problem {
  return { code: 'missing-parent', params: { where: entry.file, line: entry.line, parent } };
}

function ownParentOf(
  entry: Entry,
  byUuid: ReadonlyMap<string, Entry>,
  redirect: ReadonlyMap<string, { boundary: BoundaryEntry; to: Entry }>,
): Entry | undefined {
  if (entry.kind === 'boundary') return byUuid.get(entry.logicalParent ?? entry.parent ?? '');
  const moved = redirect.get(entry.parent ?? '');
  if (moved && entry.line > moved.boundary.line && entry !== moved.to) return moved.to;
  return byUuid.get(entry.parent ?? '');
}

/**
 * Where a run goes on from a message that outlived a compaction, its records name that message as their parent, not
 * the summary. They follow the summary all the same. So do those that hang on the last message before a
 * compaction whose summary nothing follows.
 */
function redirectOf(entries: readonly Entry[], byUuid: ReadonlyMap<string, Entry>) {
  const redirect = new Map<string, { boundary: BoundaryEntry; to: Entry }>();
  const boundaries = entries.filter(entry => entry.kind === 'boundary');
  if (boundaries.length === 0) return redirect;
  const childrenOf = groupByParent(entries);
  for (const boundary of boundaries) {
    const summary = (childrenOf.get(boundary.uuid) ?? []).find(
      entry => entry.kind === 'said' && entry.role === 'summary',
    );
    const to = summary ?? boundary;
    const tail = boundary.kept?.tail ?? boundary.kept?.uuids.at(-1);
    const last = byUuid.get(tail ?? '');
    if (last && last.line < boundary.line) redirect.set(last.uuid, { boundary, to });
    const isDeadEnd = summary !== undefined && !leadsToMessage(summary.uuid, childrenOf);
    if (isDeadEnd && boundary.logicalParent) redirect.set(boundary.logicalParent, { boundary, to });
  }
  return redirect;
}

function groupByParent(entries: readonly Entry[]): Map<string, Entry[]> {
  const childrenOf = new Map<string, Entry[]>();
  for (const entry of entries) {
    const siblings = childrenOf.get(entry.parent ?? '');
    if (siblings) siblings.push(entry);
    else childrenOf.set(entry.parent ?? '', [entry]);
  }
  return childrenOf;
}

function leadsToMessage(uuid: string, childrenOf: ReadonlyMap<string, Entry[]>): boolean {
  const open = [uuid];
  const seen = new Set<string>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const child of childrenOf.get(at) ?? []) {
      if (child.kind !== 'aside') return true;
      open.push(child.uuid);
    }
  }
  return false;
}

/** By line, but never before the parent. A circle of parents is cut where it closes. */
function parentsFirst(entries: readonly Entry[], parentOf: Map<Entry, Entry>): Entry[] {
  const ordered: Entry[] = [];
  const placed = new Set<Entry>();
  for (const entry of entries) {
    const chain: Entry[] = [];
    const waiting = new Set<Entry>();
    for (let at: Entry | undefined = entry; at && !placed.has(at); at = parentOf.get(at)) {
      if (waiting.has(at)) {
        const closing = chain.at(-1);
        if (closing) parentOf.delete(closing);
        break;
      }
      chain.push(at);
      waiting.add(at);
    }
    for (const next of chain.reverse()) {
      placed.add(next);
      ordered.push(next);
    }
  }
  return ordered;
}

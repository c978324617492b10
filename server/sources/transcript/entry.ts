import type { Usage } from '../../../shared/message.ts';
import type { CallRow } from '../../../shared/rows.ts';

/**
 * The light form of a record: what the tree, the lines and the rows need, never a payload. A scene's messages are
 * read again from the bytes that `offset` and `sizeBytes` name.
 */
export interface EntryPlace {
  /** The transcript's name, or that of a subagent's file below its folder. */
  file: string;
  line: number;
  offset: number;
  sizeBytes: number;
}

interface EntryBase extends EntryPlace {
  uuid: string;
  /** Null at a root; undefined where the record names no parent at all. */
  parent: string | null | undefined;
  isSidechain: boolean;
  timestamp: string | null;
}

/** A call as its record names it. `promptDigest` finds the subagent that a call started. */
export interface CallHead extends Pick<CallRow, 'id' | 'name' | 'detail' | 'toolClass'> {
  promptDigest: string | null;
}

/** A result inside a user record. `agentId` names the subagent that did the work. */
export interface ResultHead {
  callId: string;
  isError: boolean;
  words: string;
  /** Which block of the record it is. */
  block: number;
  agentId: string | null;
}

/** One record of a reply: mostly one block; all with the same `messageId` are one message. */
export interface PieceEntry extends EntryBase {
  kind: 'piece';
  messageId: string;
  model: string | null;
  stopReason: string | null;
  usage: Usage | null;
  words: string;
  hasThinking: boolean;
  calls: CallHead[];
  digest: string;
  /** A block of it breaks a rule of the API by itself. */
  isIllegal: boolean;
  /** Ids of calls of the API's own tools in it, and of those whose results are in it; left out where there are none. */
  onServer?: { calls: string[]; results: string[] };
}

/** Who or what speaks in a user record that is no answer to a call. */
export type SaidRole = 'prompt' | 'command' | 'output' | 'meta' | 'summary' | 'interruption' | 'queued';

export interface SaidEntry extends EntryBase {
  kind: 'said';
  role: SaidRole;
  words: string;
  digest: string;
  results: ResultHead[];
  /** Something else than results stands in it. */
  hasMore: boolean;
  /** Record of the call that it answers, where it says so. */
  sourceUuid: string | null;
  /** It is empty, or a block of it breaks a rule of the API by itself. */
  isIllegal: boolean;
}

/** An assistant record that no model wrote: a stand-in after a resume, or an API error. */
export interface SyntheticEntry extends EntryBase {
  kind: 'synthetic';
  words: string;
  isApiError: boolean;
}

/** Where the context was compacted: messages start anew after it. */
export interface BoundaryEntry extends EntryBase {
  kind: 'boundary';
  logicalParent: string | null;
  /** Messages that outlived the compaction, and the record they stand after. */
  kept: { anchor: string | null; head: string | null; tail: string | null; uuids: string[] } | null;
}

/** A record of the tree without a message: progress, hooks, notices. Others hang on it all the same. */
export interface AsideEntry extends EntryBase {
  kind: 'aside';
  /** The subagent whose progress it tells, and the call it works for. */
  agent: { id: string; callId: string } | null;
}

export type Entry = PieceEntry | SaidEntry | SyntheticEntry | BoundaryEntry | AsideEntry;

/** Records outside the tree that say something about the whole: its title, its live end. */
export type Remark = { line: number } & (
  | { kind: 'title'; rank: number; text: string; leaf: string | null }
  | { kind: 'leaf'; uuid: string }
);

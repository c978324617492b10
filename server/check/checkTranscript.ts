import type { Entry } from '../sources/transcript/entry.ts';
import { SessionFiles } from '../sources/transcript/sessionFiles.ts';
import { type CheckProblem, toCheckProblem } from './checkSource.ts';

/** What is in a transcript. Counts are of the session's own file, and leave subagents written into it out. */
export interface TranscriptReport {
  kind: 'transcript';
  path: string;
  /** Every JSON value, those of glued lines one by one. */
  records: number;
  /** Lines that are not a single JSON value. */
  badLines: number[];
  /** Messages of the model, each once, however many records it is spread over. */
  replies: number;
  calls: number;
  errorResults: number;
  /** Calls without a result anywhere in the file. */
  dangling: number;
  /** Messages from which a person let the run go on more than once. */
  branches: number;
  compactions: number;
  sidechainReplies: number;
  sidechainCalls: number;
  /** Lines of subagents, those in files of their own included. */
  subagents: number;
  /** Lines that a resume or a broken try left dead. */
  discarded: number;
  scenes: number;
  problems: CheckProblem[];
}

/**
 * Counts a session of Claude Code as it lies in its file.
 * @throws ForkpointError `no-such-path`, `unreadable-file`
 */
export async function checkTranscript(path: string): Promise<TranscriptReport> {
  const files = new SessionFiles(path);
  const { main, transcripts, run, problems } = await files.refresh();
  const { entries, recordCount, badLines } = files.main.read;
  const own = countsOf(entries.filter(entry => !entry.isSidechain));
  const sidechain = countsOf(entries.filter(entry => entry.isSidechain));
  const lines = transcripts.flatMap(transcript => transcript.lines);
  return {
    kind: 'transcript',
    path,
    records: recordCount,
    badLines: [...new Set(badLines.map(bad => bad.line))],
    ...own,
    branches: main.branchCount,
    sidechainReplies: sidechain.replies,
    sidechainCalls: sidechain.calls,
    subagents: lines.filter(line => line.kind === 'subagent').length,
    discarded: lines.filter(line => line.kind === 'discarded').length,
    scenes: run.scenes.length,
    problems: problems.map(toCheckProblem),
  };
}

type Counts = Pick<TranscriptReport, 'replies' | 'calls' | 'errorResults' | 'dangling' | 'compactions'>;

function countsOf(entries: readonly Entry[]): Counts {
  const replies = new Set<string>();
  const calls = new Set<string>();
  const answered = new Set<string>();
  const errors = new Set<string>();
  const compactions = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'boundary') compactions.add(entry.uuid);
    if (entry.kind === 'piece') {
      replies.add(entry.messageId);
      for (const call of entry.calls) calls.add(call.id);
    }
    if (entry.kind !== 'said') continue;
    for (const result of entry.results) {
      answered.add(result.callId);
      if (result.isError) errors.add(result.callId);
    }
  }
  const dangling = [...calls].filter(id => !answered.has(id)).length;
  return {
    replies: replies.size,
    calls: calls.size,
    errorResults: errors.size,
    dangling,
    compactions: compactions.size,
  };
}

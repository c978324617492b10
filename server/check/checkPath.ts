import { resolve } from 'node:path';
import { openSource } from '../sources/openPath.ts';
import { ClaudeCodeSource } from '../sources/transcript/claudeCodeSource.ts';
import { isClaudeCodeTranscript } from '../sources/transcript/isClaudeCodeTranscript.ts';
import { checkSource, illegalOf, type RunReport } from './checkSource.ts';
import { checkTranscript, type TranscriptReport } from './checkTranscript.ts';

export type CheckReport = (TranscriptReport & Pick<RunReport, 'illegal'>) | RunReport;

/**
 * Reads what lies at a path and counts what is in it and what is wrong with it: a transcript, a run, or a folder of
 * checkpoints made by another program. Writes nothing.
 * @throws ForkpointError `no-such-path`, `unknown-format`, `unreadable-file`
 */
export async function checkPath(path: string): Promise<CheckReport> {
  const absolute = resolve(path);
  if (await isClaudeCodeTranscript(absolute)) {
    const source = new ClaudeCodeSource({ path: absolute, id: 'checked' });
    return { ...(await checkTranscript(absolute)), illegal: await illegalOf(source) };
  }
  return checkSource(await openSource(absolute, { id: 'checked', cacheFolder: null }), absolute);
}

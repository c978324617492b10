import { basename } from 'node:path';
import { ForkpointError, isForkpointError, type Problem } from '../../../shared/errors.ts';
import type { ReadingProgress } from '../../../shared/readingProgress.ts';
import { type AgentFile, AgentFiles } from './agentFiles.ts';
import { linesOfTree } from './lines.ts';
import { buildMessageTree } from './messageTree.ts';
import { leafOf } from './remarks.ts';
import type { ReadTranscript } from './subagents.ts';
import { TranscriptFile } from './transcriptFile.ts';
import { type TranscriptRun, transcriptRun } from './transcriptRun.ts';

/** A session as it was when it was read last. */
export interface Session {
  main: ReadTranscript;
  transcripts: ReadTranscript[];
  run: TranscriptRun;
  problems: Problem[];
}

/** The files of one session: its transcript and those of its subagents. Reads only what is new in each. */
export class SessionFiles {
  readonly main: TranscriptFile;
  private readonly agentFiles: AgentFiles;
  private readonly files = new Map<string, TranscriptFile>();
  private readonly read = new Map<string, ReadTranscript>();
  private session: Session | null = null;
  private refreshing: Promise<unknown> = Promise.resolve();

  /** @param onProgress told while the session's own file is read */
  constructor(path: string, onProgress?: (progress: ReadingProgress) => void) {
    this.main = new TranscriptFile(path, basename(path), onProgress);
    this.agentFiles = new AgentFiles(path);
  }

  /** Where files of subagents appear. */
  get agentFolder(): string {
    return this.agentFiles.ownFolder;
  }

  /** Where a transcript lies, by the name its rows have. */
  pathOf(name: string): string {
    return this.files.get(name)?.path ?? this.main.path;
  }

  /**
   * The session as it is now.
   * @throws ForkpointError `no-such-path` or `unreadable-file` for the session's own file
   */
  refresh(): Promise<Session> {
    const next = this.refreshing.then(() => this.readNew());
    this.refreshing = next.catch(() => undefined);
    return next;
  }

  private async readNew(): Promise<Session> {
    let hasChanged = await this.readOne(this.main, null);
    const { agents, problems: unreadable } = await this.agentFiles.find(this.main.read.sessionIds);
    for (const agent of agents) {
      try {
        hasChanged = (await this.readOne(this.fileOf(agent), agent)) || hasChanged;
      } catch (error) {
        if (!isForkpointError(error)) throw error;
        unreadable.push(error.toProblem());
      }
    }
    const names = [this.main.name, ...agents.map(agent => agent.name)];
    const known = this.session?.transcripts.map(transcript => transcript.name) ?? [];
    if (this.session && !hasChanged && unreadable.length === 0 && names.join('\n') === known.join('\n')) {
      return this.session;
    }
    this.session = this.derive(names, unreadable);
    return this.session;
  }

  private fileOf(agent: AgentFile): TranscriptFile {
    const file = this.files.get(agent.name) ?? new TranscriptFile(agent.path, agent.name);
    this.files.set(agent.name, file);
    return file;
  }

  private async readOne(file: TranscriptFile, agent: AgentFile | null): Promise<boolean> {
    const hasChanged = await file.refresh();
    const callId = agent?.callId ?? null;
    const known = this.read.get(file.name);
    if (known && !hasChanged && (known.agent?.callId ?? null) === callId) return false;
    const tree = buildMessageTree(file.read.entries);
    const { lines, branchCount } = linesOfTree(tree, leafOf(file.read.remarks));
    for (const line of lines) if (agent && line.kind === 'main') line.kind = 'subagent';
    this.read.set(file.name, {
      name: file.name,
      tree,
      lines,
      branchCount,
      agent: agent && { id: agent.agentId, callId },
    });
    return true;
  }

  private derive(names: readonly string[], unreadable: readonly Problem[]): Session {
    const transcripts = names.flatMap(name => this.read.get(name) ?? []);
    const [main] = transcripts;
    if (!main) throw new ForkpointError('internal', { detail: 'the session was not read' });
    const run = transcriptRun(transcripts);
    const fileProblems = [this.main, ...this.files.values()].flatMap(problemsOfFile);
    return { main, transcripts, run, problems: [...fileProblems, ...run.problems, ...unreadable] };
  }
}

/** Bad lines and records of an unexpected shape, as problems. */
function problemsOfFile(file: TranscriptFile): Problem[] {
  const bad = file.read.badLines.map(({ line, detail }): Problem => {
    return { code: 'bad-line', params: { where: file.name, line, detail } };
  });
  return [...bad, ...file.read.misshapen.map(({ problem }) => problem)];
}

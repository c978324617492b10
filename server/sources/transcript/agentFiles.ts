import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { readRecords } from './readRecords.ts';
import { sessionOfRecord } from './remarks.ts';

/** A subagent's own file. `callId` and `agentId` say whose work it is, where that is known. */
export interface AgentFile {
  path: string;
  /** Relative to the session's folder, for rows. */
  name: string;
  agentId: string;
  callId: string | null;
}

const agentFilePattern = /^agent-(?!acompact-)(.+)\.jsonl$/;
const metaSchema = z.object({ toolUseId: z.string().optional().catch(undefined) });

/** Finds the subagents' files of a session; remembers which session a file beside it belongs to. */
export class AgentFiles {
  private readonly folder: string;
  private readonly sessionName: string;
  private readonly sessions = new Map<string, string | null>();

  constructor(sessionPath: string) {
    this.folder = dirname(sessionPath);
    this.sessionName = basename(sessionPath);
  }

  /** Where newer versions keep them. */
  get ownFolder(): string {
    return join(this.folder, this.ownName);
  }

  private get ownName(): string {
    return join(basename(this.sessionName, '.jsonl'), 'subagents');
  }

  /**
   * In `<session>/subagents/`, or beside the session as older versions wrote them (there each names its session in
   * its first record). Files of the summariser (`agent-acompact-…`) are none.
   */
  async find(sessionIds: ReadonlySet<string>): Promise<AgentFile[]> {
    const names = (await agentNamesIn(this.ownFolder)).map(name => join(this.ownName, name));
    for (const name of await agentNamesIn(this.folder)) {
      if (name === this.sessionName) continue;
      const session = await this.sessionOf(join(this.folder, name));
      if (session !== null && sessionIds.has(session)) names.push(name);
    }
    return Promise.all(names.sort().map(name => agentFileAt(this.folder, name)));
  }

  private async sessionOf(path: string): Promise<string | null> {
    const known = this.sessions.get(path);
    if (known !== undefined) return known;
    const session = await firstSessionIn(path);
    if (session !== null) this.sessions.set(path, session);
    return session;
  }
}

/** The session that the first readable record of a file names; null where it has none yet. */
async function firstSessionIn(path: string): Promise<string | null> {
  for await (const { records } of readRecords(path)) {
    const first = records[0];
    if (first) return sessionOfRecord(first.value);
  }
  return null;
}

async function agentFileAt(folder: string, name: string): Promise<AgentFile> {
  const path = join(folder, name);
  const agentId = agentFilePattern.exec(basename(name))?.[1] ?? basename(name);
  const meta = await readFile(path.replace(/\.jsonl$/, '.meta.json'), 'utf8').catch(absent);
  return { path, name, agentId, callId: meta === null ? null : callIdOf(meta) };
}

function callIdOf(meta: string): string | null {
  try {
    return metaSchema.safeParse(JSON.parse(meta)).data?.toolUseId ?? null;
  } catch (error) {
    // A note that cannot be read says nothing; the call is then found by its agent or its prompt.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function agentNamesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(absent)) ?? [];
  return names.filter(name => agentFilePattern.test(name));
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return null;
  throw error;
}

import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isForkpointError, type Problem } from '../../../shared/errors.ts';
import { parseJson } from '../../../shared/schema.ts';
import { systemCode } from '../../disk/diskCalls.ts';
import { listIfThere, readIfThere } from '../../disk/readIfThere.ts';
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
   * its first record). Files of the summariser (`agent-acompact-…`) are none. What cannot be read is a problem.
   */
  async find(sessionIds: ReadonlySet<string>): Promise<{ agents: AgentFile[]; problems: Problem[] }> {
    const problems: Problem[] = [];
    const orProblem = <T>(work: Promise<T>, fallback: T): Promise<T> =>
      work.catch(error => {
        if (!isForkpointError(error)) throw error;
        problems.push(error.toProblem());
        return fallback;
      });
    const own = await orProblem(agentNamesIn(this.ownFolder), []);
    const names = own.map(name => join(this.ownName, name));
    for (const name of await orProblem(agentNamesIn(this.folder), [])) {
      if (name === this.sessionName) continue;
      const session = await orProblem(this.sessionOf(join(this.folder, name)), null);
      if (session !== null && sessionIds.has(session)) names.push(name);
    }
    const agents = await Promise.all(names.sort().map(name => agentFileAt(this.folder, name)));
    return { agents, problems };
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
  return { path, name, agentId, callId: await noteOf(path.replace(/\.jsonl$/, '.meta.json')) };
}

/** A note that cannot be read says nothing: the call is then found by its agent or its prompt. */
async function noteOf(path: string): Promise<string | null> {
  try {
    const bytes = await readIfThere(path);
    if (bytes === null) return null;
    const note = parseJson(bytes.toString('utf8'), path);
    return metaSchema.safeParse(note).data?.toolUseId ?? null;
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return null;
  }
}

async function agentNamesIn(folder: string): Promise<string[]> {
  const entries = (await listIfThere(folder).catch(noneWhereNoFolder)) ?? [];
  return entries.map(entry => entry.name).filter(name => agentFilePattern.test(name));
}

/** A session whose file has no ending bears the name that its folder would have. */
function noneWhereNoFolder(error: unknown): null {
  if (isForkpointError(error) && systemCode(error.cause) === 'ENOTDIR') return null;
  throw error;
}

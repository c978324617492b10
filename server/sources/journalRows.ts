import { type JournalLine, journalLineSchema } from '../../shared/effect.ts';
import { isForkpointError, type Problem } from '../../shared/errors.ts';
import type { JournalRow } from '../../shared/rows.ts';
import { checked } from '../../shared/schema.ts';
import { type ToolClass, toolClassSchema } from '../../shared/toolClass.ts';
import { readLines } from '../disk/readLines.ts';

export const journalFileName = 'calls.jsonl';

/** A journal without the results that it holds. */
export interface JournalReading {
  rows: JournalRow[];
  /** Classes that tools declared when their calls were opened, by `scene/callId` and by `/callId`. */
  classes: Map<string, ToolClass>;
  problems: Problem[];
}

/** Reads the journal of a branch. Lines that cannot be read are problems; the rest stays. */
export async function readJournalRows(path: string, branch: string): Promise<JournalReading> {
  const { values, lines, problems } = await readLines(path);
  const journal: JournalLine[] = [];
  for (const [index, value] of values.entries()) {
    try {
      journal.push(checked(journalLineSchema, value, `${branch}/${journalFileName}:${lines[index]}`));
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      problems.push(error.toProblem());
    }
  }
  return { ...journalRows(branch, journal), problems };
}

/** The light form of a journal's lines, in the order in which they were written. */
export function journalRows(
  branch: string,
  journal: readonly JournalLine[],
): Pick<JournalReading, 'rows' | 'classes'> {
  const rows = new Map<string, JournalRow>();
  const classes: JournalReading['classes'] = new Map();
  for (const line of journal) {
    const id = `${branch}/${line.scene}/${line.position}`;
    rows.set(id, rowAfter(line, id, branch, rows.get(id)));
    const toolClass = line.event === 'open' ? toolClassSchema.safeParse(line.toolClass).data : undefined;
    if (toolClass === undefined) continue;
    classes.set(`${line.scene}/${line.callId}`, toolClass).set(`/${line.callId}`, toolClass);
  }
  return { rows: [...rows.values()], classes };
}

/** A call may be opened again after it ended (run again on resume): the last line counts. */
function rowAfter(line: JournalLine, id: string, branch: string, before: JournalRow | undefined): JournalRow {
  const { scene, callId } = line;
  if (line.event === 'open') {
    const { name, at } = line;
    return { id, branch, scene, callId, name, state: 'open', ok: null, openedAt: at, durationMs: null };
  }
  const { ok, durationMs, at } = line;
  const { name, openedAt } = before ?? { name: '', openedAt: at };
  return { id, branch, scene, callId, name, state: 'ended', ok, openedAt, durationMs };
}

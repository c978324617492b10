import { dirname } from 'node:path';
import { archivedBranches, hiddenBranches, withoutBranches } from '../../shared/archive.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { type NoteChange, type NotesReply, withNoteChanges } from '../../shared/notes.ts';
import type { RunRows, RunSummary } from '../../shared/rows.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import { countsOf } from '../../shared/runSummary.ts';
import { watchFolders } from '../disk/watchFolders.ts';
import { carriedNotes } from './carriedNotes.ts';
import { changeNotes, type NotesPlace, readNotes } from './fileNotes.ts';

/** Runs whose notes are followed at the same time; those asked for longest ago are let go first. */
const maxFollowed = 64;

export interface RunNotesOptions {
  /** @throws ForkpointError `no-such-run` */
  placeOf(run: string): Promise<NotesPlace & { isInRun: boolean }>;
  /** Called soon after the notes of a run changed that somebody looked at, whoever changed them. */
  onChange(run: string): void;
}

/** The notes of all runs: read, changed, and followed once somebody has looked. */
export class RunNotes {
  private readonly options: RunNotesOptions;
  /** How to stop following, by run, in the order in which they were asked for. */
  private readonly followed = new Map<string, () => void>();

  constructor(options: RunNotesOptions) {
    this.options = options;
  }

  /** The notes of a run; from here on it is followed. @throws ForkpointError `no-such-run` */
  async read(run: string): Promise<NotesReply> {
    const { isInRun, ...place } = await this.options.placeOf(run);
    this.follow(run, place);
    return { ...(await readNotes(place)), path: place.path, isInRun };
  }

  /**
   * Changes the notes of a run, all changes or none. What is put on must be there; what is taken away need not.
   * @throws ForkpointError `no-such-scene`, `no-such-branch`, `note-changed`, and what `changeNotes` throws
   */
  async change(run: string, changes: readonly NoteChange[], rows: RunRows): Promise<NotesReply> {
    for (const change of changes) refuseUnknown(run, change, rows);
    const { isInRun, ...place } = await this.options.placeOf(run);
    const at = new Date().toISOString();
    const reading = await changeNotes(place, record => withNoteChanges(record, changes, at));
    this.options.onChange(run);
    return { ...reading, path: place.path, isInRun };
  }

  /**
   * The line of a run in the list as its page draws it: archived branches are counted apart, and their turns not at all.
   * Follows nothing, and reads no rows where nothing is archived.
   */
  async withoutArchived(summary: RunSummary, rowsOf: (run: string) => Promise<RunRows>): Promise<RunSummary> {
    if (summary.branches < 2) return summary;
    const archived = await this.archivedIn(summary.id);
    if (archived.size === 0) return summary;
    const graph = buildRunGraph(await rowsOf(summary.id));
    const hidden = hiddenBranches(graph.branches, archived, null);
    if (hidden.size === 0) return summary;
    return {
      ...summary,
      branches: graph.branches.size - hidden.size,
      archived: [...hidden].filter(name => archived.has(name)).length,
      ...countsOf(withoutBranches(graph, hidden)),
    };
  }

  /**
   * Gives a run that was just made from another one what was noted there. Reads no rows where nothing was.
   * @throws ForkpointError as `changeNotes` does, and what reading the rows throws
   */
  async carry(from: string, to: string, rowsOf: (run: string) => Promise<RunRows>): Promise<void> {
    const { record, isEmpty } = await this.recordOf(from);
    if (isEmpty) return;
    const carried = carriedNotes(record, await rowsOf(from), await rowsOf(to));
    await changeNotes(await this.options.placeOf(to), () => carried);
    this.options.onChange(to);
  }

  /** Lets go of a run that is gone. */
  forget(run: string): void {
    this.followed.get(run)?.();
    this.followed.delete(run);
  }

  close(): void {
    for (const run of [...this.followed.keys()]) this.forget(run);
  }

  /** None for a run that was taken away since it was listed. */
  private async archivedIn(run: string): Promise<ReadonlySet<string>> {
    try {
      return archivedBranches((await this.recordOf(run)).record);
    } catch (error) {
      if (!isForkpointError(error, 'no-such-run')) throw error;
      return new Set();
    }
  }

  private async recordOf(run: string) {
    const { record } = await readNotes(await this.options.placeOf(run));
    const { bookmarks, notes, verdicts, branches } = record;
    return { record, isEmpty: [bookmarks, notes, verdicts, branches].every(entries => entries.length === 0) };
  }

  private follow(run: string, { path }: NotesPlace): void {
    const stop = this.followed.get(run) ?? this.watch(run, path);
    this.followed.delete(run);
    this.followed.set(run, stop);
    const [oldest] = this.followed.keys();
    if (this.followed.size > maxFollowed && oldest !== undefined) this.forget(oldest);
  }

  private watch(run: string, path: string): () => void {
    const name = path.slice(dirname(path).length + 1);
    return watchFolders({
      root: dirname(path),
      isRelevant: (_folder, _event, changed) => changed === null || changed === name,
      onChange: () => this.options.onChange(run),
    });
  }
}

function refuseUnknown(run: string, change: NoteChange, { scenes, branches }: RunRows): void {
  if ('branch' in change) {
    if (takesFromBranch(change) || branches.some(row => row.name === change.branch)) return;
    throw new ForkpointError('no-such-branch', { run, branch: change.branch });
  }
  if (takesAway(change) || scenes.some(row => row.id === change.scene)) return;
  throw new ForkpointError('no-such-scene', { run, address: `@${change.scene}` });
}

function takesFromBranch(change: Extract<NoteChange, { branch: string }>): boolean {
  if (change.kind === 'branch-archive') return !change.isArchived;
  return change.kind === 'branch-verdict' ? change.verdict === null : change.text === '';
}

function takesAway(change: Extract<NoteChange, { scene: string }>): boolean {
  if (change.kind === 'bookmark') return !change.isOn;
  return change.kind === 'note' ? change.text === '' : change.verdict === null;
}

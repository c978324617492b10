import { basename, dirname } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { branchFromFolderName } from '../../shared/branch.ts';
import { ForkpointError, isForkpointError, problemFromError } from '../../shared/errors.ts';
import type { RunRows, RunSummary } from '../../shared/rows.ts';
import { summaryOf, summaryOfUnread } from '../../shared/runSummary.ts';
import { realPathOf } from '../disk/realPath.ts';
import { watchFolders } from '../disk/watchFolders.ts';
import { detectRunFolder } from '../sources/folderLayout.ts';
import type { RunSource } from '../sources/runSource.ts';
import type { RunStore } from '../store/runStore.ts';
import { type FoundRun, findRuns, identityOf, isRunFolder } from './findRuns.ts';
import { idOfOpenedPath, OpenedPaths } from './openedPaths.ts';

/** How the index opens what it finds, and whom it tells of failures in the background. */
export interface RunOpeners {
  onError(error: unknown): void;
  /** A folder for reading and writing. @param run the id it is known by; a run of ours by its folder's name */
  openRun(folder: string, run: string, isOwn: boolean): RunStore;
  /** Anything else, for reading. `run` is the id it is known by. */
  openSource(path: string, run: string): Promise<RunSource>;
}

interface Entry extends FoundRun {
  source: Promise<RunSource> | null;
  store: RunStore | null;
  summary: RunSummary | null;
  /** The reading that is under way for the list. */
  reading: Promise<RunSummary> | null;
  /** It was read before: what is new since then takes but a moment. */
  wasRead: boolean;
  /** Counted, so that a reading which a change overtook is not kept. */
  changes: number;
  unwatch: (() => void) | null;
}

/** While runs grow the list changes all the time; nobody needs to hear of it more often. */
const SCAN_DELAY_MS = 200;
const READ_AT_ONCE = 4;

/** All runs: those in the data folder and the paths opened from outside. Reading never writes into a run. */
export class RunIndex {
  readonly #dataFolder: string;
  readonly #openers: RunOpeners;
  readonly #longReadingMs: number;
  readonly #opened: OpenedPaths;
  readonly #entries = new Map<string, Entry>();
  readonly #changeListeners = new Set<() => void>();
  readonly #goneListeners = new Set<(run: string) => void>();
  #watchDataFolder: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;
  #scanning: Promise<void> | null = null;

  /**
   * @param dataFolder absolute, links resolved
   * @param longReadingMs a list is not kept waiting longer for something from outside that is read for the first time
   */
  constructor(dataFolder: string, openers: RunOpeners, longReadingMs = 1_000) {
    this.#longReadingMs = longReadingMs;
    this.#dataFolder = dataFolder;
    this.#openers = openers;
    this.#opened = new OpenedPaths(dataFolder);
  }

  /**
   * One line per run, the one that changed last first. A run that cannot be opened is listed with its problem.
   * @param liveRows rows that are in memory already, for runs that someone follows
   */
  async list(liveRows: (run: string) => RunRows | null = () => null): Promise<RunSummary[]> {
    await this.#scan();
    const waiting = [...this.#entries.values()];
    const summaries: RunSummary[] = [];
    const readSome = async () => {
      for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
        summaries.push(await this.#summary(entry, liveRows(entry.id)));
      }
    };
    await Promise.all(Array.from({ length: READ_AT_ONCE }, readSome));
    const timeOf = (summary: RunSummary) => summary.changedAt ?? summary.created ?? '';
    return summaries.sort((a, b) => timeOf(b).localeCompare(timeOf(a)) || a.id.localeCompare(b.id));
  }

  /** A run to read from. @throws ForkpointError `no-such-run`, or why it cannot be opened */
  async source(run: string): Promise<RunSource> {
    return this.#sourceOf(await this.#entry(run));
  }

  /**
   * A run to write to: one of ours, or a folder of checkpoints, which is gone on with in place.
   * @throws ForkpointError `no-such-run`; `read-only` for anything else, which has to be imported first
   */
  async store(run: string): Promise<RunStore> {
    const entry = await this.#entry(run);
    if (!entry.isOwn && !(await canBeContinued(entry.path))) throw new ForkpointError('read-only', { run });
    return this.#storeOf(entry);
  }

  /** Where a run lies on this machine, as it was opened. @throws ForkpointError `no-such-run` */
  async pathOf(run: string): Promise<string> {
    return (await this.#entry(run)).path;
  }

  /**
   * The folder of a run, in which its branches lie; where a folder of checkpoints was opened by itself, the one around
   * it. @throws ForkpointError `no-such-run`
   */
  async folderOf(run: string): Promise<string> {
    const { path, isOwn } = await this.#entry(run);
    return !isOwn && branchFromFolderName(basename(path)) !== null ? dirname(path) : path;
  }

  /** Whether a run lies in the data folder, and was not opened from outside. @throws ForkpointError `no-such-run` */
  async isOwn(run: string): Promise<boolean> {
    return (await this.#entry(run)).isOwn;
  }

  /** Whether the data folder holds no run yet. */
  async isEmpty(): Promise<boolean> {
    await this.#scan();
    return this.#entries.size === 0;
  }

  /**
   * Opens a path of this machine in place and gives the id it is known by: a run's own id where it lies in the
   * data folder, else one that is the same each time. @throws ForkpointError `no-such-path`, `unknown-format`
   */
  async openPath(path: string): Promise<string> {
    const real = await realPathOf(path);
    if (dirname(real) === this.#dataFolder && (await isRunFolder(real))) {
      return (await this.#entry(basename(real))).id;
    }
    const source = await this.#openers.openSource(real, idOfOpenedPath(real));
    const id = await this.#opened.add(real);
    await this.#scan();
    const entry = this.#entries.get(id);
    if (entry?.source === null) entry.source = Promise.resolve(source);
    else source.close?.();
    this.#notify();
    return id;
  }

  /** The id of a path that was opened in place, or null. @throws ForkpointError `no-such-path` */
  async openedFrom(path: string): Promise<string | null> {
    const real = await realPathOf(path);
    const opened = [...(await this.#openedPaths())].find(([, other]) => other === real);
    return opened?.[0] ?? null;
  }

  /** Follows the data folder: runs of other processes appear by themselves. */
  watch(): void {
    const onChange = () => this.#scanSoon();
    this.#watchDataFolder = watchFolders({ root: this.#dataFolder, onChange });
  }

  /** Calls back when the list may have changed. */
  onChange(listener: () => void): void {
    this.#changeListeners.add(listener);
  }

  /** Calls back with a run that is gone, or whose place another run took. */
  onGone(listener: (run: string) => void): void {
    this.#goneListeners.add(listener);
  }

  close(): void {
    this.#watchDataFolder?.();
    this.#watchDataFolder = null;
    if (this.#timer) clearTimeout(this.#timer);
    for (const entry of this.#entries.values()) entry.unwatch?.();
  }

  async #entry(run: string): Promise<Entry> {
    const known = this.#entries.get(run);
    if (known && (await identityOf(known.path)) === known.identity) return known;
    await this.#scan();
    const entry = this.#entries.get(run);
    if (!entry) throw new ForkpointError('no-such-run', { run });
    return entry;
  }

  #sourceOf(entry: Entry): Promise<RunSource> {
    entry.source ??= this.#openEntry(entry).catch(error => {
      entry.source = null;
      throw error;
    });
    return entry.source;
  }

  /** A run that was listed once says by itself when it changed. */
  #watchEntry(entry: Entry, source: RunSource): void {
    if (!this.#watchDataFolder || entry.unwatch) return;
    entry.unwatch = source.watch(() => {
      entry.summary = null;
      entry.changes += 1;
      this.#scanSoon();
    });
  }

  async #openEntry(entry: Entry): Promise<RunSource> {
    return entry.isOwn ? this.#storeOf(entry) : this.#openers.openSource(entry.path, entry.id);
  }

  #storeOf(entry: Entry): RunStore {
    entry.store ??= this.#openers.openRun(entry.path, entry.id, entry.isOwn);
    return entry.store;
  }

  /** Kept until the run changes; a run that runs is read anew, since a killed writer changes no file. */
  async #summary(entry: Entry, liveRows: RunRows | null): Promise<RunSummary> {
    if (liveRows) return summaryOf(liveRows);
    if (entry.summary && entry.summary.state !== 'running' && entry.unwatch) return entry.summary;
    entry.reading ??= this.#readToKeep(entry);
    const { reading } = entry;
    const isQuick = entry.isOwn || entry.wasRead;
    const slow = isQuick ? null : passed(this.#longReadingMs, null, { ref: false });
    const summary = await (slow ? Promise.race([reading, slow]) : reading);
    if (summary) return summary;
    reading.then(() => this.#notify(), noneToTell);
    return summaryOfUnread(infoOf(entry), null);
  }

  async #readToKeep(entry: Entry): Promise<RunSummary> {
    const { changes } = entry;
    try {
      const summary = await this.#readSummary(entry);
      if (entry.changes === changes) entry.summary = summary;
      entry.wasRead = true;
      return summary;
    } finally {
      entry.reading = null;
    }
  }

  async #readSummary(entry: Entry): Promise<RunSummary> {
    try {
      const source = await this.#sourceOf(entry);
      this.#watchEntry(entry, source);
      return summaryOf(await source.rows());
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      return summaryOfUnread(infoOf(entry), problemFromError(error));
    }
  }

  #scan(): Promise<void> {
    this.#scanning ??= this.#takeOver().finally(() => {
      this.#scanning = null;
    });
    return this.#scanning;
  }

  /** Where their list cannot be read, the runs of the data folder are there all the same. */
  async #openedPaths(): Promise<ReadonlyMap<string, string>> {
    try {
      return await this.#opened.all();
    } catch (error) {
      if (!isForkpointError(error, 'unreadable-file')) throw error;
      this.#openers.onError(error);
      return new Map();
    }
  }

  async #takeOver(): Promise<void> {
    const runs = await findRuns(this.#dataFolder, await this.#openedPaths());
    const found = new Map(runs.map(run => [run.id, run]));
    for (const entry of this.#entries.values()) {
      if (found.get(entry.id)?.identity === entry.identity) continue;
      entry.unwatch?.();
      entry.source?.then(source => source.close?.(), noneToClose);
      this.#entries.delete(entry.id);
      for (const listener of this.#goneListeners) listener(entry.id);
    }
    for (const run of found.values()) {
      if (this.#entries.has(run.id)) continue;
      this.#entries.set(run.id, {
        ...run,
        source: null,
        store: null,
        summary: null,
        reading: null,
        wasRead: false,
        changes: 0,
        unwatch: null,
      });
    }
  }

  #scanSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#scan().then(() => this.#notify(), this.#openers.onError);
    }, SCAN_DELAY_MS);
  }

  #notify(): void {
    for (const listener of this.#changeListeners) listener();
  }
}

function infoOf({ id, path, isOwn }: Entry) {
  return { id, path, readOnly: !isOwn };
}

/** It could not be opened, and who asked for it was told. */
const noneToClose = () => undefined;
/** Who asks for the list again is told. */
const noneToTell = () => undefined;

/** A lone `checkpoint.json` has no place for what comes next, a transcript none for what is ours. */
async function canBeContinued(path: string): Promise<boolean> {
  const layout = await detectRunFolder(path);
  return layout !== null && layout.kind !== 'single';
}

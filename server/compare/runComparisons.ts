import type { BranchRecord } from '../../shared/branch.ts';
import type { Checkpoint, RequestSettings } from '../../shared/checkpoint.ts';
import { ancestorOf, compareSides, type ReadSide } from '../../shared/compare/compareSides.ts';
import type { Comparison, FileComparison } from '../../shared/compare/comparison.ts';
import { formatSide, parseSides } from '../../shared/compare/side.ts';
import { lineOfSide, type ReadRun, type SideLine } from '../../shared/compare/sideLine.ts';
import { isForkpointError } from '../../shared/errors.ts';
import type { RunRows } from '../../shared/rows.ts';
import { buildRunGraph } from '../../shared/runGraph.ts';
import type { Prices } from '../prices/pricesFile.ts';
import type { RunSource } from '../sources/runSource.ts';
import { CaptureStore } from '../workspace/captureStore.ts';
import { checkedPath, fileTextOf } from './fileTexts.ts';
import { capturesOf, filesOfSides, type OpenedSide } from './sideFiles.ts';

/** What comparisons are made of. */
export interface ComparisonParts {
  /** @throws ForkpointError `no-such-run` */
  rowsOf(run: string): Promise<RunRows>;
  openSource(run: string): Promise<RunSource>;
  folderOf(run: string): Promise<string>;
  /** What a branch keeps beside its scenes; null where nothing of ours does. */
  recordOf(run: string, branch: string): Promise<BranchRecord | null>;
  readPrices(): Promise<Prices>;
}

/** Runs whose captures stay open: a comparison that grows is asked for again and again. */
const maxStores = 8;

/** Compares branches, and scenes, of one run or of several: from rows and the last scene of each side. */
export class RunComparisons {
  readonly #parts: ComparisonParts;
  readonly #stores = new Map<string, CaptureStore>();

  constructor(parts: ComparisonParts) {
    this.#parts = parts;
  }

  /**
   * @param sides as `parseSides` reads them
   * @throws ForkpointError `bad-request`, `bad-address`, `bad-name`, `no-such-run`, `no-such-branch`, `no-such-scene`
   */
  async compare(run: string, sides: string): Promise<Comparison> {
    const opened = await this.#opened(run, sides);
    const { files, paths, pathsLeftOut } = await filesOfSides(opened);
    const read = await Promise.all(
      files.map(async ({ text, line, files: held }): Promise<ReadSide> => {
        return { text, line, files: held, ...(await this.#read(line)) };
      }),
    );
    const { priceOf, path, problem } = await this.#parts.readPrices();
    const { filesLeftOut, ...comparison } = compareSides(run, read, paths, priceOf);
    return { ...comparison, filesLeftOut: filesLeftOut + pathsLeftOut, prices: { path, problem } };
  }

  /** One file in the final files of each side. @throws ForkpointError as `compare` */
  async file(run: string, sides: string, path: string): Promise<FileComparison> {
    const checked = checkedPath(path);
    const opened = await this.#opened(run, sides);
    return { path, sides: await Promise.all(opened.map(side => fileTextOf(side, checked))) };
  }

  /** Lets go of what is kept open of a run that is gone: another may come in its place. */
  forget(run: string): void {
    this.#stores.delete(run);
  }

  async #opened(run: string, sides: string): Promise<OpenedSide[]> {
    const wanted = parseSides(sides, run);
    const read = new Map<string, ReadRun>();
    const lines: SideLine[] = [];
    for (const side of wanted) {
      const name = side.run ?? run;
      const known = read.get(name) ?? (await this.#run(name));
      read.set(name, known);
      lines.push(lineOfSide(side, known));
    }
    const ancestor = ancestorOf(lines);
    const texts = wanted.map(formatSide);
    return await Promise.all(
      lines.map(async (line, index): Promise<OpenedSide> => {
        const store = await this.#store(line.rows.run.id);
        return { text: texts[index] ?? line.branch, line, store, captures: capturesOf(line, ancestor) };
      }),
    );
  }

  async #run(name: string): Promise<ReadRun> {
    const rows = await this.#parts.rowsOf(name);
    return { rows, graph: buildRunGraph(rows) };
  }

  /** What the last scene that can be read holds of the turns before it, and what the branch asks with. */
  async #read(line: SideLine): Promise<Pick<ReadSide, 'messages' | 'request' | 'pendingInput'>> {
    const run = line.rows.run.id;
    const last = line.line.findLast(row => row.problem === null);
    const scene = last ? await this.#scene(run, last.id) : null;
    const record = line.branchRow ? await this.#parts.recordOf(run, line.branch) : null;
    const { pendingInput = null, head = null } = record ?? {};
    // Words of the person are void once the head has moved on.
    const isPending = pendingInput !== null && pendingInput.scene === (line.branchRow?.head ?? head);
    return {
      messages: scene?.messages ?? null,
      request: requestOf(scene?.request ?? null, record),
      pendingInput: isPending ? pendingInput.text : null,
    };
  }

  async #scene(run: string, id: string): Promise<Checkpoint | null> {
    try {
      const { checkpoint } = await (await this.#parts.openSource(run)).scene(id);
      return checkpoint;
    } catch (error) {
      // Gone or replaced since its row was read: the rows say enough until the next ones come.
      if (isForkpointError(error)) return null;
      throw error;
    }
  }

  async #store(run: string): Promise<CaptureStore> {
    const known = this.#stores.get(run) ?? new CaptureStore(await this.#parts.folderOf(run));
    this.#stores.delete(run);
    this.#stores.set(run, known);
    const oldest = this.#stores.keys().next().value;
    if (this.#stores.size > maxStores && oldest !== undefined) this.#stores.delete(oldest);
    return known;
  }
}

/** A fork that has not asked yet has settings of its own; beyond them it asks as the turn before did. */
function requestOf(asked: RequestSettings | null, record: BranchRecord | null): RequestSettings | null {
  if (asked === null && record === null) return null;
  return { ...asked, ...record?.settings };
}

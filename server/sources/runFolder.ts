import { basename, dirname, resolve } from 'node:path';
import type { Effect } from '../../shared/effect.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { RunRows, SceneRow } from '../../shared/rows.ts';
import { findLedger, readLedger } from '../disk/ledger.ts';
import { singleFileName } from './folderLayout.ts';
import { readScene } from './readScene.ts';
import { type RunFolderOptions, RunFolderReader, type RunFolderReading } from './runFolderReader.ts';
import type { RunSource, Scene } from './runSource.ts';
import { watchRunFolder } from './watchRunFolder.ts';

/** While a branch runs, its owner may die without a trace: it is looked at again this often. */
const lockCheckMs = 3_000;

/** A run read from its folder: ours, or one that another program made. Nothing is ever written there. */
export class RunFolderSource implements RunSource {
  private readonly options: RunFolderOptions;
  private readonly reader: RunFolderReader;
  private current: Promise<RunFolderReading> | null = null;
  private next: Promise<RunFolderReading> | null = null;
  private latest: RunFolderReading | null = null;

  constructor(options: RunFolderOptions) {
    this.options = { ...options, folder: resolve(options.folder) };
    this.reader = new RunFolderReader(this.options);
  }

  /** @throws ForkpointError `no-such-path`, `unknown-format`, `unreadable-file` for the folder itself */
  async rows(): Promise<RunRows> {
    return (await this.read()).rows;
  }

  /** A scene of a fork that is a copy is given as the original. */
  async scene(id: string): Promise<Scene> {
    const known = this.latest && (await sceneIn(this.latest, id));
    if (known?.checkpoint) return known;
    // A file that was moved or replaced since it was listed is looked up again.
    for (let tries = 0; tries < 3; tries++) {
      const reading = await this.read();
      if (originalRow(reading.rows, id) === null) break;
      const scene = await sceneIn(reading, id);
      if (scene) return scene;
    }
    throw new ForkpointError('no-such-scene', { run: this.options.id, address: `@${id}` });
  }

  async effects(branch: string): Promise<Effect[]> {
    const folder = (await this.read()).folders.find(entry => entry.branch === branch);
    if (!folder) throw new ForkpointError('no-such-branch', { run: this.options.id, branch });
    return (await readLedger(await findLedger(folder.path))).effects;
  }

  watch(onChange: () => void): () => void {
    const { folder } = this.options;
    const stopWatching = watchRunFolder(
      basename(folder) === singleFileName ? dirname(folder) : folder,
      onChange,
    );
    const timer = setInterval(() => this.isRunning() && onChange(), lockCheckMs).unref();
    return () => {
      clearInterval(timer);
      stopWatching();
    };
  }

  private isRunning(): boolean {
    return this.latest?.rows.branches.some(row => row.state === 'running') ?? false;
  }

  /** One reading at a time; those who ask meanwhile share the one that starts after it. */
  private read(): Promise<RunFolderReading> {
    if (this.current === null) return this.start();
    this.next ??= this.current.then(ignored, ignored).then(() => this.start());
    return this.next;
  }

  private start(): Promise<RunFolderReading> {
    this.next = null;
    const reading = this.reader.read().finally(() => {
      if (this.current === reading) this.current = null;
    });
    this.current = reading;
    reading.then(latest => {
      this.latest = latest;
    }, ignored);
    return reading;
  }
}

/** Reads a scene where a reading found it; null where it is not there, or no longer. */
async function sceneIn({ rows, found, root }: RunFolderReading, id: string): Promise<Scene | null> {
  const row = originalRow(rows, id);
  const file = row && found.get(row);
  return row && file ? await readScene(row, file, root) : null;
}

/** Who asked for the reading gets its error; those who only wait for its end do not. */
const ignored = () => null;

/** The row that stands for a scene: of a copy in a fork and its original, the original where it can be read. */
function originalRow(rows: RunRows, id: string): SceneRow | null {
  const depthOf = new Map<string, number>();
  const depth = (name: string): number => {
    const known = depthOf.get(name);
    if (known !== undefined) return known;
    const parent = rows.branches.find(row => row.name === name)?.parent ?? null;
    const found = parent === null ? 0 : depth(parent) + 1;
    depthOf.set(name, found);
    return found;
  };
  const same = rows.scenes.filter(row => row.id === id);
  const isDamaged = (row: SceneRow) => (row.problem === null ? 0 : 1);
  return same.sort((x, y) => isDamaged(x) - isDamaged(y) || depth(x.branch) - depth(y.branch))[0] ?? null;
}

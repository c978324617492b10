import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type NotCaptured, notCapturedSchema } from '../../shared/capture.ts';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { checkedName } from '../../shared/name.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { writeError } from '../disk/diskCalls.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';
import {
  type CaptureRecord,
  captureIdPattern,
  captureRecordSchema,
  type WorkspaceState,
  workspaceStateSchema,
} from './captureRecord.ts';
import { absent, type Entry, foldersAbove, type PathState } from './entry.ts';
import { frozenRulesSchema, IgnoreRules } from './ignoreRules.ts';
import { ObjectStore } from './objectStore.ts';
import { TreeReader } from './tree.ts';

/** Below `captures/`: what is kept of folders that files of the run went into, and in which no branch works. */
export const outsideFolders = 'folders';

/** One capture, as it can be asked about paths. */
export interface Capture {
  id: string;
  record: CaptureRecord;
  notCaptured: readonly NotCaptured[];
  stateAt(path: string): Promise<PathState>;
}

/** What lies below `<run>/captures`: the objects, and what is kept of each branch's workspace. */
export class CaptureStore {
  readonly folder: string;
  readonly objects: ObjectStore;
  readonly trees: TreeReader;
  private readonly captures = new Map<string, Capture>();

  /**
   * @param outside names the folder of the person's own that is meant, where no branch works in it: what is kept of it lies
   *   apart from what is kept of the branches, with the same objects
   */
  constructor(runFolder: string, outside: string | null = null) {
    const captures = join(runFolder, 'captures');
    this.folder = outside === null ? captures : join(captures, outsideFolders, checkedName(outside));
    this.objects = new ObjectStore(join(captures, 'packs'));
    this.trees = new TreeReader(this.objects);
  }

  /** @throws ForkpointError `no-such-capture`, `capture-damaged` */
  async capture(id: string): Promise<Capture> {
    const known = this.captures.get(id);
    if (known) return known;
    if (!captureIdPattern.test(id)) throw new ForkpointError('no-such-capture', { capture: id });
    if (!this.objects.has(id)) await this.objects.refresh();
    if (!this.objects.has(id)) throw new ForkpointError('no-such-capture', { capture: id });
    const record = await this.json(captureRecordSchema, id);
    const notCaptured = await this.json(z.array(notCapturedSchema), record.notCaptured);
    const rules = new IgnoreRules(await this.json(frozenRulesSchema, record.rules));
    const stateAt = stateReader(this.trees, record, notCaptured, rules);
    const capture = { id, record, notCaptured, stateAt };
    this.captures.set(id, capture);
    return capture;
  }

  /** What is kept of a branch’s workspace. @throws ForkpointError where it cannot be read */
  async state(branch: string): Promise<WorkspaceState> {
    const path = this.statePath(branch);
    const bytes = await readIfThere(path);
    if (bytes === null)
      return { version: 1, branch, root: null, latest: null, sequence: -1, origin: null, restores: [] };
    return checked(workspaceStateSchema, parseJson(bytes.toString('utf8'), path), path);
  }

  async saveState(state: WorkspaceState): Promise<void> {
    await this.makeFolder('branches');
    await writeFileAtomic(this.statePath(state.branch), JSON.stringify(state, null, 2));
  }

  /** Absolute path of a folder below `captures`, made where it is missing. @throws `write-failed`, `disk-full` */
  async makeFolder(name: string): Promise<string> {
    const folder = join(this.folder, name);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw writeError(error, folder);
    }
    return folder;
  }

  private statePath(branch: string): string {
    return join(this.folder, 'branches', `${checkedName(branch)}.json`);
  }

  private async json<S extends z.ZodType>(schema: S, digest: string): Promise<z.infer<S>> {
    const bytes = await this.objects.read(digest);
    try {
      return checked(schema, parseJson(bytes.toString('utf8'), digest), digest);
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      throw new ForkpointError('capture-damaged', { digest, detail: error.code }, { cause: error });
    }
  }
}

/** Absent is only what the capture would have held: nothing is said of what its rules pass over, or what it lists. */
export function stateReader(
  trees: TreeReader,
  record: Pick<CaptureRecord, 'tree'>,
  notCaptured: readonly NotCaptured[],
  rules: IgnoreRules,
): Capture['stateAt'] {
  const reasons = new Map(notCaptured.map(({ path, why }) => [path, why]));
  return async path => {
    for (const place of [...foldersAbove(path), path]) {
      const why = reasons.get(place);
      if (why) return { kind: 'unknown', why };
    }
    for (const folder of foldersAbove(path)) {
      const above = await trees.find(record.tree, folder);
      if (above && above.kind !== 'folder') return absent;
    }
    const found = await trees.find(record.tree, path);
    if (found?.kind === 'folder') return { kind: 'folder', mode: found.mode };
    if (found) return found satisfies Entry;
    if (rules.covers(path, false) || isRepositoryPath(path)) return { kind: 'unknown', why: 'ignored' };
    return absent;
  };
}

function isRepositoryPath(path: string): boolean {
  return path.split('/').some(name => name.toLowerCase() === '.git');
}

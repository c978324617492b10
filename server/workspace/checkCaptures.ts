import { basename, join } from 'node:path';
import { isForkpointError } from '../../shared/errors.ts';
import { listIfThere } from '../disk/readIfThere.ts';
import { CaptureStore, outsideFolders } from './captureStore.ts';
import { outsideNames } from './outsideRoots.ts';
import { readJournal } from './restoreJournal.ts';

/** A capture that something of a run names. `where`: the file that names it, below the run's folder. */
export interface NamedCapture {
  where: string;
  capture: string;
}

/** What is kept of the files of a run, as a check finds it. */
export interface CheckedCaptures {
  /** Captures that are named somewhere. */
  named: number;
  /** Those of them that cannot be used, each with the reason, and files below `captures/` that cannot be read. */
  lost: (NamedCapture & { detail: string })[];
  unreadable: { where: string; detail: string }[];
  /** Branches, and folders outside, whose last restore was cut short: the next act on their files finishes it. */
  unfinished: string[];
}

/**
 * Reads every capture that a run names, down to the last byte. Writes nothing.
 * @param named by scenes and moves; what `captures/` itself names is found here
 */
export async function checkCaptures(
  runFolder: string,
  named: readonly NamedCapture[],
): Promise<CheckedCaptures> {
  const store = new CaptureStore(runFolder);
  const kept = await Promise.all(
    [null, ...(await outsideNames(runFolder))].map(name => keptIn(new CaptureStore(runFolder, name), name)),
  );
  const all = [...named, ...kept.flatMap(of => of.named)];
  const reader = new CaptureReader(store);
  const lost: CheckedCaptures['lost'] = [];
  for (const entry of all) {
    const detail = await reader.whyUnusable(entry.capture);
    if (detail !== null) lost.push({ ...entry, detail });
  }
  return {
    named: new Set(all.map(({ capture }) => capture)).size,
    lost,
    unreadable: kept.flatMap(of => of.unreadable),
    unfinished: kept.flatMap(of => of.unfinished),
  };
}

/** Reads captures whole; what several of them share is read once. */
class CaptureReader {
  private readonly store: CaptureStore;
  private readonly answers = new Map<string, string | null>();
  private readonly read = new Set<string>();

  constructor(store: CaptureStore) {
    this.store = store;
  }

  /** Why a capture cannot be put back, or null. */
  async whyUnusable(capture: string): Promise<string | null> {
    const known = this.answers.get(capture);
    if (known !== undefined) return known;
    const answer = await whyNot(async () => this.tree((await this.store.capture(capture)).record.tree));
    this.answers.set(capture, answer);
    return answer;
  }

  private async tree(digest: string): Promise<void> {
    if (this.read.has(digest)) return;
    for (const entry of (await this.store.trees.entries(digest)).values()) {
      if (entry.kind === 'folder') await this.tree(entry.tree);
      if (entry.kind !== 'file' || this.read.has(entry.digest)) continue;
      await this.store.objects.read(entry.digest);
      this.read.add(entry.digest);
    }
    this.read.add(digest);
  }
}

/** What is kept of the branches' workspaces; with a name, of a folder in which no branch works. */
async function keptIn(store: CaptureStore, outside: string | null) {
  const below = outside === null ? 'captures' : `captures/${outsideFolders}/${outside}`;
  const [states, restores] = [await statesIn(store, below), await restoresIn(store, below)];
  return {
    named: [...states.named, ...restores.named],
    unreadable: [...states.unreadable, ...restores.unreadable],
    unfinished:
      outside === null
        ? restores.unfinished
        : await Promise.all(restores.unfinished.map(branch => rootOf(store, branch, outside))),
  };
}

/** A folder outside is kept under a name; people know it by its path, where that can be read (`statesIn` tells). */
async function rootOf(store: CaptureStore, branch: string, name: string): Promise<string> {
  try {
    return (await store.state(branch)).root?.path ?? name;
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    return name;
  }
}

async function statesIn(store: CaptureStore, below: string) {
  const { branches, ...found } = await eachBranch(store, `${below}/branches`, branch => store.state(branch));
  const named = branches.flatMap(({ where, value: { latest, origin, restores } }) => {
    const captures = [latest, origin?.from, origin?.first, ...restores.flat()].flatMap(id => id ?? []);
    return captures.map(capture => ({ where, capture }));
  });
  return { ...found, named };
}

async function restoresIn(store: CaptureStore, below: string) {
  const { branches, ...found } = await eachBranch(store, `${below}/restores`, branch =>
    readJournal(store, branch),
  );
  const named = branches.flatMap(({ where, value }) => (value ? [{ where, capture: value.before }] : []));
  return { ...found, named, unfinished: branches.map(({ branch }) => branch) };
}

/** Reads what a folder keeps of each branch. @param path of the folder, below that of the run */
async function eachBranch<T>(store: CaptureStore, path: string, read: (branch: string) => Promise<T>) {
  const branches: { branch: string; where: string; value: T }[] = [];
  const unreadable: CheckedCaptures['unreadable'] = [];
  for (const { name } of (await listIfThere(join(store.folder, basename(path)))) ?? []) {
    if (name.startsWith('.') || !name.endsWith('.json')) continue;
    const [where, branch] = [`${path}/${name}`, basename(name, '.json')];
    const detail = await whyNot(async () => {
      branches.push({ branch, where, value: await read(branch) });
    });
    if (detail !== null) unreadable.push({ where, detail });
  }
  return { branches, unreadable };
}

async function whyNot(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!isForkpointError(error)) throw error;
    if (error.code === 'no-such-capture') return 'it is not here';
    return 'detail' in error.params ? error.params.detail : error.code;
  }
}

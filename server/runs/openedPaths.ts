import { basename, join } from 'node:path';
import { z } from 'zod';
import { digestOf } from '../../shared/digest.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { nameSchema, slugFromTitle } from '../../shared/name.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { acquireLockPatiently } from '../disk/lock.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { setAside } from '../disk/setAside.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';

const openedSchema = z.looseObject({
  version: z.literal(1),
  paths: z.array(z.looseObject({ id: nameSchema, path: z.string() })),
});
type Opened = z.infer<typeof openedSchema>;

const nothingOpened: Opened = { version: 1, paths: [] };

/**
 * The paths opened from outside the data folder, kept in its `opened.json` so that they are listed again after a
 * restart and their addresses stay valid. A file that cannot be parsed hides no other run; before it is written anew
 * it is kept aside.
 */
export class OpenedPaths {
  readonly #file: string;
  readonly #lock: string;

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, 'opened.json');
    this.#lock = join(dataFolder, '.opened.json.lock');
  }

  /** Paths by id. Writes nothing. @throws ForkpointError `unreadable-file` */
  async all(): Promise<Map<string, string>> {
    const bytes = await readIfThere(this.#file);
    const { paths } = (bytes && this.#parsed(bytes)) ?? nothingOpened;
    return new Map(paths.map(entry => [entry.id, entry.path]));
  }

  /** Adds a path (absolute, links resolved) and gives its id. Who adds at the same moment takes turns. */
  async add(path: string): Promise<string> {
    const id = idOfOpenedPath(path);
    if ((await this.all()).get(id) === path) return id;
    const lock = await acquireLockPatiently(this.#lock, 'opened.json');
    try {
      const bytes = await readIfThere(this.#file);
      const present = bytes && this.#parsed(bytes);
      if (bytes && !present) await setAside(this.#file, bytes);
      const opened = present ?? nothingOpened;
      const others = opened.paths.filter(entry => entry.id !== id);
      await lock.check();
      const next: Opened = { ...opened, paths: [...others, { id, path }] };
      await writeFileAtomic(this.#file, `${JSON.stringify(next, null, 2)}\n`);
      return id;
    } finally {
      await lock.release();
    }
  }

  /** Null for what is no list of paths. */
  #parsed(bytes: Buffer): Opened | null {
    try {
      return checked(openedSchema, parseJson(bytes.toString('utf8'), this.#file), this.#file);
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      return null;
    }
  }
}

/** The id of a path outside the data folder: the same each time. */
export function idOfOpenedPath(path: string): string {
  const slug = slugFromTitle(basename(path).replace(/\.jsonl?$/, ''), 'run');
  return `open-${slug}-${digestOf(path, 8)}`;
}

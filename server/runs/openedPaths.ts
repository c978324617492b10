import { basename, join } from 'node:path';
import { z } from 'zod';
import { digestOf } from '../../shared/digest.ts';
import { isForkpointError } from '../../shared/errors.ts';
import { nameSchema, slugFromTitle } from '../../shared/name.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { readIfThere } from '../disk/readIfThere.ts';
import { setAside } from '../disk/setAside.ts';
import { writeFileAtomic } from '../disk/writeFileAtomic.ts';

const openedSchema = z.looseObject({
  version: z.literal(1),
  paths: z.array(z.looseObject({ id: nameSchema, path: z.string() })),
});
type Opened = z.infer<typeof openedSchema>;

/**
 * The paths opened from outside the data folder, kept in its `opened.json` so that they are listed again after a
 * restart and their addresses stay valid. A file that cannot be parsed is kept aside: it hides no other run.
 */
export class OpenedPaths {
  readonly #file: string;

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, 'opened.json');
  }

  /** Paths by id. @throws ForkpointError `unreadable-file` */
  async all(): Promise<Map<string, string>> {
    const { paths } = await this.#read();
    return new Map(paths.map(entry => [entry.id, entry.path]));
  }

  /** Adds a path (absolute, links resolved) and gives its id. */
  async add(path: string): Promise<string> {
    const opened = await this.#read();
    const id = idOfOpenedPath(path);
    if (opened.paths.some(entry => entry.id === id)) return id;
    const next: Opened = { ...opened, paths: [...opened.paths, { id, path }] };
    await writeFileAtomic(this.#file, `${JSON.stringify(next, null, 2)}\n`);
    return id;
  }

  async #read(): Promise<Opened> {
    const bytes = await readIfThere(this.#file);
    if (bytes === null) return { version: 1, paths: [] };
    try {
      return checked(openedSchema, parseJson(bytes.toString('utf8'), this.#file), this.#file);
    } catch (error) {
      if (!isForkpointError(error)) throw error;
      await setAside(this.#file, bytes);
      return { version: 1, paths: [] };
    }
  }
}

/** The id of a path outside the data folder: the same each time. */
export function idOfOpenedPath(path: string): string {
  const slug = slugFromTitle(basename(path).replace(/\.jsonl?$/, ''), 'run');
  return `open-${slug}-${digestOf(path, 8)}`;
}

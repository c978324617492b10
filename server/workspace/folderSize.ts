import { join } from 'node:path';
import { listIfThere, statIfThere } from '../disk/readIfThere.ts';

/** The bytes of a folder's files that never change once they are there: each is looked at once. */
export class FolderSize {
  private readonly folder: string;
  private readonly sizes = new Map<string, number>();

  constructor(folder: string) {
    this.folder = folder;
  }

  async sizeBytes(): Promise<number> {
    for (const { name } of (await listIfThere(this.folder)) ?? []) {
      if (name.startsWith('.') || this.sizes.has(name)) continue;
      this.sizes.set(name, Number((await statIfThere(join(this.folder, name)))?.size ?? 0));
    }
    return [...this.sizes.values()].reduce((sum, size) => sum + size, 0);
  }
}

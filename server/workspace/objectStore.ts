import { createHash, randomBytes } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ForkpointError, isForkpointError } from '../../shared/errors.ts';
import { systemCode, writeError } from '../disk/diskCalls.ts';
import { listIfThere } from '../disk/readIfThere.ts';
import { sweepLeftovers } from '../disk/sweep.ts';
import { type PackedObject, PackWriter, readPacked, readPackIndex } from './packFile.ts';

/** SHA-256 of bytes in hex, by the system's own code: every file of a workspace goes through it. */
export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Nobody works so long on one pack or one copy: what is older was left by a process that died. */
export const leftoverAgeMs = 60 * 60 * 1000;

/**
 * The bytes that the captures of one run hold, by their digest. Other processes may add packs at any time; nothing is
 * ever changed or removed. Bytes are checked against their digest whenever they are read.
 */
export class ObjectStore {
  private readonly folder: string;
  private readonly objects = new Map<string, PackedObject>();
  private readonly packs = new Map<string, number>();
  private isSwept = false;
  /** The last look at the folder; the next one waits for it, since a pack counts as known before its index is read. */
  private looked: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Takes in packs that others have written. A damaged pack is passed over: what it held is then missing. */
  refresh(): Promise<void> {
    const look = () => this.takeIn();
    this.looked = this.looked.then(look, look);
    return this.looked;
  }

  private async takeIn(): Promise<void> {
    for (const { name } of (await listIfThere(this.folder)) ?? []) {
      if (name.startsWith('.') || !name.endsWith('.pack') || this.packs.has(name)) continue;
      const path = join(this.folder, name);
      this.packs.set(name, (await stat(path)).size);
      for (const [digest, at] of await indexOrNone(path)) this.objects.set(digest, at);
    }
  }

  get sizeBytes(): number {
    return [...this.packs.values()].reduce((sum, size) => sum + size, 0);
  }

  has(digest: string): boolean {
    return this.objects.has(digest);
  }

  /** @throws ForkpointError `capture-damaged` where the bytes are missing or are not those of the digest */
  async read(digest: string): Promise<Buffer> {
    if (!this.objects.has(digest)) await this.refresh();
    const at = this.objects.get(digest);
    if (!at) throw new ForkpointError('capture-damaged', { digest, detail: 'they are missing' });
    const bytes = await bytesOf(at, digest);
    if (sha256(bytes) !== digest)
      throw new ForkpointError('capture-damaged', { digest, detail: 'they have changed on disk' });
    return bytes;
  }

  /** A pack to fill. @throws ForkpointError `write-failed`, `disk-full` where nothing can be written here */
  async startPack(): Promise<PackWriter> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      if (!this.isSwept) await sweepLeftovers(this.folder, leftoverAgeMs);
      this.isSwept = true;
    } catch (error) {
      throw writeError(error, this.folder);
    }
    return new PackWriter(join(this.folder, `${randomBytes(10).toString('hex')}.pack`));
  }

  /** Makes a pack's objects part of the store. */
  async commit(pack: PackWriter): Promise<void> {
    for (const [digest, at] of await pack.commit()) this.objects.set(digest, at);
    await this.refresh();
  }
}

async function indexOrNone(path: string): Promise<ReadonlyMap<string, PackedObject>> {
  try {
    return await readPackIndex(path);
  } catch (error) {
    if (isForkpointError(error) || systemCode(error) !== null) return new Map();
    throw error;
  }
}

async function bytesOf(at: PackedObject, digest: string): Promise<Buffer> {
  try {
    return await readPacked(at);
  } catch (error) {
    const detail = isForkpointError(error, 'bad-shape') ? error.params.detail : systemCode(error);
    if (detail === null) throw error;
    throw new ForkpointError('capture-damaged', { digest, detail }, { cause: error });
  }
}

import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { ForkpointError } from '../../shared/errors.ts';
import { checked, parseJson } from '../../shared/schema.ts';
import { writeError } from '../disk/diskCalls.ts';
import { temporaryPathBeside } from '../disk/temporaryName.ts';
import { renameWithRetries, syncFolder } from '../disk/writeFileAtomic.ts';

/**
 * Objects that became durable together: their bytes one after the other, a deflated index, its length and a mark. One
 * file costs one fsync, where thousands of small ones cost thousands; it appears whole or not at all.
 */
const mark = Buffer.from('FPK1');
const tailBytes = mark.length + 4;
const bufferBytes = 1 << 20;

const indexSchema = z.array(
  z.tuple([
    z.string().regex(/^[0-9a-f]{64}$/),
    z.int().min(0),
    z.int().min(0),
    z.union([z.literal(0), z.literal(1)]),
  ]),
);

/** Where an object lies. `isDeflated`: its bytes there are deflated. */
export interface PackedObject {
  pack: string;
  offset: number;
  length: number;
  isDeflated: boolean;
}

/** Writes one pack: under a dotted name until `commit`. */
export class PackWriter {
  private readonly path: string;
  private readonly temporary: string;
  private readonly index = new Map<string, PackedObject>();
  private file: number | null = null;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private offset = 0;

  /** @param path of the finished pack; nothing is written before the first object */
  constructor(path: string) {
    this.path = path;
    this.temporary = temporaryPathBeside(path);
  }

  get sizeBytes(): number {
    return this.offset;
  }

  has(digest: string): boolean {
    return this.index.has(digest);
  }

  /** @param isSmallText deflate it: our own records, which shrink well */
  add(digest: string, bytes: Buffer, isSmallText: boolean): void {
    if (this.index.has(digest)) return;
    const stored = isSmallText ? deflateRawSync(bytes) : bytes;
    this.index.set(digest, {
      pack: this.path,
      offset: this.offset,
      length: stored.length,
      isDeflated: isSmallText,
    });
    this.append(stored);
  }

  /** Makes the pack durable and visible. Gives its objects; none where nothing was added. @throws ForkpointError */
  async commit(): Promise<ReadonlyMap<string, PackedObject>> {
    if (this.index.size === 0) return this.index;
    const rows = [...this.index].map(([digest, at]) => [digest, at.offset, at.length, at.isDeflated ? 1 : 0]);
    const index = deflateRawSync(JSON.stringify(rows));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(index.length);
    try {
      this.append(Buffer.concat([index, length, mark]));
      const file = this.flush();
      fsyncSync(file);
      this.close();
      await renameWithRetries(this.temporary, this.path);
      await syncFolder(dirname(this.path));
      return this.index;
    } catch (error) {
      throw writeError(error, this.path);
    }
  }

  /** Lets go of what was not committed. Does nothing after `commit`. */
  async abandon(): Promise<void> {
    this.close();
    await rm(this.temporary, { force: true });
  }

  private append(bytes: Buffer): void {
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    this.offset += bytes.length;
    if (this.waitingBytes >= bufferBytes) this.flush();
  }

  private flush(): number {
    try {
      this.file ??= openSync(this.temporary, 'wx', 0o600);
      const bytes = Buffer.concat(this.waiting);
      for (let done = 0; done < bytes.length; ) done += writeSync(this.file, bytes, done);
      this.waiting = [];
      this.waitingBytes = 0;
      return this.file;
    } catch (error) {
      throw writeError(error, this.path);
    }
  }

  private close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }
}

/**
 * The objects of a pack, by digest.
 * @throws ForkpointError `bad-shape`, `bad-json`, or the system's error
 */
export async function readPackIndex(pack: string): Promise<Map<string, PackedObject>> {
  const handle = await open(pack, 'r');
  try {
    const { size } = await handle.stat();
    const tail = await bytesAt(handle, size - tailBytes, tailBytes, pack);
    if (!tail.subarray(4).equals(mark)) throw damaged(pack, 'its end is missing');
    const length = tail.readUInt32BE(0);
    const index = inflated(await bytesAt(handle, size - tailBytes - length, length, pack), pack);
    const rows = checked(indexSchema, parseJson(index.toString('utf8'), pack), pack);
    return new Map(
      rows.map(([digest, offset, objectLength, isDeflated]) => [
        digest,
        { pack, offset, length: objectLength, isDeflated: isDeflated === 1 },
      ]),
    );
  } finally {
    await handle.close();
  }
}

/** The bytes of an object, unchecked. @throws ForkpointError `bad-shape` where they are not there */
export async function readPacked(at: PackedObject): Promise<Buffer> {
  const handle = await open(at.pack, 'r');
  try {
    const bytes = await bytesAt(handle, at.offset, at.length, at.pack);
    return at.isDeflated ? inflated(bytes, at.pack) : bytes;
  } finally {
    await handle.close();
  }
}

async function bytesAt(handle: FileHandle, offset: number, length: number, pack: string): Promise<Buffer> {
  if (offset < 0) throw damaged(pack, 'it is too short');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
  if (bytesRead !== length) throw damaged(pack, 'it is too short');
  return buffer;
}

function inflated(bytes: Buffer, pack: string): Buffer {
  try {
    return inflateRawSync(bytes);
  } catch (error) {
    throw new ForkpointError('bad-shape', { where: pack, detail: 'it cannot be unpacked' }, { cause: error });
  }
}

function damaged(pack: string, detail: string): ForkpointError {
  return new ForkpointError('bad-shape', { where: pack, detail });
}

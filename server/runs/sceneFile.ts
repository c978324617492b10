import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ReplyOf, SceneReply } from '../../shared/api.ts';
import { ForkpointError } from '../../shared/errors.ts';
import type { RunInfo } from '../../shared/rows.ts';
import { openRegularFile } from '../disk/readIfThere.ts';
import { realPathOf } from '../disk/realPath.ts';
import { inspectFile } from '../sources/inspectFile.ts';

type SceneFile = ReplyOf<'getSceneFile'>;
type FilePart = SceneFile['parts'][number];

/** How much of a file, or of a line of a transcript, is given. */
const PART_LIMIT_BYTES = 1_000_000;
/** How many lines of a transcript: a turn has few. */
const LINE_LIMIT = 200;

/**
 * The file of a scene as it lies on the disk; of a transcript the lines that the scene's turn came from.
 * @throws ForkpointError `no-such-path`, `unreadable-file`
 */
export async function sceneFile(
  { kind, path: runPath }: Pick<RunInfo, 'kind' | 'path'>,
  { row, lines, newFrom }: Pick<SceneReply, 'row' | 'lines' | 'newFrom'>,
): Promise<SceneFile> {
  const isTranscript = kind === 'transcript';
  const folder = isTranscript ? dirname(runPath) : runPath;
  const path = join(folder, row.provenance?.file ?? row.file);
  const signature = await inspectFile(path, await realPathOf(folder));
  if (signature === null) throw new ForkpointError('no-such-path', { path });
  const [sizeBytes] = signature;
  const wanted = new Set([...lines.slice(newFrom), ...(row.provenance ? [row.provenance.line] : [])]);
  const parts = isTranscript ? await linesOf(path, wanted) : [await startOf(path, sizeBytes)];
  return { path, sizeBytes, parts };
}

async function startOf(path: string, sizeBytes: number): Promise<FilePart> {
  const handle = await openRegularFile(path);
  try {
    const buffer = Buffer.alloc(Math.min(sizeBytes, PART_LIMIT_BYTES));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return partFrom(null, buffer.subarray(0, bytesRead), sizeBytes);
  } finally {
    await handle.close();
  }
}

/** Reads no further than the last line that is wanted. */
async function linesOf(path: string, wanted: ReadonlySet<number>): Promise<FilePart[]> {
  const parts: FilePart[] = [];
  const last = Math.max(0, ...wanted);
  const stream = createReadStream(path);
  await once(stream, 'open');
  let line = 0;
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (wanted.has(line)) {
      const bytes = Buffer.from(text, 'utf8');
      parts.push(partFrom(line, bytes, bytes.length));
    }
    if (line >= last || parts.length === LINE_LIMIT) break;
  }
  stream.destroy();
  return parts;
}

function partFrom(line: number | null, bytes: Buffer, sizeBytes: number): FilePart {
  const shown = bytes.subarray(0, PART_LIMIT_BYTES);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(shown);
  return { line, text, leftOutBytes: sizeBytes - shown.length };
}

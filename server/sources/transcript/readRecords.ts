import { ForkpointError } from '../../../shared/errors.ts';
import { systemCode } from '../../disk/diskCalls.ts';
import { openRegularFile } from '../../disk/readIfThere.ts';
import { type FoundValue, isNestedDeeper, valuesOfLine } from './jsonValues.ts';

/** A record and the bytes it stands on, so that it can be read again by itself. Lines count from 1. */
interface ReadRecord {
  line: number;
  offset: number;
  sizeBytes: number;
  value: unknown;
}

/** A line that is not a single JSON value, and why. */
export interface BadLine {
  line: number;
  detail: string;
}

export interface LineRead {
  line: number;
  offset: number;
  records: ReadRecord[];
  bad: BadLine | null;
  /** The line ended with a newline; the last one of a file that is being written may not have. */
  isWhole: boolean;
  /** The byte after the line. */
  endOffset: number;
}

/** A longer line is not read: it would not fit into a string. */
const maxLineBytes = 256 * 1024 * 1024;
/** What is nested deeper is no record of an agent, and nobody could write it as JSON again. */
const maxLevels = 1_000;
const newline = 10;
const byteOrderMark = '\uFEFF';

/**
 * Reads a file of records line by line, holding one line at a time. Blank lines are skipped, a byte order mark and
 * CRLF are no matter, a bad line is named and what it holds is given all the same.
 * @param from where to begin: a byte offset and the number of the line there
 * @throws ForkpointError `no-such-path` or `unreadable-file`
 */
export async function* readRecords(
  path: string,
  from: { offset: number; line: number } = { offset: 0, line: 1 },
): AsyncGenerator<LineRead> {
  let { offset, line } = from;
  for await (const { bytes, sizeBytes, isWhole } of linesOf(path, from.offset)) {
    const read = readLine(bytes, sizeBytes, line, offset);
    if (read) yield { ...read, line, offset, isWhole, endOffset: offset + sizeBytes };
    offset += sizeBytes;
    line += 1;
  }
}

type LineContent = Pick<LineRead, 'records' | 'bad'>;

function readLine(bytes: Buffer, sizeBytes: number, line: number, offset: number): LineContent | null {
  if (bytes.length < sizeBytes - 1) {
    return { records: [], bad: { line, detail: `longer than ${maxLineBytes} bytes` } };
  }
  const whole = bytes.toString('utf8');
  const text = offset === 0 && whole.startsWith(byteOrderMark) ? whole.slice(1) : whole;
  if (text.trim() === '') return null;
  const markBytes = text === whole ? 0 : 3;
  const { values, problem } = valuesOfLine(text);
  const kept = values.filter(found => !isNestedDeeper(found.value, maxLevels));
  const tooDeep = kept.length < values.length ? `nested more than ${maxLevels} levels deep` : null;
  const detail = problem ?? tooDeep;
  const records = kept.map(found => {
    const at = placeOf(text, found, bytes.length - markBytes);
    return { line, offset: offset + markBytes + at.before, sizeBytes: at.sizeBytes, value: found.value };
  });
  return { records, bad: detail === null ? null : { line, detail } };
}

/** Bytes before a value and of it. A value that fills its line takes the line's own bytes, valid UTF-8 or not. */
function placeOf(text: string, found: FoundValue, lineBytes: number) {
  if (found.start === 0 && found.end === text.length) return { before: 0, sizeBytes: lineBytes };
  return {
    before: Buffer.byteLength(text.slice(0, found.start)),
    sizeBytes: Buffer.byteLength(text.slice(found.start, found.end)),
  };
}

interface RawLine {
  /** Without the newline; cut short where the line is too long. */
  bytes: Buffer;
  sizeBytes: number;
  isWhole: boolean;
}

async function* linesOf(path: string, start: number): AsyncGenerator<RawLine> {
  let parts: Buffer[] = [];
  let heldBytes = 0;
  let sizeBytes = 0;
  const hold = (part: Buffer) => {
    sizeBytes += part.length;
    if (heldBytes + part.length > maxLineBytes) return;
    parts.push(part);
    heldBytes += part.length;
  };
  const take = (isWhole: boolean): RawLine => {
    const raw = { bytes: Buffer.concat(parts), sizeBytes: sizeBytes + (isWhole ? 1 : 0), isWhole };
    parts = [];
    heldBytes = 0;
    sizeBytes = 0;
    return raw;
  };
  for await (const bytes of chunksOf(path, start)) {
    let from = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      hold(bytes.subarray(from, end));
      yield take(true);
      from = end + 1;
    }
    if (from < bytes.length) hold(bytes.subarray(from));
  }
  if (sizeBytes > 0) yield take(false);
}

async function* chunksOf(path: string, start: number): AsyncGenerator<Buffer> {
  try {
    const file = await openRegularFile(path);
    yield* file.createReadStream({ start, highWaterMark: 1 << 18 });
  } catch (error) {
    throw toReadError(error, path);
  }
}

/** What the system says of a file that cannot be read, in our words; anything else as it is. */
export function toReadError(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === null) return error;
  if (code === 'ENOENT') return new ForkpointError('no-such-path', { path }, { cause: error });
  return new ForkpointError('unreadable-file', { where: path, detail: code }, { cause: error });
}

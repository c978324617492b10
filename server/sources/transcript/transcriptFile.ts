import { stat } from 'node:fs/promises';
import type { Problem } from '../../../shared/errors.ts';
import type { ReadingProgress } from '../../../shared/readingProgress.ts';
import { openRegularFile } from '../../disk/readIfThere.ts';
import type { Entry, EntryPlace, Remark } from './entry.ts';
import { entryFromRecord } from './entryFromRecord.ts';
import { type BadLine, readRecords, toReadError } from './readRecords.ts';
import { remarkOfRecord, sessionOfRecord } from './remarks.ts';

/** What was read of a transcript so far, in its light form. */
interface TranscriptContent {
  /** Every value of every line, known or not. */
  recordCount: number;
  badLines: BadLine[];
  entries: Entry[];
  remarks: Remark[];
  /** A file may hold records of several sessions: a resume and a fork copy them. */
  sessionIds: Set<string>;
  /** Records of the tree whose shape is not the expected one. */
  misshapen: { line: number; problem: Problem }[];
}

/** Where reading goes on when the file has grown: behind its last whole line. */
interface Mark {
  offset: number;
  line: number;
  recordCount: number;
}

/** What the file looked like when it was read. `lastBytes` before the mark tell whether it has only grown since. */
interface Seen {
  mark: Mark;
  sizeBytes: number;
  changedAtMs: number;
  inode: number;
  lastBytes: Buffer;
}

const lastBytesLength = 256;
/** Who waits hears of the reading about so often. */
const progressEveryMs = 120;
const start: Mark = { offset: 0, line: 1, recordCount: 0 };

/** A file of records that is read in place, and only as far as it has grown since. Holds the light form alone. */
export class TranscriptFile {
  readonly path: string;
  /** How rows name it. */
  readonly name: string;
  private readonly onProgress: (progress: ReadingProgress) => void;
  private content = emptyContent();
  private seen: Seen | null = null;
  private reading: Promise<unknown> = Promise.resolve();

  constructor(path: string, name: string, onProgress: (progress: ReadingProgress) => void = () => undefined) {
    this.path = path;
    this.name = name;
    this.onProgress = onProgress;
  }

  get read(): Readonly<TranscriptContent> {
    return this.content;
  }

  /**
   * Reads what is new. Gives whether anything changed.
   * @throws ForkpointError `no-such-path` or `unreadable-file`
   */
  refresh(): Promise<boolean> {
    const next = this.reading.then(() => this.readNew());
    this.reading = next.catch(() => undefined);
    return next;
  }

  private async readNew(): Promise<boolean> {
    try {
      const now = await stat(this.path);
      const { seen } = this;
      const isSameFile = seen?.inode === now.ino;
      if (seen && isSameFile && seen.sizeBytes === now.size && seen.changedAtMs === now.mtimeMs) return false;
      const hasGrown = seen && isSameFile && now.size >= seen.sizeBytes && (await this.isUnchanged(seen));
      this.seen = null;
      const mark = await this.readFrom(hasGrown ? seen.mark : start, now.size);
      const lastBytes = await this.bytesBefore(mark.offset);
      this.seen = { mark, sizeBytes: now.size, changedAtMs: now.mtimeMs, inode: now.ino, lastBytes };
      return true;
    } catch (error) {
      throw toReadError(error, this.path);
    }
  }

  private async isUnchanged(seen: Seen): Promise<boolean> {
    return seen.lastBytes.equals(await this.bytesBefore(seen.mark.offset));
  }

  private async bytesBefore(offset: number): Promise<Buffer> {
    const bytes = Buffer.alloc(Math.min(offset, lastBytesLength));
    const file = await openRegularFile(this.path);
    try {
      await file.read(bytes, 0, bytes.length, offset - bytes.length);
      return bytes;
    } finally {
      await file.close();
    }
  }

  /** A last line without its newline may still grow: it counts, and is read again next time. */
  private async readFrom(from: Mark, sizeBytes: number): Promise<Mark> {
    const content = contentBefore(this.content, from);
    let mark = from;
    let toldAtMs = performance.now();
    for await (const read of readRecords(this.path, from)) {
      if (read.bad) content.badLines.push(read.bad);
      for (const { line, offset, sizeBytes, value } of read.records) {
        addRecord(content, value, { file: this.name, line, offset, sizeBytes });
      }
      if (read.isWhole)
        mark = { offset: read.endOffset, line: read.line + 1, recordCount: content.recordCount };
      if (performance.now() - toldAtMs < progressEveryMs) continue;
      toldAtMs = performance.now();
      this.onProgress({ lines: read.line, readBytes: read.endOffset, sizeBytes });
    }
    this.content = content;
    return mark;
  }
}

function emptyContent(): TranscriptContent {
  return { recordCount: 0, badLines: [], entries: [], remarks: [], sessionIds: new Set(), misshapen: [] };
}

function contentBefore(content: TranscriptContent, mark: Mark): TranscriptContent {
  const isBefore = ({ line }: { line: number }) => line < mark.line;
  return {
    recordCount: mark.recordCount,
    badLines: content.badLines.filter(isBefore),
    entries: content.entries.filter(isBefore),
    remarks: content.remarks.filter(isBefore),
    sessionIds: mark.line === 1 ? new Set() : content.sessionIds,
    misshapen: content.misshapen.filter(isBefore),
  };
}

function addRecord(content: TranscriptContent, value: unknown, place: EntryPlace): void {
  content.recordCount += 1;
  const { entry, problem } = entryFromRecord(value, place);
  if (entry) content.entries.push(entry);
  if (problem !== null) {
    const params = { where: `${place.file}:${place.line}`, detail: problem };
    content.misshapen.push({ line: place.line, problem: { code: 'bad-shape', params } });
  }
  const remark = remarkOfRecord(value, place.line);
  if (remark) content.remarks.push(remark);
  const sessionId = sessionOfRecord(value);
  if (sessionId !== null) content.sessionIds.add(sessionId);
}

import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { structuredPatch } from 'diff';

/** A file or a link as git keeps it: its bytes, or where it leads. */
export interface GitBlob {
  bytes: Buffer;
  mode: string;
  isLink: boolean;
}

/** One path before and after; null where there is nothing. Never null on both sides. */
export interface BlobChange {
  path: string;
  old: GitBlob | null;
  next: GitBlob | null;
}

/** A line diff that takes longer than this becomes one that replaces everything. */
const longestDiffMs = 2_000;

/** The part of a patch for one path, as `git diff --binary` writes it: https://git-scm.com/docs/diff-format. */
export function patchOfBlob({ path, old, next }: BlobChange): string {
  const [left, right] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const head = [`diff --git ${left} ${right}`];
  if (old === null && next) head.push(`new file mode ${next.mode}`);
  else if (old && next === null) head.push(`deleted file mode ${old.mode}`);
  else if (old && next && old.mode !== next.mode) head.push(`old mode ${old.mode}`, `new mode ${next.mode}`);
  const [before, after] = [old?.bytes ?? Buffer.alloc(0), next?.bytes ?? Buffer.alloc(0)];
  if (!before.equals(after) || old === null || next === null) head.push(indexLine(old, next));
  if (before.equals(after)) return `${head.join('\n')}\n`;
  const texts = [textOf(before), textOf(after)] as const;
  if (texts[0] === null || texts[1] === null) return `${head.join('\n')}\n${binaryPatch(before, after)}`;
  head.push(`--- ${old ? marked(left) : '/dev/null'}`, `+++ ${next ? marked(right) : '/dev/null'}`);
  return `${head.join('\n')}\n${hunks(texts[0], texts[1])}`;
}

/** Both directions, so that the patch can be taken back with `git apply -R`. */
function binaryPatch(before: Buffer, after: Buffer): string {
  return `GIT binary patch\n${literal(after)}\n${literal(before)}\n`;
}

function indexLine(old: GitBlob | null, next: GitBlob | null): string {
  const mode = old && next && old.mode === next.mode ? ` ${old.mode}` : '';
  return `index ${blobId(old)}..${blobId(next)}${mode}`;
}

/** Whole ids: git takes a binary patch only with them. */
function blobId(blob: GitBlob | null): string {
  if (blob === null) return '0'.repeat(40);
  return createHash('sha1').update(`blob ${blob.bytes.length}\0`).update(blob.bytes).digest('hex');
}

/** Null for what is no text, or cannot stand in a text: it goes as bytes. */
function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : null;
}

function hunks(before: string, after: string): string {
  const found = structuredPatch('', '', before, after, '', '', { context: 3, timeout: longestDiffMs });
  const all = found?.hunks ?? [replacement(before, after)];
  return all
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const range = (start: number, count: number) =>
        `${count === 0 ? Math.max(0, start - 1) : start},${count}`;
      return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join('\n')}\n`;
    })
    .join('');
}

/** Everything out, everything in. */
function replacement(before: string, after: string) {
  const [old, next] = [linesOf(before, '-'), linesOf(after, '+')];
  return {
    oldStart: 1,
    oldLines: old.count,
    newStart: 1,
    newLines: next.count,
    lines: [...old.lines, ...next.lines],
  };
}

function linesOf(text: string, sign: '-' | '+'): { count: number; lines: string[] } {
  if (text === '') return { count: 0, lines: [] };
  const lines = text.split('\n').map(line => sign + line);
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length;
  if (text.endsWith('\n')) lines.pop();
  else lines.push('\\ No newline at end of file');
  return { count, lines };
}

/** A name with blanks ends with a tab, as git writes it, so that nothing behind it is taken for a part. */
function marked(name: string): string {
  return !name.startsWith('"') && name.includes(' ') ? `${name}\t` : name;
}

/** Names as git quotes them: bytes outside plain ASCII, quotes and backslashes as escapes. */
function quoted(name: string): string {
  const bytes = Buffer.from(name);
  const isPlain = bytes.every(byte => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c);
  if (isPlain) return name;
  const escaped = [...bytes].map(byte => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    if (byte >= 0x20 && byte < 0x7f) return String.fromCharCode(byte);
    return `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${escaped.join('')}"`;
}

const digits85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const bytesPerLine = 52;

/** Bytes whole, deflated and in git's base 85, a length before each line. */
function literal(bytes: Buffer): string {
  const packed = deflateSync(bytes);
  let text = `literal ${bytes.length}\n`;
  for (let at = 0; at < packed.length; at += bytesPerLine) {
    const line = packed.subarray(at, at + bytesPerLine);
    const length = line.length <= 26 ? 0x40 + line.length : 0x60 + line.length - 26;
    text += `${String.fromCharCode(length)}${base85(line)}\n`;
  }
  return text;
}

function base85(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const four = Buffer.alloc(4);
    bytes.copy(four, 0, at, Math.min(at + 4, bytes.length));
    let rest = four.readUInt32BE();
    let word = '';
    for (let digit = 0; digit < 5; digit++) {
      word = `${digits85[rest % 85]}${word}`;
      rest = Math.floor(rest / 85);
    }
    text += word;
  }
  return text;
}

import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const width = 1_024;
const bytesPerPixel = 3;

/**
 * A picture of noise that a browser can show.
 * @param sizeBytes about how large
 * @param random numbers from 0 up to 1
 */
export function noisePng(sizeBytes: number, random: () => number): Buffer {
  const rowBytes = 1 + width * bytesPerPixel;
  const height = Math.max(1, Math.round(sizeBytes / rowBytes));
  const row = Buffer.from(Array.from({ length: rowBytes }, (_, at) => (at === 0 ? 0 : random() * 256)));
  const rows = Buffer.alloc(rowBytes * height);
  for (let at = 0; at < height; at++) {
    row.copy(rows, at * rowBytes);
    row[1 + (at % (rowBytes - 1))] = random() * 256;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(rows, { level: 0 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
